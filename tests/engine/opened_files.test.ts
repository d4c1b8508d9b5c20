/** The files of one model: shards, `config.json` and the index, from every kind of source. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { load } from 'ffn-lab';
import { instance_of_lab } from '../../web/engine/dist/lab.js';
import { read_options } from '../../web/engine/dist/edge/schema.js';
import { read_exactly } from '../../web/engine/dist/files/byte_source.js';
import { model_file_options, open_files } from '../../web/engine/dist/files/opened_files.js';
import type { OpenFilesOptions } from '../../web/engine/dist/files/opened_files.js';
import { error_of, file_of, recorded } from './checkpoint_files.js';
import { FileServer } from './file_server.js';

const lab = await load();
const open = async (from: unknown, { signal, ...options }: OpenFilesOptions = {}) =>
  open_files(instance_of_lab(lab), from, { signal, ...read_options(options, model_file_options) });

const text = (value: object) => new TextEncoder().encode(JSON.stringify(value));
const shard_name = (i: number) => `model-0000${i}-of-00003.safetensors`;
/** A header that is longer than the first request. */
const header_of = (i: number) => ({
  __metadata__: { note: 'n'.repeat(600) },
  [`tensor_${i}`]: { dtype: 'U8', shape: [4], data_offsets: [0, 4] },
});
const shards = [1, 2, 3].map((i) => file_of(header_of(i), Uint8Array.of(i, i, i, i)));
const headers = shards.map((_, i) => text(header_of(i + 1)));
const names = shards.map((_, i) => shard_name(i + 1));
const index = {
  metadata: { total_size: 12 },
  weight_map: { tensor_3: names[2], tensor_1: names[0], tensor_2: names[1] },
};
const config = { hidden_act: 'silu', torch_dtype: 'bfloat16' };

const server = new FileServer();
const other_host = new FileServer();
beforeAll(() => Promise.all([server.listen(), other_host.listen()]));
afterAll(() => [server, other_host].forEach((one) => one.close()));
beforeEach(() => {
  server.files.clear();
  shards.forEach((shard, i) => server.files.set(`/repo/${names[i]}`, shard));
  server.files.set('/repo/model.safetensors.index.json', text(index));
  server.files.set('/repo/config.json', text(config));
  Object.assign(server, { delay: 0, most_at_once: 0 });
  server.requests.length = 0;
});
const at_server = (name: string) => server.address(`/repo/${name}`);
const index_address = () => at_server('model.safetensors.index.json');

describe('open_files, one file', () => {
  it('reads the header, and neither configuration nor index that were not named', async () => {
    const { sources, ...opened } = await open(at_server(`${names[0]}?download=true#top`));
    expect(opened).toEqual({
      names: [names[0]],
      headers: [headers[0]],
      config: undefined,
      index: undefined,
    });
    expect(sources.map(({ size }) => size)).toEqual([shards[0]?.length]);
    expect(server.requests.map((request) => request.replace(/^GET \S+ /, ''))).toEqual([
      'bytes=0-511',
      `bytes=8-${7 + (headers[0]?.length ?? 0)}`,
    ]);
  });

  it('names it by its File, the last part of its address or its number', async () => {
    const [shard = new Uint8Array()] = shards;
    server.files.set('/a b', shard);
    const of_sources: [unknown, string][] = [
      [new File([shard], 'weights.safetensors'), 'weights.safetensors'],
      [new Blob([shard]), 'file 1'],
      [shard, 'file 1'],
      [shard.buffer, 'file 1'],
      [new URL(server.address('/a%20b?x=/y')), 'a b'],
    ];
    for (const [source, name] of of_sources) expect((await open(source)).names).toEqual([name]);
  });

  it('does not name it in errors', async () => {
    const error = await error_of(open(new File(['not a model'], 'weights.safetensors')));
    expect([error.code, error.message.includes('weights')]).toEqual(['invalid_file', false]);
  });
});

