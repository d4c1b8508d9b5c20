/**
 * Serves the package as plain files, without a bundler: its dist folder at the root and the whole
 * package below /ffn-lab/, as in node_modules. Adds an empty page and the scripts and pages of a
 * test.
 */
import { createServer } from 'node:http';
import type { OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { text } from 'node:stream/consumers';

const package_root = new URL('../../web/engine/', import.meta.url);
const dist = new URL('dist/', package_root);
const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.html': 'text/html; charset=utf-8',
};

export interface PackageServer {
  readonly address: string;
  /** Content type of .wasm files. */
  wasm_type: string;
  /**
   * Resolves with the body of the next POST request: how a page reports a result without
   * Playwright.
   */
  posted(): Promise<string>;
  close(): Promise<unknown>;
}

/**
 * Starts a server. `scripts` are scripts, pages and other files by path; `headers` are sent with
 * every response.
 */
export async function serve_package(
  scripts: Readonly<Record<string, string | Uint8Array>>,
  headers: OutgoingHttpHeaders = {},
): Promise<PackageServer> {
  let report: (body: string) => void = () => undefined;
  const server = createServer((request, response) => {
    if (request.method === 'POST')
      return void text(request).then((body) => (report(body), response.end()));
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const send = (type: string, body: string | Uint8Array) =>
      void response.writeHead(200, { ...headers, 'content-type': type }).end(body);
    if (path === '/') return send('text/html', '<!doctype html><title>ffn-lab</title>');
    const script = scripts[path];
    const type =
      extname(path) === '.wasm'
        ? served.wasm_type
        : (types[extname(path)] ?? 'application/octet-stream');
    if (script !== undefined) return send(type, script);
    const file = path.startsWith('/ffn-lab/')
      ? new URL(`.${path.slice('/ffn-lab'.length)}`, package_root)
      : new URL(`.${path}`, dist);
    readFile(file).then(
      (bytes) => send(type, bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const served: PackageServer = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    wasm_type: 'application/wasm',
    posted: () => new Promise((resolve) => (report = resolve)),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
  return served;
}
