/**
 * Leak tests: creates tens of thousands of objects of each class; none may leave WebAssembly memory
 * or Embind handles allocated.
 */
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { Lab } from 'ffn-lab';
import { load } from 'ffn-lab';
import { free_bytes, raw_of } from './fill_memory.js';
import { file_of } from './checkpoint_files.js';
import { tensor } from './misuse_table.js';

// One leaked allocation has at least 16 bytes: 25,000 of them exceed the limit six times over.
const repetitions = 25_000;
const passes = 10_000;
const leak_limit = 65_536;

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

const dataset = { inputs: tensor(2, 1), labels: [0, 1] };
const smallest = { n_vocab: 2, n_positions: 2, d_model: 1, n_heads: 1, d_ff: 1 };
const file = file_of({ a: { dtype: 'F32', shape: [1], data_offsets: [0, 4] } }, new Uint8Array(4));

const makers: Readonly<Record<string, (lab: Lab) => Disposable | Promise<Disposable>>> = {
  RandomState: (lab) => lab.RandomState(1),
  FeedForward: (lab) => lab.FeedForward({ d_model: 1, d_ff: 1 }),
  LayerNorm: (lab) => lab.LayerNorm({ features: 1 }),
  Attention: (lab) => lab.Attention({ d_model: 1, n_heads: 1 }),
  TransformerBlock: (lab) => lab.TransformerBlock({ d_model: 1, d_ff: 1 }),
  BlockStack: (lab) => lab.BlockStack({ d_model: 1, d_ff: 1, n_layers: 1 }),
  DropoutRun: (lab) => {
    using ffn = lab.FeedForward({ d_model: 1, d_ff: 1 });
    return lab.DropoutRun(ffn, { data: Float32Array.of(1), shape: [1, 1] }, { passes: 2 });
  },
  ForwardStages: (lab) => {
    using ffn = lab.FeedForward({ d_model: 1, d_ff: 1 });
    return lab.ForwardStages(ffn, { data: Float32Array.of(1), shape: [1, 1] });
  },
  TrainingRun: (lab) => lab.TrainingRun({ dataset, d_model: 1, d_ff: 1 }),
  LanguageModel: (lab) => lab.LanguageModel(smallest),
  FactTable: (lab) => {
    using model = lab.LanguageModel(smallest);
    return lab.FactTable(model, [[0, 1]]);
  },
  LanguageTraining: (lab) => lab.LanguageTraining({ ...smallest, sentences: [[0, 1]] }),
  Checkpoint: (lab) => lab.open_checkpoint(file),
  Pool: (lab) => lab.pool({ workers: 1, create_worker: () => new MockWorker() }),
};

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
  it.each(Object.keys(makers))(
    `of %s, ${repetitions} of them`,
    async (name) => {
      const make = makers[name] as (lab: Lab) => Disposable | Promise<Disposable>;
      await expect_flat(repetitions, () => {
        const made = make(lab);
        if (made instanceof Promise) return made.then((object) => object[Symbol.dispose]());
        made[Symbol.dispose]();
        return undefined;
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
      const file = new URL('../../web/engine/dist/wasm/ffn-lab.scalar.wasm', import.meta.url);
      const wasm_module = await WebAssembly.compile(readFileSync(file));
      const each = await live_often(500, async () => {
        using mortal = await load({ variant: 'scalar', wasm_module });
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

describe('passes', () => {
  const networks = {
    FeedForward: lab.FeedForward({ d_model: 2, dropout: 0.5, gated: true }),
    LayerNorm: lab.LayerNorm({ features: 2 }),
    Attention: lab.Attention({ d_model: 2, n_heads: 1, dropout: 0.5 }),
    TransformerBlock: lab.TransformerBlock({ d_model: 2, dropout: 0.5 }),
    BlockStack: lab.BlockStack({ d_model: 2, n_layers: 2 }),
  };
  const dropout_rng = lab.RandomState(1);

  it.each(Object.keys(networks) as (keyof typeof networks)[])(
    `of %s, ${passes} forward, traced and backward`,
    async (name) => {
      const network = networks[name];
      await expect_flat(passes, () => {
        network.forward(x);
        network.trace(x, { dropout_rng });
        network.backward(x);
      });
    },
    timeout,
  );

  it(
    'of a language model and its analyses',
    async () => {
      using model = lab.LanguageModel({ ...smallest, d_model: 2, init: 'pytorch' });
      using table = lab.FactTable(model, [[0, 1]]);
      const switches = [{ silenced: [0] }];
      await expect_flat(passes, () => {
        model.trace([0, 1], { switches });
        model.next_word([1], { switches });
        model.set_weights(model.weights());
        table.right({ switches });
        lab.knowledge_units(model, [0, 1]);
        lab.unit_words(model, { unit: 0 });
        lab.apply_rewrite(
          model,
          lab.rewrite(model, { prompt: [0], wanted: 1, prompts: [[0]], most_steps: 2 }),
          { scale: 0 },
        );
        model.to_safetensors();
        expect(() => model.forward([[2]])).toThrow('tokens[0] is 2');
      });
    },
    timeout,
  );

  it(
    'of a training run, and rejected calls and files',
    async () => {
      using run = lab.TrainingRun({ dataset, d_model: 2 });
      run.step(100);
      await expect_flat(passes, () => {
        run.rewind(0);
        run.step(2);
        run.predict(tensor(1, 1));
        expect(() => run.predict(x)).toThrow('x is a tensor of shape (1, 2)');
        expect(() => lab.FeedForward({ d_model: -1 })).toThrow('d_model is -1');
        expect(() => lab.dataset_from_csv('a,b\n1,no\n')).not.toThrow();
      });
    },
    timeout,
  );
});
