import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { FeedForward, FfnError, Lab, PoolForwardOptions, PoolProgress, Tensor } from 'ffn-lab';
import { load } from 'ffn-lab';
import { describe_each_transport, same_bits, WorkerFactory } from './pool_workers.ts';
import { load_each } from './variants.js';

const tokens_split: PoolForwardOptions = { split: 'tokens' };
const hidden_split: PoolForwardOptions = { split: 'hidden' };

function randn(lab: Lab, shape: number[], seed = 1): Tensor {
  using rng = lab.RandomState(seed);
  return rng.randn(shape);
}

/** Returns the largest difference, relative to the largest value. */
function distance(a: Tensor, b: Tensor): number {
  const largest = (values: Float32Array) =>
    values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return largest(a.data.map((value, index) => value - (b.data[index] ?? NaN))) / largest(b.data);
}

const labs = await load_each();

describe_each_transport('pool', () => {
  describe.each(labs)('variant %s', (_variant, lab) => {
    it.each([1, 3])(
      'is bit-identical to forward with %i workers and split tokens',
      async (workers) => {
        using ffn = lab.FeedForward({ d_model: 48, d_ff: 100, seed: 3 });
        using pool = await lab.pool({ workers });
        expect(pool.workers).toBe(workers);
        for (const tokens of [0, 1, 2, 7, 64, 191, 192, 193, 1000]) {
          const x = randn(lab, [tokens, 48]);
          expect(
            same_bits(await pool.forward(ffn, x, tokens_split), ffn.forward(x)),
            `${tokens} tokens`,
          ).toBe(true);
        }
      },
    );

    it.each([
      { gated: true, activation: 'silu' },
      { bias: false, activation: 'relu' },
      { activation: 'gelu_tanh' },
    ] as const)('supports every kind of network: %o', async (kind) => {
      using ffn = lab.FeedForward({ d_model: 16, d_ff: 52, seed: 3, ...kind });
      using pool = await lab.pool({ workers: 3 });
      const x = randn(lab, [2, 5, 16]);
      expect(same_bits(await pool.forward(ffn, x, tokens_split), ffn.forward(x))).toBe(true);
      expect(distance(await pool.forward(ffn, x, hidden_split), ffn.forward(x))).toBeLessThan(1e-6);
    });

    it('splits hidden units: equal to forward within rounding, and deterministic', async () => {
      using ffn = lab.FeedForward({ d_model: 64, d_ff: 32, seed: 3 }); // four panels for five workers
      for (const workers of [1, 3, 5]) {
        using pool = await lab.pool({ workers });
        for (const tokens of [1, 2, 7, 30]) {
          const x = randn(lab, [tokens, 64]);
          const output = await pool.forward(ffn, x, hidden_split);
          expect(distance(output, ffn.forward(x))).toBeLessThan(1e-6);
          for (let i = 0; i < 5; ++i)
            expect(same_bits(await pool.forward(ffn, x, hidden_split), output)).toBe(true);
        }
      }
    });

    it("updates the workers' weights: forward, write a weight, forward", async () => {
      using ffn = lab.FeedForward({ d_model: 16, seed: 3 });
      using other = lab.FeedForward({ d_model: 16, seed: 4 });
      using pool = await lab.pool({ workers: 2 });
      const x = randn(lab, [9, 16]);
      const changes: (() => void)[] = [
        () => undefined,
        () => ffn.set_weights({ b2: { data: new Float32Array(16).fill(7), shape: [16] } }),
        () => (ffn.activation = 'relu'),
        () => ffn.load_state_dict(other.state_dict()),
        () => {
          const [layer, from] = [ffn.layers[0], other.layers[0]];
          if (layer?.kind === 'linear' && from?.kind === 'linear')
            layer.weight = { ...from.weight, data: from.weight.data.map((w) => -w) };
        },
      ];
      let before: Tensor | undefined;
      for (const change of changes) {
        change();
        const expected = ffn.forward(x);
        if (before !== undefined) expect(same_bits(expected, before)).toBe(false);
        for (const split of ['tokens', 'auto'] as const)
          expect(same_bits(await pool.forward(ffn, x, { split }), expected)).toBe(true);
        expect(distance(await pool.forward(ffn, x, hidden_split), expected)).toBeLessThan(1e-6);
        before = expected;
      }
    });

    it('computes with the weights at the time of the call', async () => {
      using ffn = lab.FeedForward({ d_model: 64, seed: 3 });
      using pool = await lab.pool({ workers: 1 });
      const x = randn(lab, [16_000, 64]); // two pieces, the second of which is sent later
      const expected = ffn.forward(x);
      const progress: number[] = [];
      const early = pool.forward(ffn, x, { on_progress: ({ done }) => progress.push(done) });
      ffn.activation = 'relu';
      const late = pool.forward(ffn, x);
      const relu = ffn.forward(x);
      ffn.dispose();
      expect(same_bits(await early, expected)).toBe(true);
      expect(same_bits(await late, relu)).toBe(true);
      expect(progress).toHaveLength(2);
    });

    it('computes concurrent calls, each with its own result', async () => {
      using one = lab.FeedForward({ d_model: 16, seed: 3 });
      using two = lab.FeedForward({ d_model: 24, seed: 4, gated: true });
      using pool = await lab.pool({ workers: 3 });
      const calls = Array.from({ length: 40 }, (_, index) => {
        const ffn = index % 2 === 0 ? one : two;
        const x = randn(lab, [1 + index * 7, ffn.d_model], index);
        return { output: pool.forward(ffn, x, tokens_split), expected: ffn.forward(x) };
      });
      for (const { output, expected } of calls)
        expect(same_bits(await output, expected)).toBe(true);
    });

    it('does not leak memory over a thousand calls, changes and networks', async () => {
      using ffn = lab.FeedForward({ d_model: 32, seed: 3 });
      using pool = await lab.pool({ workers: 2 });
      const x = randn(lab, [10, 32]);
      const use_network = async (index: number) => {
        await pool.forward(ffn, x, index % 2 === 0 ? hidden_split : tokens_split);
        if (index % 10 === 0)
          ffn.set_weights({ b1: { data: new Float32Array(128).fill(index), shape: [128] } });
        if (index % 10 !== 5) return;
        using passing = lab.FeedForward({ d_model: 64, seed: index });
        await pool.forward(passing, randn(lab, [4, 64]));
      };
      for (let i = 0; i < 50; ++i) await use_network(i);
      const heaps = [pool.info().heap_bytes, lab.info().heap_bytes];
      for (let i = 0; i < 1000; ++i) await use_network(i);
      expect([pool.info().heap_bytes, lab.info().heap_bytes]).toEqual(heaps);
      expect(heaps[0]).toBeGreaterThan(0);
    });
  });
});

