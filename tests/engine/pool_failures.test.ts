/** Failures of a pool: lost workers, failed starts, disposal. No call may hang or be wrong. */
import { afterEach, expect, it, vi } from 'vitest';
import type { FfnError, PoolForwardOptions } from 'ffn-lab';
import { error_of, expect_usable, expected, ffn, lab, long_x, randn, x } from './pool_example.js';
import { describe_each_transport, same_bits, WorkerFactory, worker_that } from './pool_workers.js';

describe_each_transport('pool, lost workers', () => {
  it.each([{ split: 'tokens' }, { split: 'hidden' }] as const)(
    'assigns the piece of a lost worker to another: %o',
    async (options: PoolForwardOptions) => {
      const factory = new WorkerFactory();
      using pool = await lab.pool({ workers: 2, create_worker: factory.create_worker });
      const undisturbed = await pool.forward(ffn, long_x, options);
      for (const victims of [1, 2]) {
        const call = pool.forward(ffn, long_x, options);
        await Promise.all(factory.running.slice(-victims).map((worker) => worker.terminate()));
        expect(same_bits(await call, undisturbed)).toBe(true);
      }
      expect(factory.made).toHaveLength(5);
      await expect_usable(pool);
    },
  );

  it.each([
    ['ends', 'process.exit(3)', /a worker of the pool was lost: it ended with exit code 3/],
    [
      'throws',
      "throw new Error('injected failure')",
      /a worker of the pool was lost: injected failure/,
    ],
    [
      'breaks',
      "parentPort.postMessage({ kind: 'broken', error: { code: 'worker_failed', message: 'unreachable' } })",
      /^unreachable$/,
    ],
  ])(
    'fails a piece during which two workers were lost: a worker that %s',
    async (_what, on_piece, message) => {
      const factory = new WorkerFactory();
      factory.scripts = [worker_that(on_piece)];
      using pool = await lab.pool({ workers: 2, create_worker: factory.create_worker });
      const calls = [pool.forward(ffn, long_x), pool.forward(ffn, long_x, { split: 'hidden' })];
      for (const error of await Promise.all(calls.map(error_of)))
        expect(error).toMatchObject({
          code: 'worker_failed',
          message: expect.stringMatching(message) as string,
        });
      factory.scripts = [];
      for (const worker of factory.made) await worker.terminate();
      await expect_usable(pool);
    },
  );

  it('replaces a worker whose message cannot be read', async () => {
    const factory = new WorkerFactory();
    using pool = await lab.pool({ workers: 1, create_worker: factory.create_worker });
    const call = pool.forward(ffn, x, { split: 'tokens' });
    factory.made[0]?.emit('messageerror', new Error('unreadable'));
    expect(same_bits(await call, expected)).toBe(true);
    expect(factory.made).toHaveLength(2);
  });

  it('replaces a worker that was lost between calls', async () => {
    const factory = new WorkerFactory();
    using pool = await lab.pool({ workers: 2, create_worker: factory.create_worker });
    await factory.made[0]?.terminate();
    expect(pool.info().workers).toBe(1);
    await expect_usable(pool);
    expect(pool.info().workers).toBe(2);
  });

  it('reports that the weights of the call no longer exist', async () => {
    using changing = lab.FeedForward({ d_model: 16, d_ff: 4096, seed: 3 });
    const factory = new WorkerFactory();
    using pool = await lab.pool({ workers: 1, create_worker: factory.create_worker });
    const call = pool.forward(changing, x);
    changing.activation = 'relu';
    await factory.made[0]?.terminate();
    const error = await error_of(call);
    expect([error.code, error.message]).toEqual([
      'worker_failed',
      expect.stringContaining('the network has been changed or disposed since'),
    ]);
    expect(await pool.forward(changing, x, { split: 'tokens' })).toEqual(changing.forward(x));
  });

  it('rejects every call while no worker can be created, and recovers afterwards', async () => {
    const factory = new WorkerFactory();
    let refuse = false;
    const create_worker = () => {
      if (refuse) throw new RangeError('no more threads');
      return factory.create_worker();
    };
    using pool = await lab.pool({ workers: 1, create_worker });
    const calls = [pool.forward(ffn, x), pool.forward(ffn, long_x)];
    refuse = true;
    await factory.made[0]?.terminate();
    for (const call of [...calls, pool.forward(ffn, x)]) {
      const error = await error_of(call);
      expect([error.code, error.message]).toEqual([
        'worker_failed',
        'a worker of the pool was lost: no more threads',
      ]);
      expect(error.cause).toBeInstanceOf(RangeError);
    }
    refuse = false;
    await expect_usable(pool);
  });

  it('reports errors of the core in a worker, which stays usable', async () => {
    const refusal = {
      code: 'out_of_memory',
      message: 'full',
      argument: 'a',
      value: 'b',
      expected: 'c',
      reason: 'd',
    } as const;
    const factory = new WorkerFactory();
    factory.scripts = [
      worker_that(`parentPort.postMessage({ kind: 'refused', error: ${JSON.stringify(refusal)} })`),
    ];
    using pool = await lab.pool({ workers: 1, create_worker: factory.create_worker });
    for (let i = 0; i < 3; ++i) expect(await error_of(pool.forward(ffn, x))).toMatchObject(refusal);
    expect(factory.made).toHaveLength(1);
  });

  it('detects arrays that were transferred before the call was settled', async () => {
    using pool = await lab.pool({ workers: 1 });
    const transferred = randn([8000, 16]);
    const call = pool.forward(ffn, transferred);
    structuredClone(transferred.data, { transfer: [transferred.data.buffer] }); // before its second piece is sent
    const detached = 'is data of 0 elements; expected 128000 until the call is settled';
    expect(await error_of(call)).toMatchObject({
      code: 'invalid_argument',
      message: `x ${detached}`,
      argument: 'x',
    });
    await expect_usable(pool);
    const output = new Float32Array(long_x.data.length);
    const without_output = pool.forward(ffn, long_x, { output });
    structuredClone(output, { transfer: [output.buffer] });
    expect(await error_of(without_output)).toMatchObject({
      code: 'invalid_argument',
      message: `output ${detached}`,
    });
    await expect_usable(pool);
  });
});

