/** Raises every error code that errors.ts documents, and no other code. */
import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { FfnError, load } from 'ffn-lab';
import type { FfnErrorCode } from 'ffn-lab';
import { free_bytes } from './fill_memory.js';
import { file_of } from './checkpoint_files.js';
import { WorkerFactory } from './pool_workers.js';

const lab = await load();
const x = { data: Float32Array.of(1, 2, 3, 4), shape: [4] };
const ffn = lab.FeedForward({ d_model: 4, seed: 1 });
const expected = ffn.forward(x);
const nowhere = new URL('no-such-file.wasm', import.meta.url);

/** Calls `work` while the global constructor of that name throws. */
function without(name: 'Float32Array', error: Error, work: () => unknown): unknown {
  vi.stubGlobal(
    name,
    new Proxy(globalThis[name], {
      construct() {
        throw error;
      },
    }),
  );
  try {
    return work();
  } finally {
    vi.unstubAllGlobals();
  }
}

/**
 * TypeScript rejects a missing code here; a test below checks the list in the source, which users
 * read.
 */
const raised: Readonly<Record<FfnErrorCode, () => unknown>> = {
  invalid_type: () => lab.softmax(null as never),
  invalid_argument: () => lab.FeedForward({ d_model: 0 }),
  invalid_file: () => lab.open_checkpoint(file_of('{')),
  read_failed: () =>
    lab.open_checkpoint({
      size: 9,
      slice: () => ({ arrayBuffer: () => Promise.reject(new Error('unreadable')) }),
    }),
  disposed: () => {
    const disposed = lab.RandomState(1);
    disposed.dispose();
    return disposed.randn([1]);
  },
  unsupported: () => {
    vi.stubGlobal('WebAssembly', undefined);
    return load().finally(() => vi.unstubAllGlobals());
  },
  load_failed: () => load({ wasm_url: nowhere }),
  out_of_memory: () => lab.FeedForward({ d_model: 16384, d_ff: 16384 }),
  worker_failed: () => {
    const factory = new WorkerFactory();
    factory.scripts = ['process.exit(1)'];
    return lab.pool({ workers: 1, create_worker: factory.create_worker });
  },
  internal: () =>
    without(
      'Float32Array',
      new TypeError('neither a defect of the module nor a rejected argument'),
      () => lab.softmax(x),
    ),
};

async function error_of(work: () => unknown): Promise<FfnError> {
  try {
    await work();
  } catch (error) {
    expect(error).toBeInstanceOf(FfnError);
    return error as FfnError;
  }
  throw new Error('no error was thrown');
}

describe('error codes', () => {
  it('are documented in errors.ts and raised here', () => {
    const source = readFileSync(
      new URL('../../web/engine/src/edge/errors.ts', import.meta.url),
      'utf8',
    );
    const listed = /export type FfnErrorCode =([^;]+);/.exec(source)?.[1] ?? '';
    const codes = [...listed.matchAll(/'(\w+)'/g)].map(([, code]) => code);
    expect(codes.sort()).toEqual(Object.keys(raised).sort());
    for (const code of codes) expect(source, 'is explained').toContain(` * - \`${code}\`:`);
  });

  it.each(Object.keys(raised) as FfnErrorCode[])('%s', async (code) => {
    const error = await error_of(raised[code]);
    expect([error.name, error.code, error.message]).toEqual([
      'FfnError',
      code,
      expect.stringMatching(/.{10}/),
    ]);
    expect(ffn.forward(x)).toEqual(expected);
  });

  it('a result that JavaScript cannot allocate is out_of_memory, repeatedly, and leaks no stack', async () => {
    const lack = new RangeError('Array buffer allocation failed');
    const before = free_bytes(lab);
    for (let i = 0; i < 20_000; ++i) {
      const error = await error_of(() => without('Float32Array', lack, () => lab.softmax(x)));
      if (error.code !== 'out_of_memory') expect(error.code).toBe('out_of_memory');
    }
    expect(ffn.forward(x)).toEqual(expected);
    expect(ffn.trace(x).output).toEqual(expected);
    expect(before - free_bytes(lab)).toBeLessThan(4096);
  });
});
