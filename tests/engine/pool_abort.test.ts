/** Aborted calls of a pool: each rejects with the reason, and the pool stays usable. */
import { expect, it } from 'vitest';
import { expect_usable, expected, ffn, lab, long_x, x } from './pool_example.js';
import { describe_each_transport, same_bits, WorkerFactory } from './pool_workers.js';

describe_each_transport('pool, abort', () => {
  it('before the call: sends nothing', async () => {
    const factory = new WorkerFactory();
    using pool = await lab.pool({ workers: 2, create_worker: factory.create_worker });
    const reason = new Error('not wanted');
    await expect(pool.forward(ffn, x, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(factory.pieces()).toBe(0);
    await expect_usable(pool);
  });

  it('during the call: rejects immediately with the reason and discards later results', async () => {
    const factory = new WorkerFactory();
    using pool = await lab.pool({ workers: 2, create_worker: factory.create_worker });
    const abort = new AbortController();
    const reports: number[] = [];
    const call = pool.forward(ffn, long_x, {
      signal: abort.signal,
      on_progress: ({ done }) => reports.push(done),
    });
    expect(factory.pieces()).toBe(2);
    abort.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    await expect_usable(pool);
    expect(reports).toEqual([]);
    expect(factory.pieces()).toBe(1); // only that of the next call; the queued pieces were discarded
    expect(factory.made).toHaveLength(2);
  });

  it('with disposal of the network: no worker is lost', async () => {
    const factory = new WorkerFactory();
    using pool = await lab.pool({ workers: 2, create_worker: factory.create_worker });
    for (let i = 0; i < 20; ++i) {
      using passing = lab.FeedForward({ d_model: 16, d_ff: 4096, seed: 3 });
      const abort = new AbortController();
      const call = pool.forward(passing, long_x, { signal: abort.signal });
      abort.abort();
      await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    }
    await expect_usable(pool);
    expect(factory.made).toHaveLength(2);
  });

  it('in a progress listener', async () => {
    using pool = await lab.pool({ workers: 2 });
    const abort = new AbortController();
    const reports: number[] = [];
    const on_progress = ({ done }: { done: number }) => {
      reports.push(done);
      abort.abort(new Error('enough'));
    };
    await expect(pool.forward(ffn, long_x, { signal: abort.signal, on_progress })).rejects.toThrow(
      'enough',
    );
    await expect_usable(pool);
    expect(reports).toHaveLength(1);
    const throwing = () => {
      throw new Error('failure in the listener');
    };
    await expect(pool.forward(ffn, x, { on_progress: throwing })).rejects.toThrow(
      'failure in the listener',
    );
    await expect_usable(pool);
  });

  it('after the call: has no effect; and does not affect another call', async () => {
    using pool = await lab.pool({ workers: 2 });
    const abort = new AbortController();
    const one = pool.forward(ffn, x, { signal: abort.signal });
    expect(same_bits(await one, expected)).toBe(true);
    abort.abort();
    expect(same_bits(await one, expected)).toBe(true);
    const second = new AbortController();
    const [aborted, other] = [
      pool.forward(ffn, long_x, { signal: second.signal }),
      pool.forward(ffn, x, { split: 'tokens' }),
    ];
    second.abort();
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
    expect(same_bits(await other, expected)).toBe(true);
  });
});
