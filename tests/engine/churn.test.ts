/**
 * Leak tests: uses each member of each class a thousand times, with objects that are created and
 * disposed of for it; none may leave WebAssembly memory or Embind handles allocated.
 */
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { load } from 'ffn-lab';
import { free_bytes, raw_of } from './fill_memory.js';
import { repeatable, use_once } from './uses.js';
import { tensor } from './uses/vocabulary.js';

// One leaked allocation has at least 16 bytes: 1,000 of them exceed the limit 15 times over.
const repetitions = 1000;
const leak_limit = 1024;

const lab = await load();
const x = tensor(1, 2);

/** Returns the number of JavaScript values that the module references. */
const handles = () =>
  (raw_of(lab) as unknown as { count_emval_handles(): number }).count_emval_handles();

/** Runs `work` `count` times after a warm-up and expects no growth of memory or handles. */
async function expect_flat(count: number, work: () => unknown): Promise<void> {
  for (let i = 0; i < 100; ++i) await work();
  const before = { heap: lab.info().heap_bytes, free: free_bytes(lab), handles: handles() };
  for (let i = 0; i < count; ++i) {
    const waiting = work();
    if (waiting instanceof Promise) await waiting;
  }
  expect(lab.info().heap_bytes - before.heap).toBeLessThanOrEqual(leak_limit);
  expect(before.free - free_bytes(lab)).toBeLessThanOrEqual(leak_limit);
  expect(handles()).toBe(before.handles);
}

/**
 * Mock of a worker thread, since no machine starts that many: the test looks for leaks of a pool in
 * this thread.
 */
class MockWorker extends EventEmitter {
  postMessage({ kind }: { readonly kind: string }): void {
    if (kind === 'start')
      queueMicrotask(() => this.emit('message', { kind: 'ready', lock: undefined, heap_bytes: 0 }));
  }
  ref(): void {}
  unref(): void {}
  terminate(): void {
    queueMicrotask(() => this.emit('exit', 0));
  }
}

// Generous timeout for busy machines.
const timeout = 600_000;

describe('repetitions', () => {
  it.each(repeatable)(
    `of $name, ${repetitions} of them`,
    async (member) => expect_flat(repetitions, () => use_once(member, lab)),
    timeout,
  );

  it(
    `of pools, ${repetitions} of them`,
    async () => {
      const create_worker = () => new MockWorker();
      await expect_flat(repetitions, async () =>
        (await lab.pool({ workers: 1, create_worker })).dispose(),
      );
    },
    timeout,
  );

  it(
    `of rejected calls, ${repetitions} of them`,
    async () => {
      using run = lab.TrainingRun({ dataset: lab.dataset({ kind: 'xor', n: 8 }), d_model: 2 });
      using model = lab.LanguageModel({ n_vocab: 2, n_positions: 2, d_model: 2, n_heads: 1 });
      await expect_flat(repetitions, () => {
        expect(() => run.predict(tensor(1, 3))).toThrow('x is a tensor of shape (1, 3)');
        expect(() => model.forward([[2]])).toThrow('tokens[0] is 2');
        expect(() => lab.FeedForward({ d_model: -1 })).toThrow('d_model is -1');
      });
    },
    timeout,
  );
});

/** Returns the size of JavaScript's memory, heap and external, after garbage collection. */
async function held_bytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let i = 0; i < 3; ++i) {
    collect();
    await sleep(20); // finalizers, and the ends of workers
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

// Each of these takes milliseconds and has its own WebAssembly memory, so that even ten leaks are
// measurable.
describe('objects with their own memory', () => {
  async function live_often(count: number, work: () => Promise<void>): Promise<number> {
    for (let i = 0; i < 20; ++i) await work();
    const before = await held_bytes();
    for (let i = 0; i < count; ++i) await work();
    return ((await held_bytes()) - before) / count;
  }

  it(
    'creates and disposes of a lab 500 times',
    async () => {
      const file = new URL('../../web/engine/dist/wasm/ffn-lab.simd.wasm', import.meta.url);
      const wasm_module = await WebAssembly.compile(readFileSync(file));
      const each = await live_often(500, async () => {
        using mortal = await load({ variant: 'simd', wasm_module });
        mortal.FeedForward({ d_model: 4 }).dispose();
      });
      expect(each).toBeLessThan(4096);
    },
    timeout,
  );

  it(
    'creates and disposes of a pool 50 times',
    async () => {
      using ffn = lab.FeedForward({ d_model: 2 });
      const each = await live_often(50, async () => {
        using pool = await lab.pool({ workers: 1 });
        await pool.forward(ffn, x);
      });
      expect(each).toBeLessThan(16_384);
    },
    timeout,
  );
});
