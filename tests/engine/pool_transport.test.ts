/** Pools that share memory with their workers compared to pools that send messages. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { Tensor } from 'ffn-lab';
import { load } from 'ffn-lab';
import { same_bits, WorkerFactory, worker_that_claims } from './pool_workers.ts';

const lab = await load();

function randn(shape: number[]): Tensor {
  using rng = lab.RandomState(1);
  return rng.randn(shape);
}

describe('pool, both transports', () => {
  /** A worker that starts, and then does nothing. */
  const starts = `parentPort.once('message', () => parentPort.postMessage({ kind: 'ready', lock: undefined, heap_bytes: 0 }));
    parentPort.on('message', () => undefined);`;

  it.each(['tokens', 'hidden', 'auto'] as const)('give the same bits: split %s', async (split) => {
    using ffn = lab.FeedForward({ d_model: 256, seed: 3 });
    using shared = await lab.pool({ workers: 3 });
    vi.stubGlobal('crossOriginIsolated', false);
    using messages = await lab.pool({ workers: 3 });
    vi.unstubAllGlobals();
    expect([shared.info().transport, messages.info().transport]).toEqual(['shared', 'messages']);
    for (const tokens of [1, 8, 39, 40, 300]) {
      const x = randn([tokens, 256]);
      expect(
        same_bits(
          await shared.forward(ffn, x, { split }),
          await messages.forward(ffn, x, { split }),
        ),
        `${tokens} tokens`,
      ).toBe(true);
    }
  });

  it('wake one worker only for a short call of two threads, and send other calls as messages', async () => {
    using ffn = lab.FeedForward({ d_model: 256, seed: 3 });
    const factory = new WorkerFactory();
    using pool = await lab.pool({ workers: 2, create_worker: factory.create_worker });
    for (let i = 1; i <= 3; ++i) {
      await pool.forward(ffn, randn([20, 256]));
      expect(factory.shared_pieces).toBe(i);
    }
    await pool.forward(ffn, randn([2000, 256]));
    expect([factory.count('piece'), factory.shared_pieces]).toEqual([2, 3]);
  });

  it('compute short calls in this thread while workers are busy or late', async () => {
    using ffn = lab.FeedForward({ d_model: 256, seed: 3 });
    const x = randn([30, 256]);
    const factory = new WorkerFactory();
    using healthy = await lab.pool({ workers: 2, create_worker: factory.create_worker });
    const expected = await healthy.forward(ffn, x);
    const long = healthy.forward(ffn, randn([20_000, 256]));
    expect(same_bits(await healthy.forward(ffn, x), expected)).toBe(true);
    await long;
    const late = new WorkerFactory();
    late.scripts = [`import { parentPort } from 'node:worker_threads'; ${starts}`];
    using pool = await lab.pool({ workers: 2, create_worker: late.create_worker });
    expect(same_bits(await pool.forward(ffn, x), expected)).toBe(true);
    expect(late.shared_pieces).toBe(1);
  });

  it('compute in this thread what a worker has begun and does not finish', async () => {
    using ffn = lab.FeedForward({ d_model: 256, seed: 3 });
    const x = randn([30, 256]);
    using healthy = await lab.pool({ workers: 2 });
    const factory = new WorkerFactory();
    factory.scripts = [worker_that_claims];
    using pool = await lab.pool({ workers: 2, create_worker: factory.create_worker });
    for (let i = 0; i < 3; ++i)
      expect(same_bits(await pool.forward(ffn, x), await healthy.forward(ffn, x))).toBe(true);
  });

  // A polling worker takes all of a processor's time.
  it('let idle workers sleep', async () => {
    using ffn = lab.FeedForward({ d_model: 256, seed: 3 });
    using pool = await lab.pool({ workers: 2 });
    await pool.forward(ffn, randn([300, 256]));
    await sleep(200);
    const before = process.cpuUsage();
    await sleep(1000);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(500);
  });
});