const lab = await load();

describe_each_transport('pool', (transport) => {
  it('sends the weights once, and gives workers each piece but its own', async () => {
    const ffn = lab.FeedForward({ d_model: 256, seed: 3 });
    const factory = new WorkerFactory();
    using pool = await lab.pool({ workers: 2, create_worker: factory.create_worker });
    const x = randn(lab, [300, 256]);
    for (const networks of [2, 0, 0]) {
      await pool.forward(ffn, x, tokens_split);
      expect(factory.sent.filter(({ data }) => data !== undefined && data.byteLength > 0)).toEqual(
        [],
      ); // transferred, not copied
      expect([factory.count('network'), factory.pieces()]).toEqual([networks, 1]);
    }
    expect([x.data.length, factory.count('start'), factory.count('forget')]).toEqual([
      300 * 256,
      2,
      0,
    ]);
    ffn.activation = 'relu';
    await pool.forward(ffn, x);
    expect([factory.count('forget'), factory.count('network')]).toEqual([2, 2]);
    ffn.dispose();
    expect(factory.count('forget')).toBe(2);
    expect(factory.made).toHaveLength(2);
  });

  it('writes into a given array, which may be the input', async () => {
    using ffn = lab.FeedForward({ d_model: 64, seed: 3 });
    using pool = await lab.pool({ workers: 2 });
    for (const tokens of [1, 5, 20_000]) {
      for (const split of ['tokens', 'hidden'] as const) {
        const x = randn(lab, [tokens, 64]);
        const expected = await pool.forward(ffn, x, { split });
        const output = new Float32Array(x.data.length);
        expect((await pool.forward(ffn, x, { split, output })).data).toBe(output);
        expect(same_bits({ data: output, shape: x.shape }, expected)).toBe(true);
        expect(same_bits(await pool.forward(ffn, x, { split, output: x.data }), expected)).toBe(
          true,
        );
      }
    }
  });

  it('reports progress in tokens, up to all tokens', async () => {
    using ffn = lab.FeedForward({ d_model: 64, seed: 3 });
    using pool = await lab.pool({ workers: 2 });
    const reports: PoolProgress[] = [];
    const on_progress = (progress: PoolProgress) => reports.push(progress);
    await pool.forward(ffn, randn(lab, [50_000, 64]), { on_progress });
    expect(reports.length).toBeGreaterThan(4);
    expect(
      reports.every(
        ({ done, total }, index) => total === 50_000 && done > (reports[index - 1]?.done ?? 0),
      ),
    ).toBe(true);
    expect(reports.at(-1)).toEqual({ done: 50_000, total: 50_000 });
    reports.length = 0;
    await pool.forward(ffn, randn(lab, [3, 64]), { on_progress, split: 'hidden' });
    expect(reports).toEqual([{ done: 3, total: 3 }]);
  });

  it('reports how it hands over work, and why', async () => {
    using pool = await lab.pool({ workers: 1 });
    const reasons = {
      shared: 'threads of this platform share memory',
      messages: 'this page is not cross-origin isolated',
    };
    expect(pool.info()).toMatchObject({ transport, transport_reason: reasons[transport] });
  });

  it('reports the number of workers and why there are not more', async () => {
    using three = await lab.pool({ workers: 3 });
    expect(three.info()).toMatchObject({ workers: 3, limit: 'the requested number' });
    using default_pool = await lab.pool();
    expect(default_pool.info().limit).toMatch(
      /^(the number of processors that this machine reports: \d|at most 8 by default)$/,
    );
    expect(default_pool.info().workers).toBe(default_pool.workers);
    expect(default_pool.info().heap_bytes).toBeGreaterThan(0);
  });

  it('starts workers from an address', async () => {
    using ffn = lab.FeedForward({ d_model: 8, seed: 3 });
    const address = new URL('../../web/engine/dist/worker.node.js', import.meta.url);
    const x = randn(lab, [3, 8]);
    for (const worker_url of [address, address.href]) {
      using pool = await lab.pool({ workers: 1, worker_url });
      expect(same_bits(await pool.forward(ffn, x), ffn.forward(x))).toBe(true);
    }
  });

  it('keeps Node alive only while a call is pending', () => {
    const run = (...lines: string[]) => {
      const text = [
        "import { load } from 'ffn-lab'; const lab = await load(); const pool = await lab.pool({ workers: 2 });",
        ...lines,
      ];
      const cwd = new URL('../', import.meta.url);
      return execFileSync(process.execPath, ['--input-type=module', '-e', text.join('\n')], {
        cwd,
        encoding: 'utf8',
        timeout: 50_000,
      });
    };
    const forward =
      'pool.forward(lab.FeedForward({ d_model: 64 }), { data: new Float32Array(6400), shape: [100, 64] })';
    expect(run()).toBe('');
    expect(run(`${forward}.then(({ shape }) => console.log(shape));`)).toBe('[ 100, 64 ]\n');
    expect(run(`await ${forward};`, "console.log('alive');")).toBe('alive\n');
  });

  it('is disposed with its lab', async () => {
    const other = await load();
    const pool = await other.pool({ workers: 1 });
    const starting = other.pool({ workers: 1 });
    other.dispose();
    const disposed = expect.objectContaining({
      code: 'disposed',
      message: 'the lab of this Pool has been disposed',
    }) as FfnError;
    await expect(starting).rejects.toEqual(disposed);
    expect(() => pool.info()).toThrow(disposed);
    await expect(pool.forward({} as FeedForward, {} as Tensor)).rejects.toEqual(disposed);
    await expect(other.pool()).rejects.toMatchObject({ code: 'disposed' });
  });
});
