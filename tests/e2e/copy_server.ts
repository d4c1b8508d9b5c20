/**
 * Serves a copy of the built page below a path. A test may change the files of the copy and stop
 * the server.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { content_types } from '../../web/page/build/static_server.mjs';

const dist = fileURLToPath(new URL('../../web/page/dist', import.meta.url));

export interface CopyServer {
  readonly folder: string;
  /** Address of the root of the page. */
  readonly address: string;
  /** Paths that were requested and found. */
  readonly requested: string[];
  /**
   * Returns how the request of a path fails: by a status, or with the first half of the file;
   * undefined: it succeeds.
   */
  failure: ((path: string) => number | 'half' | undefined) | undefined;
  /** Stops the server and closes its open connections, so that the page has no network. */
  stop(): Promise<void>;
  remove(): Promise<void>;
}

export async function serve_copy(mount = '/course/ffn/'): Promise<CopyServer> {
  const folder = mkdtempSync(join(tmpdir(), 'ffn-lab-copy-'));
  cpSync(dist, folder, { recursive: true });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = pathname.startsWith(mount)
      ? pathname.slice(mount.length).replace(/(^|\/)$/, '$1index.html')
      : 'none';
    try {
      const failure = copy.failure?.(path);
      if (typeof failure === 'number') return void response.writeHead(failure).end();
      const bytes = readFileSync(join(folder, path));
      copy.requested.push(path);
      response.writeHead(200, {
        'content-type': content_types[extname(path)] ?? 'application/octet-stream',
        'cache-control': 'no-store',
      });
      response.end(failure === 'half' ? bytes.subarray(0, bytes.length / 2) : bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      if (server.listening) server.close(() => resolve());
      else resolve();
    });
  const copy: CopyServer = {
    folder,
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${mount}`,
    requested: [],
    failure: undefined,
    stop,
    async remove() {
      await stop();
      rmSync(folder, { recursive: true });
    },
  };
  return copy;
}
