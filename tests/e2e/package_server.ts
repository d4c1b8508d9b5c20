/** Serves the package as plain files, without any bundler, beside an empty page and what a test adds. */
import { createServer } from 'node:http';
import type { OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';

const dist = new URL('../../web/engine/dist/', import.meta.url);
const types: Record<string, string> = { '.js': 'text/javascript', '.wasm': 'application/wasm' };

export interface PackageServer {
  readonly address: string;
  /** Content type of .wasm files. */
  wasm_type: string;
  close(): Promise<unknown>;
}

/** `scripts` by path; `headers` go with every answer. */
export async function serve_package(scripts: Readonly<Record<string, string>>, headers: OutgoingHttpHeaders = {}): Promise<PackageServer> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const send = (type: string, body: string | Uint8Array) => void response.writeHead(200, { ...headers, 'content-type': type }).end(body);
    if (path === '/') return send('text/html', '<!doctype html><title>ffn-lab</title>');
    const script = scripts[path];
    if (script !== undefined) return send('text/javascript', script);
    const type = extname(path) === '.wasm' ? served.wasm_type : (types[extname(path)] ?? 'application/octet-stream');
    readFile(new URL(`.${path}`, dist)).then(
      (bytes) => send(type, bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const served: PackageServer = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    wasm_type: 'application/wasm',
    close: () => new Promise((resolve) => server.close(resolve)),
  };
  return served;
}
