/** JSON of the caller: objects, files and addresses, and what is refused. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FileHandleLike } from 'ffn-lab';
import { expect_json_source, read_json_text } from '../../web/engine/dist/files/json_source.js';
import { error_of } from './checkpoint_files.js';
import { FileServer } from './file_server.js';

const limit = 1e6;
const read = async (value: unknown) =>
  read_json_text('config', expect_json_source('config', value), limit, undefined);

const text = (value: object) => new TextEncoder().encode(JSON.stringify(value));
const config = { hidden_act: 'silu', torch_dtype: 'bfloat16' };
/** An object like a FileHandle of Node. */
const handle_of = (bytes: Uint8Array): FileHandleLike => ({
  stat: () => Promise.resolve({ size: bytes.length }),
  read: (buffer, offset, length, position) => {
    buffer.set(bytes.subarray(position, position + length), offset);
    return Promise.resolve({ bytesRead: length });
  },
});
const server = new FileServer();
beforeAll(() => server.listen());
afterAll(() => server.close());

describe('json_source', () => {
  it('is a parsed object or any kind of source', async () => {
    const bytes = text(config);
    server.files.set('/config.json', bytes);
    const sources = [
      config,
      bytes,
      bytes.buffer,
      new Blob([bytes]),
      new File([bytes], 'config.json'),
      handle_of(bytes),
      server.address('/config.json'),
      new URL(server.address('/config.json')),
    ];
    for (const source of sources) {
      expect(await read(source)).toBe(JSON.stringify(config));
    }
  });

  it('is fetched whole, without a range, also compressed', async () => {
    server.files.set('/config.json', (_, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync(text(config)));
    });
    server.requests.length = 0;
    expect(await read(server.address('/config.json'))).toBe(JSON.stringify(config));
    expect(server.requests).toEqual(['GET /config.json']);
  });

  it('has a largest size, wherever it is', async () => {
    const zeros = (size: number) => new Uint8Array(size);
    server.files.set('/large', (_, response) => {
      response.writeHead(200); // no Content-Length
      const write = () => {
        while (!response.destroyed && response.write(zeros(1e5)));
        if (!response.destroyed) response.once('drain', write);
      };
      write();
    });
    const large_blob = { size: limit + 1, slice: () => expect.unreachable() };
    const cases: [unknown, string][] = [
      [zeros(limit + 1), '1000001 bytes'],
      [large_blob, '1000001 bytes'],
      [server.address('/large'), 'more than 1000000 bytes'],
      [{ a: 'a'.repeat(limit) }, '1000008 characters'],
    ];
    for (const [value, size] of cases) {
      const error = await error_of(read(value));
      expect([error.code, error.reason, error.message]).toEqual([
        'invalid_file',
        'file_too_large',
        `config is ${size}; expected at most 1000000 bytes`,
      ]);
    }
    expect(await read({ a: 'a'.repeat(limit - 8) })).toHaveLength(limit);
  });

  it('rejects what is neither an object nor a source, or not representable as JSON', async () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    const throwing = Object.defineProperty({}, 'a', {
      enumerable: true,
      get: () => {
        throw new Error('no');
      },
    });
    const wrong: [unknown, string, RegExp][] = [
      [null, 'invalid_type', /^config is null; expected an object, an ArrayBuffer, /],
      [7, 'invalid_type', /^config is 7; /],
      [[config], 'invalid_type', /^config is an array of 1; /],
      [new Map(), 'invalid_type', /^config is a Map; /],
      [new Float32Array(2), 'invalid_type', /^config is a Float32Array; /],
      [cycle, 'invalid_type', /^config is an object; expected an object that JSON can represent$/],
      [{ a: 1n }, 'invalid_type', /expected an object that JSON can represent$/],
      [{ toJSON: () => undefined }, 'invalid_type', /expected an object that JSON can represent$/],
      [throwing, 'invalid_type', /expected an object that JSON can represent$/],
      [
        ' {"hidden_act": "silu"}',
        'invalid_argument',
        /^config is JSON text; expected an address, or the object: JSON\.parse\(text\)$/,
      ],
      [Uint8Array.of(0x7b, 0xff, 0x7d), 'invalid_file', /^config is not UTF-8; /],
      [
        server.address('/none.json'),
        'read_failed',
        /none\.json could not be fetched: HTTP status 404$/,
      ],
    ];
    for (const [value, code, message] of wrong) {
      const error = await error_of(read(value));
      expect(error.code, error.message).toBe(code);
      expect(error.message).toMatch(message);
    }
  });
});
