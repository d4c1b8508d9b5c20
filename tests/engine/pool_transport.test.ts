/** Pools that share memory with their workers compared to pools that send messages. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { Tensor } from 'ffn-lab';
import { load } from 'ffn-lab';
import { same_bits, WorkerFactory } from './pool_workers.ts';

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
      expect(same_bits(await shared.forward(ffn, x, { split }), await messages.forward(ffn, x, { split })), `${tokens} tokens`).toBe(true);
    }
  });

  it('wake one worker only for a short call of two threads, and send large pieces as messages', async () => {
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

  describe.each(['hidden', 'tokens'] as const)('and a late worker: split %s', (split) => {
    const ffn = lab.FeedForward({ d_model: 256, seed: 3 });
    const x = randn([30, 256]);

    /** Calls a pool of workers that never begin, while each reading of the clock advances it by `step` ms. */
    async function call_late(step: number) {
      const late = new WorkerFactory();
      late.scripts = [`import { parentPort } from 'node:worker_threads'; ${starts}`];
      const pool = await lab.pool({ workers: 2, create_worker: late.create_worker });
      let time = 0;
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += step));
      const call = pool.forward(ffn, x, { split });
      clock.mockRestore();
      expect(late.shared_pieces).toBe(1);
      return { pool, call };
    }

    it('compute in this thread what it has not begun', async () => {
      using healthy = await lab.pool({ workers: 2 });
      const { pool, call } = await call_late(0.01);
      expect(same_bits(await call, await healthy.forward(ffn, x, { split }))).toBe(true);
      pool.dispose();
    });

    it('leave it to the worker after 8 ms', async () => {
      const { pool, call } = await call_late(9);
      expect(await Promise.race([call, sleep(50, 'pending')])).toBe('pending');
      pool.dispose();
      await expect(call).rejects.toMatchObject({ code: 'disposed' });
    });
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
