/**
 * Loading from a server by both ways of compiling: while the file arrives (content type
 * application/wasm), and from all of its bytes (other types). Everything that can fail gives the
 * same error in both.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { load } from 'ffn-lab';
import { file_of_other_variant } from './variants.js';

const file = readFileSync(new URL('../../web/engine/dist/wasm/ffn-lab.simd.wasm', import.meta.url));

let server: Server;
let respond: RequestListener;
let requests: number;
let streamed: { readonly mock: { readonly calls: unknown[] } };

beforeEach(async () => {
  requests = 0;
  server = createServer((request, response) => {
    requests++;
    respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  streamed = vi.spyOn(WebAssembly, 'compileStreaming');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  server.closeAllConnections();
  server.close();
});

function load_from_server(signal?: AbortSignal) {
  const wasm_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.wasm`;
  return load({ variant: 'simd', wasm_url, ...(signal && { signal }) });
}

/** Begins a response whose content stays incomplete. */
function begin(response: ServerResponse, type: string): void {
  response.writeHead(200, { 'content-type': type, 'content-length': file.length });
  response.write(file.subarray(0, 60_000));
}

const send = (type: string, body: string | Uint8Array, status = 200) => {
  respond = (_, response) => response.writeHead(status, { 'content-type': type }).end(body);
};

it.each([
  ['application/wasm', 1],
  ['Application/WASM', 0], // not accepted by every engine
  ['application/wasm; charset=utf-8', 0], // not allowed by the standard
  ['application/octet-stream', 0],
  ['text/html', 0],
])('loads a file of type %s, in one request, streamed %i times', async (type, times) => {
  send(type, file);
  using lab = await load_from_server();
  expect(lab.activation('relu', [2]).value).toEqual(Float32Array.of(2));
  expect([requests, streamed.mock.calls.length]).toEqual([1, times]);
});

it('loads in an engine that cannot compile while the file arrives', async () => {
  const older = Object.entries(Object.getOwnPropertyDescriptors(WebAssembly)).filter(
    ([name]) => name !== 'compileStreaming',
  );
  vi.stubGlobal('WebAssembly', Object.create(Object.prototype, Object.fromEntries(older)));
  send('application/wasm', file);
  using lab = await load_from_server();
  expect(lab.info().variant).toBe('simd');
  expect(streamed.mock.calls).toEqual([]);
});

it('compiles from the bytes if streaming fails once', async () => {
  respond = (_, response) =>
    response
      .writeHead(200, { 'content-type': 'application/wasm' })
      .end(requests === 1 ? 'not yet' : file);
  using lab = await load_from_server();
  expect([lab.info().variant, requests]).toEqual(['simd', 2]);
});

describe.each(['application/wasm', 'application/octet-stream'])('a file of type %s', (type) => {
  const failing = (message: string | RegExp) => expect(load_from_server()).rejects.toThrow(message);

  it('that is a web page is not a module', async () => {
    send(type, '<!doctype html>');
    await failing(
      'the file of variant simd is not a WebAssembly module (an error page of the server?)',
    );
  });

  it('that is empty is not a module', async () => {
    send(type, '');
    await failing('the file of variant simd is empty');
  });

  it.each([
    ['gzip', 'gzip', gzipSync],
    ['Brotli', 'br', brotliCompressSync],
  ])('that is compressed with %s, which the server conceals', async (name, header, compress) => {
    send(type, compress(file));
    await failing(
      `compressed with ${name}, but was served without the header "Content-Encoding: ${header}"; let`,
    );
    respond = (_, response) =>
      response
        .writeHead(200, { 'content-type': type, 'content-encoding': header })
        .end(compress(file));
    using lab = await load_from_server();
    expect(lab.info().variant).toBe('simd');
  });

  it('that is a page in any language is not a module', async () => {
    send(type, `<title>${'Không tìm thấy trang này'.repeat(9)}</title>`);
    await failing('is not a WebAssembly module (an error page of the server?)');
  });

  it('that is truncated does not compile', async () => {
    send(type, file.subarray(0, 60_000));
    await failing(
      'the WebAssembly module of variant simd does not compile (truncated, or forbidden by the page',
    );
  });

  it('whose connection breaks could not be read', async () => {
    respond = (_, response) => {
      begin(response, type);
      setTimeout(() => response.destroy(), 20);
    };
    await failing(/a\.wasm could not be read to its end$/);
  });

  it.each([404, 500])('with HTTP status %i could not be fetched', async (status) => {
    send(type, file, status);
    await failing(`could not be fetched: HTTP status ${status}`);
    expect(requests).toBe(1);
  });

  it('of another variant is rejected', async () => {
    send(type, file_of_other_variant());
    await failing('the WebAssembly module is of variant fast; expected variant simd');
  });

  it('does not compile under a policy that forbids WebAssembly', async () => {
    const forbidden = new WebAssembly.CompileError('Wasm code generation disallowed by embedder');
    vi.spyOn(WebAssembly, 'compileStreaming').mockRejectedValue(forbidden);
    vi.spyOn(WebAssembly, 'compile').mockRejectedValue(forbidden);
    send(type, file);
    await expect(load_from_server()).rejects.toMatchObject({
      code: 'load_failed',
      message: expect.stringContaining('forbidden by the page') as unknown,
      cause: forbidden,
    });
  });

  it('that stops arriving can be aborted', async () => {
    const controller = new AbortController();
    respond = (_, response) => {
      begin(response, type);
      setTimeout(() => controller.abort(new Error('too slow')), 20);
    };
    await expect(load_from_server(controller.signal)).rejects.toThrow('too slow');
    expect(requests).toBe(1);
  });
});

it('reports a server that refuses connections', async () => {
  const loading = load_from_server();
  server.closeAllConnections();
  server.close();
  respond = (_, response) => response.destroy();
  await expect(loading).rejects.toThrow('could not be fetched');
});