describe_each_transport('pool, start', () => {
  afterEach(() => vi.useRealTimers());

  it('rejects with the reason if no worker starts', async () => {
    const missing = new URL('no_such_worker.js', import.meta.url);
    expect(await error_of(lab.pool({ workers: 2, worker_url: missing }))).toMatchObject({
      code: 'worker_failed',
    });
    const broken = { module: 1 };
    const factory = new WorkerFactory();
    factory.scripts = [
      `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => process.exit(${broken.module}));`,
    ];
    const error = await error_of(lab.pool({ workers: 2, create_worker: factory.create_worker }));
    expect([error.code, error.message]).toEqual([
      'worker_failed',
      'a worker of the pool was lost: it ended with exit code 1',
    ]);
  });

  it('uses the workers that start and reports how many did not', async () => {
    const factory = new WorkerFactory();
    factory.scripts = ['process.exit(1)', undefined, undefined];
    using pool = await lab.pool({ workers: 3, create_worker: factory.create_worker });
    expect(pool.workers).toBe(2);
    expect(pool.info().limit).toBe(
      '1 of 3 did not start: a worker of the pool was lost: it ended with exit code 1',
    );
    await expect_usable(pool);
  });

  it('gives up on a script that sends no messages', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const factory = new WorkerFactory();
    factory.scripts = ['setInterval(() => undefined, 1000)'];
    const pool = error_of(lab.pool({ workers: 1, create_worker: factory.create_worker }));
    vi.advanceTimersByTime(60_000);
    expect((await pool).message).toBe(
      'a worker of the pool was lost: it did not report that it was ready within 60 s of its start',
    );
  });
});

describe_each_transport('pool, disposal', () => {
  it('rejects pending calls, ends the workers, and may be repeated', async () => {
    const factory = new WorkerFactory();
    const pool = await lab.pool({ workers: 2, create_worker: factory.create_worker });
    const ended = factory.made.map(
      (worker) => new Promise((resolve) => worker.once('exit', resolve)),
    );
    const calls = [pool.forward(ffn, long_x), pool.forward(ffn, x)];
    pool.dispose();
    pool.dispose();
    const disposed = { code: 'disposed', message: 'this Pool has been disposed' };
    for (const call of [...calls, pool.forward(ffn, x)])
      expect(await error_of(call)).toMatchObject(disposed);
    expect(() => pool.info()).toThrow(expect.objectContaining(disposed) as FfnError);
    await Promise.all(ended);
  });
});
