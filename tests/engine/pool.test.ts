import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { FeedForward, FfnError, Lab, PoolForwardOptions, PoolProgress, Tensor } from 'ffn-lab';
import { load } from 'ffn-lab';
import { plan, takes_piece } from '../../web/engine/src/pool_plan.js';
import { same_bits, WorkerFactory } from './pool_workers.ts';
import { load_each } from './variants.js';

const tokens_split: PoolForwardOptions = { split: 'tokens' };
const hidden_split: PoolForwardOptions = { split: 'hidden' };

function randn(lab: Lab, shape: number[], seed = 1): Tensor {
  using rng = lab.RandomState(seed);
  return rng.randn(shape);
}

/** Returns the largest difference, relative to the largest value. */
function distance(a: Tensor, b: Tensor): number {
  const largest = (values: Float32Array) => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return largest(a.data.map((value, index) => value - (b.data[index] ?? NaN))) / largest(b.data);
}

describe.each(await load_each())('pool, variant %s', (_variant, lab) => {
  it.each([1, 2, 3, 5])('is bit-identical to forward with %i workers and split tokens', async (workers) => {
    using ffn = lab.FeedForward({ d_model: 48, d_ff: 100, seed: 3 });
    using pool = await lab.pool({ workers });
    expect(pool.workers).toBe(workers);
    for (const tokens of [0, 1, 2, 7, 64, 191, 192, 193, 1000]) {
      const x = randn(lab, [tokens, 48]);
      expect(same_bits(await pool.forward(ffn, x, tokens_split), ffn.forward(x)), `${tokens} tokens`).toBe(true);
    }
  });

  it.each([{ gated: true, activation: 'silu' }, { bias: false, activation: 'relu' }, { activation: 'gelu_tanh' }] as const)(
    'supports every kind of network: %o',
    async (kind) => {
      using ffn = lab.FeedForward({ d_model: 16, d_ff: 52, seed: 3, ...kind });
      using pool = await lab.pool({ workers: 3 });
      const x = randn(lab, [2, 5, 16]);
      expect(same_bits(await pool.forward(ffn, x, tokens_split), ffn.forward(x))).toBe(true);
      expect(distance(await pool.forward(ffn, x, hidden_split), ffn.forward(x))).toBeLessThan(1e-6);
    },
  );

  it('splits hidden units: equal to forward within rounding, and deterministic', async () => {
    using ffn = lab.FeedForward({ d_model: 64, seed: 3 });
    for (const workers of [1, 2, 3, 5, 40]) {
      if (workers === 40 && lab.info().variant !== 'simd') continue; // more workers than panels of units: one variant is enough
      using pool = await lab.pool({ workers });
      for (const tokens of [1, 2, 7, 30]) {
        const x = randn(lab, [tokens, 64]);
        const output = await pool.forward(ffn, x, hidden_split);
        expect(distance(output, ffn.forward(x))).toBeLessThan(1e-6);
        for (let i = 0; i < 5; ++i) expect(same_bits(await pool.forward(ffn, x, hidden_split), output)).toBe(true);
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
        if (layer?.kind === 'linear' && from?.kind === 'linear') layer.weight = { ...from.weight, data: from.weight.data.map((w) => -w) };
      },
    ];
    let before: Tensor | undefined;
    for (const change of changes) {
      change();
      const expected = ffn.forward(x);
      if (before !== undefined) expect(same_bits(expected, before)).toBe(false);
      for (const split of ['tokens', 'auto'] as const) expect(same_bits(await pool.forward(ffn, x, { split }), expected)).toBe(true);
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
    for (const { output, expected } of calls) expect(same_bits(await output, expected)).toBe(true);
  });

  it('does not leak memory over a thousand calls, changes and networks', async () => {
    using ffn = lab.FeedForward({ d_model: 32, seed: 3 });
    using pool = await lab.pool({ workers: 2 });
    const x = randn(lab, [10, 32]);
    const use_network = async (index: number) => {
      await pool.forward(ffn, x, index % 2 === 0 ? hidden_split : tokens_split);
      if (index % 10 === 0) ffn.set_weights({ b1: { data: new Float32Array(128).fill(index), shape: [128] } });
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

describe('pool', async () => {
  const lab = await load();

  it('sends the weights once, transfers the input in pieces, and sends one message for each piece but its own', async () => {
    const ffn = lab.FeedForward({ d_model: 256, seed: 3 });
    const factory = new WorkerFactory();
    using pool = await lab.pool({ workers: 2, create_worker: factory.create_worker });
    const x = randn(lab, [300, 256]);
    for (const networks of [2, 0, 0]) {
      await pool.forward(ffn, x, tokens_split);
      expect(factory.sent.filter(({ data }) => data !== undefined && data.byteLength > 0)).toEqual([]); // transferred, not copied
      expect([factory.count('network'), factory.count('piece')]).toEqual([networks, 1]);
    }
    expect([x.data.length, factory.count('start'), factory.count('forget')]).toEqual([300 * 256, 2, 0]);
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
        expect(same_bits(await pool.forward(ffn, x, { split, output: x.data }), expected)).toBe(true);
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
    expect(reports.every(({ done, total }, index) => total === 50_000 && done > (reports[index - 1]?.done ?? 0))).toBe(true);
    expect(reports.at(-1)).toEqual({ done: 50_000, total: 50_000 });
    reports.length = 0;
    await pool.forward(ffn, randn(lab, [3, 64]), { on_progress, split: 'hidden' });
    expect(reports).toEqual([{ done: 3, total: 3 }]);
  });

  it('reports the number of workers and why there are not more', async () => {
    using three = await lab.pool({ workers: 3 });
    expect(three.info()).toMatchObject({ workers: 3, limit: 'the requested number' });
    using default_pool = await lab.pool();
    expect(default_pool.info().limit).toMatch(/^(the number of processors that this machine reports: \d|at most 8 by default)$/);
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
      const text = ["import { load } from 'ffn-lab'; const lab = await load(); const pool = await lab.pool({ workers: 2 });", ...lines];
      const cwd = new URL('../', import.meta.url);
      return execFileSync(process.execPath, ['--input-type=module', '-e', text.join('\n')], { cwd, encoding: 'utf8', timeout: 50_000 });
    };
    const forward = 'pool.forward(lab.FeedForward({ d_model: 64 }), { data: new Float32Array(6400), shape: [100, 64] })';
    expect(run()).toBe('');
    expect(run(`${forward}.then(({ shape }) => console.log(shape));`)).toBe('[ 100, 64 ]\n');
    expect(run(`await ${forward};`, "console.log('alive');")).toBe('alive\n');
  });

  it('is disposed with its lab', async () => {
    const other = await load();
    const pool = await other.pool({ workers: 1 });
    const starting = other.pool({ workers: 1 });
    other.dispose();
    const disposed = expect.objectContaining({ code: 'disposed', message: 'the lab of this Pool has been disposed' }) as FfnError;
    await expect(starting).rejects.toEqual(disposed);
    expect(() => pool.info()).toThrow(disposed);
    await expect(pool.forward({} as FeedForward, {} as Tensor)).rejects.toEqual(disposed);
    await expect(other.pool()).rejects.toMatchObject({ code: 'disposed' });
  });
});

describe('pool plan', () => {
  const gpt2 = { d_ff: 3072, parameter_count: 4_722_432 };
  const lengths = (tokens: number, workers: number) =>
    plan({ ...gpt2, tokens }, workers, 'tokens').map(({ tokens: { begin, end } }) => end - begin);

  it('divides tokens into whole blocks and finally one even range per worker', () => {
    expect(lengths(512, 2)).toEqual([256, 256]);
    expect(lengths(1000, 2)).toEqual([192, 192, 308, 308]);
    expect(lengths(5, 8)).toEqual([1, 1, 1, 1, 1]);
    expect(lengths(1, 2)).toEqual([1]);
  });

  it.each([1, 2, 3, 7])('covers every token and unit exactly once, on %i workers', (workers) => {
    for (const tokens of [1, 2, 39, 40, 191, 192, 193, 1000, 12_345]) {
      for (const split of ['tokens', 'hidden', 'auto'] as const) {
        for (const d_ff of [1, 8, 9, 100, 3072]) {
          const seen = new Map<string, number>();
          for (const { tokens: range, units = { begin: 0, end: d_ff } } of plan({ ...gpt2, d_ff, tokens }, workers, split)) {
            expect(range.end).toBeGreaterThan(range.begin);
            expect(units.end).toBeGreaterThan(units.begin);
            const key = `${range.begin} ${units.begin}`;
            expect(seen.has(key)).toBe(false);
            seen.set(key, (range.end - range.begin) * (units.end - units.begin));
          }
          expect([...seen.values()].reduce((sum, area) => sum + area)).toBe(tokens * d_ff);
        }
      }
    }
  });

  it('gives the calling thread a piece of short calls, a larger one to compensate for the time of messages', () => {
    const shares = (tokens: number, workers: number) => {
      const pieces = plan({ ...gpt2, tokens }, workers, 'auto');
      return {
        own: takes_piece({ ...gpt2, tokens }, pieces.length),
        units: pieces.map(({ units }) => (units ? units.end - units.begin : 0)),
      };
    };
    expect(shares(1, 2)).toEqual({ own: true, units: [1656, 1416] });
    expect(shares(1, 3)).toEqual({ own: true, units: [1184, 944, 944] });
    expect(shares(39, 2)).toEqual({ own: true, units: [1544, 1528] });
    expect(shares(40, 2).own).toBe(true);
    expect(shares(512, 2).own).toBe(false);
    expect(shares(1, 1).own).toBe(false); // with one worker, this thread stays free
    const small = { d_ff: 512, parameter_count: 131_712 };
    expect([plan({ ...small, tokens: 10 }, 2, 'auto').length, takes_piece({ ...small, tokens: 10 }, 1)]).toEqual([1, true]);
  });

  it('splits hidden units only for few tokens and enough work', () => {
    const by_units = (tokens: number, workers: number, work = gpt2) => plan({ ...work, tokens }, workers, 'auto')[0]?.units !== undefined;
    expect([by_units(1, 2), by_units(39, 2), by_units(40, 2), by_units(1, 1)]).toEqual([true, true, false, false]);
    expect(by_units(1, 2, { d_ff: 32, parameter_count: 552 })).toBe(false);
  });
});
