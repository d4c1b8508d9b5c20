/** A server of files with range requests, which records what was requested. */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers a request in another way than with the file. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export class FileServer {
  /** Files and other answers by path, for example `/model.safetensors`. */
  readonly files = new Map<string, Uint8Array | Answer>();
  /** Method, path and range of every request. */
  readonly requests: string[] = [];
  /** The largest number of requests that were answered at the same time. */
  most_at_once = 0;
  /** Milliseconds before an answer. */
  delay = 0;
  #open = 0;
  readonly #server = createServer((request, response) => {
    const { method, url = '', headers } = request;
    this.requests.push([method, url, headers.range].filter(Boolean).join(' '));
    this.most_at_once = Math.max(this.most_at_once, ++this.#open);
    response.on('close', () => --this.#open);
    setTimeout(() => this.#answer(request, response), this.delay);
  });

  async listen(): Promise<void> {
    await new Promise<void>((listening) => this.#server.listen(0, '127.0.0.1', listening));
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  address(path: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = (request.url ?? '').replace(/\?.*$/, '');
    const file = this.files.get(decodeURIComponent(path));
    if (typeof file === 'function') return file(request, response);
    if (file === undefined) return void response.writeHead(404).end('Entry not found');
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    if (range === null) return void response.writeHead(200).end(file);
    const begin = Number(range[1]);
    const part = file.subarray(begin, Number(range[2]) + 1);
    const last = begin + part.length - 1;
    response.writeHead(206, { 'Content-Range': `bytes ${begin}-${last}/${file.length}` }).end(part);
  }
}
