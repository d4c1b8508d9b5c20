import { open } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FfnError, load } from 'ffn-lab';
import type { CheckpointSource, FileHandleLike } from 'ffn-lab';
import { golden_file } from './checkpoint_files.js';

const file = golden_file('gpt2_f32');
const requests: string[] = [];
let etag = '"one"';

/** Responds correctly to a range request; `total` is the size of the file in the response. */
function answer_range(
  request: IncomingMessage,
  response: ServerResponse,
  total: string,
  headers: Record<string, string> = {},
): void {
  const [begin = 0, last = 0] = (/^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [])
    .slice(1)
    .map(Number);
  response
    .writeHead(206, { 'Content-Range': `bytes ${begin}-${last}/${total}`, ETag: etag, ...headers })
    .end(file.subarray(begin, last + 1));
}

/** One address for each kind of server behaviour. */
const behaviours: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  '/good': (request, response) => answer_range(request, response, String(file.length)),
  '/redirect': (_request, response) => response.writeHead(302, { Location: '/good' }).end(),
  '/hidden_size': (request, response) => {
    if (request.method === 'HEAD') response.writeHead(200, { 'Content-Length': file.length }).end();
    else answer_range(request, response, '*');
  },
  '/no_size': (request, response) => {
    if (request.method === 'HEAD') response.writeHead(405).end();
    else answer_range(request, response, '*');
  },
  '/whole': (_request, response) => response.writeHead(200).end(file),
  '/missing': (_request, response) => response.writeHead(404).end('<html></html>'),
  '/empty': (_request, response) => response.writeHead(416, { 'Content-Range': 'bytes */0' }).end(),
  '/cut': (request, response) => {
    if (request.headers.range === 'bytes=0-511')
      answer_range(request, response, String(file.length));
    else response.writeHead(206, { 'Content-Length': 1000 }).write('cut', () => response.destroy());
  },
  '/short': (request, response) => {
    if (request.headers.range === 'bytes=0-511')
      answer_range(request, response, String(file.length));
    else response.writeHead(206, { 'Content-Range': `bytes 8-9/${file.length}` }).end('ab');
  },
  '/one_byte_less': (_request, response) =>
    response
      .writeHead(206, { 'Content-Range': `bytes 0-511/${file.length}` })
      .end(file.subarray(0, 511)),
  '/changing': (request, response) =>
    answer_range(request, response, String(file.length + requests.length)),
  '/silent': () => undefined,
};

const server = createServer((request, response) => {
  requests.push(`${request.method} ${request.headers.range ?? ''}`);
  behaviours[request.url ?? '']?.(request, response);
});
let address = '';
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const lab = await load();

