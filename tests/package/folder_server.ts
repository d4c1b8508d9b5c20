/**
 * Serves a folder on localhost like a static host, and stores the policy violation reports that
 * browsers send.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.wasm': 'application/wasm',
};

export interface FolderServer {
  readonly address: string;
  /** Bodies of the POST requests to /reports. */
  readonly reports: readonly string[];
  close(): Promise<unknown>;
}

async function body_of(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Sends `headers` with every response; `mount` is the URL path of the folder, `own_types` are other
 * content types of endings.
 */
export async function serve_folder(
  folder: string,
  headers: OutgoingHttpHeaders = {},
  mount = '/',
  own_types: Readonly<Record<string, string>> = {},
): Promise<FolderServer> {
  const reports: string[] = [];
  const respond = async (request: IncomingMessage) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    if (path === '/reports') reports.push(await body_of(request));
    if (path === '/reports' || !path.startsWith(mount)) return undefined;
    const name = normalize(`/${path.slice(mount.length)}`); // no path outside the folder
    const file = join(folder, name.endsWith('/') ? `${name}index.html` : name);
    return {
      bytes: await readFile(file),
      type: own_types[extname(file)] ?? types[extname(file)] ?? 'application/octet-stream',
    };
  };
  const server = createServer((request, response) => {
    respond(request).then(
      (found) =>
        response
          .writeHead(found ? 200 : 204, {
            ...headers,
            ...(found && { 'content-type': found.type }),
          })
          .end(found?.bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${mount}`,
    reports,
    close,
  };
}