describe('open_files, several files', () => {
  it('reads only the headers, in the order of the sources', async () => {
    const blobs = shards.map((shard) => recorded(new Blob([shard])));
    const opened = await open([blobs[2], blobs[0], shards[1]]);
    expect(opened.headers).toEqual([headers[2], headers[0], headers[1]]);
    expect(opened.names).toEqual(['file 1', 'file 2', 'file 3']);
    expect(blobs[0]?.reads).toEqual([
      [0, 512],
      [8, 8 + (headers[0]?.length ?? 0)],
    ]);
    expect(await opened.sources[0]?.read(8 + (headers[2]?.length ?? 0), 999, undefined)).toEqual(
      Uint8Array.of(3, 3, 3, 3),
    );
  });

  it('makes at most four requests at the same time', async () => {
    const addresses = Array.from({ length: 12 }, (_, i) => at_server(`many-${i}`));
    for (const address of addresses)
      server.files.set(new URL(address).pathname, shards[0] as Uint8Array);
    server.delay = 20;
    await open(addresses, { config: at_server('config.json') });
    expect(server.most_at_once).toBe(4);
    expect(server.requests).toHaveLength(25);
  });

  it('opens those that the index at an address names, relative to it', async () => {
    const opened = await open(new URL(`${index_address()}?download=true`));
    expect(opened.names).toEqual(names);
    expect(opened.headers).toEqual(headers);
    expect(JSON.parse(opened.index ?? '')).toEqual(index);
    expect(opened.config).toBeUndefined();
    expect(server.requests.filter((request) => request.includes('index'))).toEqual([
      'GET /repo/model.safetensors.index.json?download=true',
    ]);
  });

  it('begins the errors of a file with its name, also later', async () => {
    server.files.delete(`/repo/${names[1]}`);
    const missing = await error_of(open(index_address()));
    expect([missing.code, missing.reason, missing.message]).toEqual([
      'read_failed',
      'http_status',
      `${names[1]}: ${at_server(names[1] ?? '')} could not be fetched: HTTP status 404`,
    ]);
    const files = shards.map((shard, i) => new File([shard], names[i] ?? ''));
    const invalid = await error_of(open([...files, new File(['<!doctype html>'], 'page')]));
    expect([invalid.code, invalid.reason]).toEqual(['invalid_file', 'web_page']);
    expect(invalid.message).toMatch(/^page: /);
    const cause = new Error('moved');
    let is_gone = false;
    const blob = new Blob([shards[0] as Uint8Array<ArrayBuffer>]);
    const moved = {
      size: blob.size,
      slice: (begin: number, end: number) => ({
        arrayBuffer: () => (is_gone ? Promise.reject(cause) : blob.slice(begin, end).arrayBuffer()),
      }),
    };
    const { sources } = await open([shards[1], moved]);
    is_gone = true;
    const later = await error_of(read_exactly(sources[1] as never, 0, 4, undefined));
    expect([later.reason, later.cause]).toEqual(['unreadable', cause]);
    expect(later.message).toMatch(/^file 2: bytes 0 to 4 of the file cannot be read/);
  });

  it('rejects arrays that are empty, too long or name a file twice', async () => {
    const [one, two] = shards;
    const blob = new Blob(['']);
    const address = at_server('a');
    const rejected: [unknown, string][] = [
      [[], 'source is an array of 0; expected an array of 1 to 1000 files'],
      [
        Array.from({ length: 1001 }, () => new Blob()),
        'source is an array of 1001; expected an array of 1 to 1000 files',
      ],
      [[one, two, one], 'source[2] is the same as source[0]; expected a file that is given once'],
      [[blob, blob], 'source[1] is the same as source[0]; expected a file that is given once'],
      [
        [address, new URL(address)],
        'source[1] is the same as source[0]; expected a file that is given once',
      ],
    ];
    for (const [from, message] of rejected) {
      const error = await error_of(open(from));
      expect([error.code, error.message]).toEqual(['invalid_argument', message]);
    }
    const nested = await error_of(open([one, [two]]));
    expect([nested.code, nested.argument, nested.value]).toEqual([
      'invalid_type',
      'source[1]',
      'an array of 1',
    ]);
  });

  it('stops when its signal is aborted, and the other requests when one fails', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    let ended = 0;
    server.files.set('/repo/silent', (_, response) => void response.on('close', () => ++ended));
    server.files.set('/repo/fails', (_, response) => void response.writeHead(500).end());
    const opening = open([at_server('silent'), shards[0]], { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 20);
    await expect(opening).rejects.toBe(reason);
    const failing = await error_of(open([at_server('silent'), at_server('fails')]));
    expect(failing.message).toMatch(/^fails: .* HTTP status 500$/);
    await expect.poll(() => ended).toBe(2);
    await expect(open(shards, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe('open_files, an index at an address', () => {
  const refusals: [string, string, RegExp][] = [
    ['Entry not found', 'not_json', /is not JSON; expected a model\.safetensors\.index\.json/],
    ['{"hidden_act": "silu"}', 'missing_field', /is JSON with 0 names; expected/],
    ['null', 'missing_field', /is JSON with 0 names/],
    ['{"weight_map": {"a": 7}}', 'wrong_type', /is JSON with 7; expected/],
    ['{"weight_map": {"a": "../x.safetensors"}}', 'wrong_type', /with "\.\.\/x\.safetensors"/],
    ['{"weight_map": {"a": "https://example.com/x"}}', 'wrong_type', /with "https:/],
    ['{"weight_map": {"a": ".."}}', 'wrong_type', /with "\.\."/],
  ];
  it.each(refusals)('refuses %s', async (content, reason, message) => {
    server.files.set('/repo/model.safetensors.index.json', new TextEncoder().encode(content));
    const error = await error_of(open(index_address()));
    expect([error.code, error.reason]).toEqual(['invalid_file', reason]);
    expect(error.message).toMatch(message);
    expect(server.requests).toHaveLength(1);
  });

  it('names at most 1000 files', async () => {
    const weight_map = Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [i, `${i}`]));
    server.files.set('/repo/model.safetensors.index.json', text({ weight_map }));
    const error = await error_of(open(index_address()));
    expect([error.code, error.value]).toEqual(['invalid_file', 'JSON with 1001 names']);
  });

  it('is not given a second time', async () => {
    const error = await error_of(open(index_address(), { index }));
    expect([error.code, error.argument]).toEqual(['invalid_argument', 'index']);
    expect(server.requests).toEqual([]);
  });
});

describe('open_files, config and index', () => {
  it('are read with the files', async () => {
    const opened = await open(shards, { config, index: at_server('model.safetensors.index.json') });
    expect(opened.names).toEqual(['file 1', 'file 2', 'file 3']);
    expect(JSON.parse(opened.config ?? '')).toEqual(config);
    expect(JSON.parse(opened.index ?? '')).toEqual(index);
    const failing = await error_of(open(shards, { config, index: at_server('none.json') }));
    expect(failing.message).toBe(`${at_server('none.json')} could not be fetched: HTTP status 404`);
    const wrong = await error_of(open(shards, { index: [index] }));
    expect([wrong.code, wrong.argument]).toEqual(['invalid_type', 'index']);
  });
});

describe('open_files, servers of hubs', () => {
  const redirect = (to: () => string) => (path: string) =>
    server.files.set(path, (_, response) => void response.writeHead(302, { Location: to() }).end());

  it('redirect each range, and the index, to another host', async () => {
    other_host.files.set('/blob', shards[0] as Uint8Array);
    other_host.files.set('/index', text({ weight_map: { a: 'model.safetensors' } }));
    redirect(() => other_host.address('/blob?signature=1'))('/repo/model.safetensors');
    redirect(() => other_host.address('/index'))('/repo/model.safetensors.index.json');
    const { headers: read, names: found } = await open(index_address());
    expect([read, found]).toEqual([[headers[0]], ['model.safetensors']]);
    expect(other_host.requests).toEqual([
      'GET /index',
      'GET /blob?signature=1 bytes=0-511',
      `GET /blob?signature=1 bytes=8-${7 + (headers[0]?.length ?? 0)}`,
    ]);
  });

  it('hide Content-Range from other origins', async () => {
    const [shard = new Uint8Array()] = shards;
    server.files.set('/repo/hidden', (request, response) => {
      const [begin, last] = (/=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? []).slice(1);
      if (request.method === 'HEAD')
        response.writeHead(200, { 'Content-Length': shard.length }).end();
      else response.writeHead(206).end(shard.subarray(Number(begin), Number(last) + 1));
    });
    const { sources, headers: read } = await open(at_server('hidden'));
    expect([sources[0]?.size, read]).toEqual([shard.length, [headers[0]]]);
  });
});
