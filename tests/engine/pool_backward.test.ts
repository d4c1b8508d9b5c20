import { describe, expect, it } from 'vitest';
import type { FeedForward, FeedForwardGradients, Lab, Pool, Tensor } from 'ffn-lab';
import { error_of } from './pool_example.js';
import { describe_each_transport, same_bits, WorkerFactory } from './pool_workers.ts';
import { load_each } from './variants.js';

function randn(lab: Lab, shape: number[], seed = 1): Tensor {
  using rng = lab.RandomState(seed);
  return rng.randn(shape);
}

function expect_same(actual: FeedForwardGradients, expected: FeedForwardGradients): void {
  expect(Object.keys(actual).sort()).toEqual(Object.keys(expected).sort());
  for (const [name, tensor] of Object.entries(expected) as [keyof FeedForwardGradients, Tensor][]) {
    const { [name]: given = { data: new Float32Array(), shape: [] } } = actual;
    expect(given.shape, name).toEqual(tensor.shape);
    expect(same_bits(given, tensor), name).toBe(true);
  }
}

function by_one_thread(ffn: FeedForward, x: Tensor, grad_output: Tensor): FeedForwardGradients {
  ffn.trace(x);
  return ffn.backward(grad_output);
}

const labs = await load_each();

describe_each_transport('pool.backward', () => {
  describe.each(labs)('variant %s', (_variant, lab) => {
    it.each([
      {},
      { gated: true, activation: 'silu' },
      { bias: false, activation: 'relu' },
      { gated: true, bias: false },
    ] as const)('has the bits of ffn.backward for any number of workers: %o', async (kind) => {
      using ffn = lab.FeedForward({ d_model: 44, d_ff: 100, seed: 3, ...kind });
      for (const workers of [1, 2, 3, 20]) {
        using pool = await lab.pool({ workers });
        for (const shape of [[44], [1, 44], [2, 5, 44], [70, 44], [0, 44]]) {
          const x = randn(lab, shape);
          const grad_output = randn(lab, shape, 2);
          const gradients = await pool.backward(ffn, x, grad_output);
          expect_same(gradients, by_one_thread(ffn, x, grad_output));
        }
      }
    });

    it('uses the weights at the time of the call', async () => {
      using ffn = lab.FeedForward({ d_model: 16, d_ff: 64, seed: 3 });
      using pool = await lab.pool({ workers: 2 });
      const [x, grad_output] = [randn(lab, [9, 16]), randn(lab, [9, 16], 2)];
      for (const seed of [5, 6]) {
        ffn.set_weights({ w1: randn(lab, [64, 16], seed) });
        expect_same(await pool.backward(ffn, x, grad_output), by_one_thread(ffn, x, grad_output));
      }
    });

    it('keeps the stored trace', async () => {
      using ffn = lab.FeedForward({ d_model: 16, d_ff: 64, seed: 3 });
      using pool = await lab.pool({ workers: 2 });
      const x = randn(lab, [3, 16]);
      const expected = by_one_thread(ffn, x, x);
      await pool.backward(ffn, randn(lab, [5, 16], 4), randn(lab, [5, 16], 5));
      expect_same(ffn.backward(x), expected);
    });

    it('overwrites the arrays of `into` and returns it', async () => {
      using ffn = lab.FeedForward({ d_model: 16, d_ff: 64, seed: 3, gated: true });
      using pool = await lab.pool({ workers: 2 });
      const first = await pool.backward(ffn, randn(lab, [4, 16], 8), randn(lab, [4, 16], 9));
      const arrays = Object.values(first as object).map(({ data }: Tensor) => data);
      const [x, grad_output] = [randn(lab, [4, 16]), randn(lab, [4, 16], 2)];
      const second = await pool.backward(ffn, x, grad_output, { into: first });
      expect(second).toBe(first);
      expect(Object.values(second as object).map(({ data }: Tensor) => data)).toEqual(arrays);
      expect_same(second, by_one_thread(ffn, x, grad_output));
    });

    it('computes several calls, of passes and gradients, at once', async () => {
      using ffn = lab.FeedForward({ d_model: 16, d_ff: 64, seed: 3 });
      using pool = await lab.pool({ workers: 2 });
      const inputs = [1, 2, 3, 4].map((seed) => randn(lab, [300, 16], seed));
      const [gradients, outputs] = await Promise.all([
        Promise.all(inputs.map((x) => pool.backward(ffn, x, x))),
        Promise.all(inputs.map((x) => pool.forward(ffn, x, { split: 'tokens' }))),
      ]);
      inputs.forEach((x, index) => {
        expect_same(gradients[index] as FeedForwardGradients, by_one_thread(ffn, x, x));
        expect(same_bits(outputs[index] as Tensor, ffn.forward(x))).toBe(true);
      });
    });
  });

  const [[, lab]] = labs as [[string, Lab]];

  it('keeps the workers’ parts of the weights and their arrays between calls', async () => {
    using ffn = lab.FeedForward({ d_model: 16, d_ff: 64, seed: 3 });
    const factory = new WorkerFactory();
    using pool = await lab.pool({ workers: 2, create_worker: factory.create_worker });
    const [x, grad_output] = [randn(lab, [9, 16]), randn(lab, [9, 16], 2)];
    const counts = [];
    for (let call = 1; call <= 3; ++call) {
      await pool.backward(ffn, x, grad_output);
      counts.push(['network', 'units', 'features'].map((kind) => factory.count(kind)));
    }
    expect(counts).toEqual([
      [2, 2, 2],
      [0, 2, 2],
      [0, 2, 2],
    ]);
  });

  it.each(['units', 'features'])('repeats the work of a worker lost with %s', async (kind) => {
    using ffn = lab.FeedForward({ d_model: 16, d_ff: 64, seed: 3 });
    const factory = new WorkerFactory();
    using pool = await lab.pool({ workers: 2, create_worker: factory.create_worker });
    const x = randn(lab, [9, 16]);
    await pool.backward(ffn, x, x);
    const [worker] = factory.made;
    const post = worker?.postMessage.bind(worker);
    if (worker)
      worker.postMessage = (message: { kind: string }, transfer: never) =>
        message.kind === kind ? void worker.terminate() : post?.(message, transfer);
    expect_same(await pool.backward(ffn, x, x), by_one_thread(ffn, x, x));
    expect(factory.made.length).toBe(3);
  });

  const rejected: Record<string, [(pool: Pool, ffn: FeedForward) => Promise<unknown>, string]> = {
    'another shape of grad_output': [
      (pool, ffn) => pool.backward(ffn, randn(lab, [3, 16]), randn(lab, [4, 16])),
      'grad_output is (4, 16); expected shape (3, 16)',
    ],
    'an x of other features': [
      (pool, ffn) => pool.backward(ffn, randn(lab, [3, 8]), randn(lab, [3, 8])),
      'x is a tensor of shape (3, 8); expected a last dimension of 16',
    ],
    'an array of `into` of another shape': [
      async (pool, ffn) => {
        const x = randn(lab, [3, 16]);
        const into = await pool.backward(ffn, x, x);
        return pool.backward(ffn, x, x, { into: { ...into, w2: randn(lab, [64, 16]) } });
      },
      'into.w2 is (64, 16); expected shape (16, 64)',
    ],
    'x of no tensor': [
      (pool, ffn) => pool.backward(ffn, [1] as unknown as Tensor, randn(lab, [16])),
      'x is an array of 1; expected a tensor: { data: Float32Array.from(x), shape: [1] }',
    ],
  };
  it.each(Object.entries(rejected))('rejects %s', async (_name, [call, message]) => {
    using ffn = lab.FeedForward({ d_model: 16, d_ff: 64, seed: 3 });
    using pool = await lab.pool({ workers: 2 });
    expect((await error_of(call(pool, ffn))).message).toBe(message);
    const x = randn(lab, [3, 16]);
    expect_same(await pool.backward(ffn, x, x), by_one_thread(ffn, x, x));
  });

  it('rejects with the reason of an aborted signal', async () => {
    using ffn = lab.FeedForward({ d_model: 16, d_ff: 64, seed: 3 });
    using pool = await lab.pool({ workers: 2 });
    const x = randn(lab, [3, 16]);
    const aborted = AbortSignal.abort('before');
    await expect(pool.backward(ffn, x, x, { signal: aborted })).rejects.toBe('before');
    const controller = new AbortController();
    const pending = pool.backward(ffn, x, x, { signal: controller.signal });
    controller.abort('during');
    await expect(pending).rejects.toBe('during');
    expect_same(await pool.backward(ffn, x, x), by_one_thread(ffn, x, x));
  });
});