async function failure_of(source: CheckpointSource): Promise<FfnError> {
  const error = await lab.open_checkpoint(source).then(
    () => undefined,
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(FfnError);
  return error as FfnError;
}

describe('byte_source, addresses', () => {
  it.each(['/good', '/redirect', '/hidden_size'])('reads ranges from %s', async (path) => {
    using checkpoint = await lab.open_checkpoint(new URL(path, address));
    requests.length = 0;
    using memory = await lab.open_checkpoint(file);
    expect(checkpoint.tensors).toEqual(memory.tensors);
    expect(await checkpoint.tensor('wte.weight', { rows: [1, 3] })).toEqual(
      await memory.tensor('wte.weight', { rows: [1, 3] }),
    );
    using network = await checkpoint.feed_forward(1, { activation: 'gelu_tanh' });
    expect(network.weights()).toEqual((await memory.block_weights(1)).feed_forward);
    expect(
      requests.filter((request) => request !== 'GET ' && request.startsWith('GET bytes=')),
    ).toHaveLength(requests.length);
  });

  it('requests the length and the header once each', async () => {
    requests.length = 0;
    (await lab.open_checkpoint(`${address}/good`)).dispose();
    const header = Number(new DataView(file.buffer, file.byteOffset).getBigUint64(0, true));
    expect(requests).toEqual(['GET bytes=0-511', `GET bytes=8-${7 + header}`]);
  });

  it.each([
    [
      '/whole',
      'no_ranges',
      /sends the whole file instead of a range; download it and open it as a Blob$/,
    ],
    ['/missing', 'http_status', /could not be fetched: HTTP status 404$/],
    ['/cut', 'network', /could not be read to its end$/],
    ['/short', 'short', /^only 2 of the bytes 8 to/],
    [
      '/one_byte_less',
      'short',
      /sends 511 bytes as a range of 512; download it and open it as a Blob$/,
    ],
    ['/no_size', 'unknown_size', /does not report the size of the file$/],
    ['/changing', 'changed', /has changed since it was opened$/],
  ])('reports the reason for %s', async (path, reason, message) => {
    const error = await failure_of(address + path);
    expect([error.code, error.reason]).toEqual(['read_failed', reason]);
    expect(error.message).toMatch(message);
  });

  it('reads the address of a Blob, or names what this Node.js does wrong with it', async () => {
    const address = URL.createObjectURL(new Blob([file]));
    const opened = lab.open_checkpoint(address).then(
      ({ tensors }) => tensors,
      (error: unknown) => error,
    );
    const fault = {
      code: 'read_failed',
      message: expect.stringMatching(
        /sends (511 bytes as a range of 512|the whole file instead of a range); pass the Blob itself instead of its address$/,
      ) as string,
    };
    const [major] = process.versions.node.split('.').map(Number);
    using memory = await lab.open_checkpoint(file);
    if (major === 20) expect(await opened).toMatchObject(fault);
    else expect(await opened).toEqual(memory.tensors);
  });

  it.each<[string, object]>([
    ['the size', { stat: () => Promise.resolve(null), read: () => 0 }],
    [
      'bytes 0 to 100',
      { stat: () => Promise.resolve({ size: 100 }), read: () => Promise.resolve(null) },
    ],
  ])('reports a handle whose methods return nothing: %s', async (part, handle) => {
    const error = await failure_of(handle as never);
    expect([error.reason, error.message]).toEqual([
      'unreadable',
      `${part} of the file cannot be read (moved, changed or deleted since?)`,
    ]);
  });

  it('reports an empty file and an unreachable server', async () => {
    const empty = await failure_of(`${address}/empty`);
    expect([empty.code, empty.reason]).toEqual(['invalid_file', 'file_too_small']);
    const unreachable = await failure_of('http://127.0.0.1:1/file');
    expect([unreachable.code, unreachable.reason, unreachable.cause instanceof Error]).toEqual([
      'read_failed',
      'network',
      true,
    ]);
  });

  it.each([
    'model.safetensors',
    './a/model.safetensors',
    '/home/me/model.safetensors',
    '~/x',
    'C:\\models\\model.safetensors',
    'c:/model.safetensors',
    'file:///home/me/model.safetensors',
    new URL('FILE:///C:/model.safetensors'),
    '',
  ])('says that %s is a path, where there is no page', async (path) => {
    const error = await failure_of(path);
    expect([error.code, error.argument, error.value]).toEqual([
      'invalid_argument',
      'source',
      `${JSON.stringify(String(path))}, a path`,
    ]);
    expect(error.expected).toMatch(
      /^an address, or the opened file: await open\(path\) of node:fs.*openAsBlob/,
    );
  });

  it('fetches relative addresses where there is a page, and other schemes everywhere', async () => {
    const bytes = Buffer.from(file).toString('base64');
    expect((await failure_of(`data:;base64,${bytes}`)).reason).toBe('no_ranges');
    vi.stubGlobal('location', new URL('http://localhost/'));
    try {
      expect((await failure_of('model.safetensors')).reason).toBe('network'); // Node has no base
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('detects that the file was replaced', async () => {
    using checkpoint = await lab.open_checkpoint(`${address}/good`);
    etag = '"two"';
    await expect(checkpoint.tensor('wte.weight')).rejects.toMatchObject({
      code: 'read_failed',
      reason: 'changed',
    });
    etag = '"one"';
    expect((await checkpoint.tensor('wte.weight')).shape).toEqual([11, 8]);
  });

  it('stops waiting when its signal is aborted', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    const opening = lab.open_checkpoint(`${address}/silent`, { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 20);
    await expect(opening).rejects.toBe(reason);
  });
});

describe('byte_source, memory and Blobs', () => {
  it('does not copy memory and detects a detached buffer', async () => {
    const bytes = file.slice();
    using checkpoint = await lab.open_checkpoint(bytes.buffer);
    expect((await checkpoint.tensor('wte.weight')).shape).toEqual([11, 8]);
    structuredClone(bytes, { transfer: [bytes.buffer] });
    await expect(checkpoint.tensor('wte.weight')).rejects.toMatchObject({
      code: 'read_failed',
      reason: 'short',
    });
  });

  it('reads a view of a larger buffer', async () => {
    const larger = new Uint8Array(file.length + 20).fill(255);
    larger.set(file, 13);
    using checkpoint = await lab.open_checkpoint(larger.subarray(13, 13 + file.length));
    using plain = await lab.open_checkpoint(file);
    expect(await checkpoint.tensor('wpe.weight')).toEqual(await plain.tensor('wpe.weight'));
  });

  it('reports the error of an unreadable Blob as the cause', async () => {
    const cause = new DOMException('unavailable', 'NotReadableError');
    const error = await failure_of({
      size: 100,
      slice: () => ({ arrayBuffer: () => Promise.reject(cause) }),
    });
    expect([error.code, error.reason, error.cause]).toEqual(['read_failed', 'unreadable', cause]);
  });

  it('reads a FileHandle of Node, which may return fewer bytes than requested', async () => {
    const path = fileURLToPath(new URL('../golden/gpt2_f32.safetensors', import.meta.url));
    const handle = await open(path);
    const slow: FileHandleLike = {
      stat: () => handle.stat(),
      read: (buffer, offset, length, position) =>
        handle.read(buffer, offset, Math.min(length, 100), position),
    };
    using memory = await lab.open_checkpoint(file);
    for (const source of [handle, slow]) {
      using checkpoint = await lab.open_checkpoint(source);
      expect(checkpoint.tensors).toEqual(memory.tensors);
      expect(await checkpoint.tensor('wte.weight')).toEqual(await memory.tensor('wte.weight'));
    }
    using checkpoint = await lab.open_checkpoint(handle);
    await handle.close();
    await expect(checkpoint.tensor('wte.weight')).rejects.toMatchObject({
      code: 'read_failed',
      reason: 'unreadable',
      cause: { code: 'EBADF' },
    });
    expect((await failure_of(handle)).reason).toBe('unreadable');
  });

  it('reports a FileHandle that ends early or has no size', async () => {
    const stat = () => Promise.resolve({ size: 1000 });
    const read = () => Promise.resolve({ bytesRead: 0 });
    const short = await failure_of({ stat, read });
    expect([short.reason, short.message]).toEqual([
      'short',
      'only 0 of the bytes 0 to 512 could be read (has the file or its memory changed?)',
    ]);
    const sizeless = await failure_of({ stat: () => Promise.resolve({ size: 1n as never }), read });
    expect([sizeless.code, sizeless.argument]).toEqual(['invalid_type', 'source.stat().size']);
  });
});
