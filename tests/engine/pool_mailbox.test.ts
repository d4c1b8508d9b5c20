import { afterEach, describe, expect, it, vi } from 'vitest';
import { chosen_transport, Mailbox, poll } from '../../web/engine/src/pool/pool_mailbox.js';

/** The two sides of a mailbox. */
function mailboxes() {
  const pool = new Mailbox();
  return { pool, worker: new Mailbox(pool.buffer) };
}

const work = { key: 7, data: Float32Array.of(1, 2, 3, 4, 5, 6), d_model: 3, bounds: [8, 24] };

describe('pool_mailbox', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it('passes a piece and its result', () => {
    const { pool, worker } = mailboxes();
    expect([pool.is_assigned, pool.take()]).toEqual([false, undefined]);
    expect(pool.assign(work)).toBe(true);
    expect([pool.is_assigned, pool.take()]).toEqual([true, undefined]);
    expect(worker.next(0)).toEqual(work);
    expect([worker.claim(), worker.claim()]).toEqual([0, undefined]);
    worker.put(0, Float32Array.of(6, 5, 4, 3, 2, 1));
    expect(worker.finish(2 ** 32 - 65_536)).toBe(false);
    expect(pool.is_assigned).toBe(false);
    const result = pool.take();
    expect(result).toEqual({ parts: [Float32Array.of(6, 5, 4, 3, 2, 1)], heap_bytes: 2 ** 32 - 65_536 });
    expect(pool.take()).toBeUndefined();
    pool.assign(work);
    worker.put(0, new Float32Array(6));
    expect(result?.parts[0]?.[0]).toBe(6); // a copy
  });

  it('gives each range to one side: the first ones to the worker, the last ones to the pool', () => {
    const { pool, worker } = mailboxes();
    for (let by_worker = 0; by_worker <= 5; ++by_worker) {
      pool.assign({ ...work, bounds: [0, 8, 12, 14, 15, 16] });
      for (let range = 0; range < by_worker; ++range) {
        expect(worker.claim()).toBe(range);
        worker.put(
          range,
          work.data.map((value) => value + range),
        );
      }
      for (let range = 4; range >= by_worker; --range) expect(pool.take_over()).toBe(range);
      expect([worker.claim(), pool.take_over()]).toEqual([undefined, undefined]);
      worker.finish(0);
      const expected = Array.from({ length: by_worker }, (_, range) => work.data.map((value) => value + range));
      expect(pool.take()?.parts).toEqual(expected);
    }
  });

  it('lets the worker receive messages before its next piece', () => {
    const { pool, worker } = mailboxes();
    pool.announce_message();
    pool.assign(work);
    expect(worker.next(0)).toBeUndefined();
    expect(worker.next(1)).toEqual(work);
    expect(worker.next(2)).toEqual(work); // it may receive a message before the announcement
  });

  it('tells the worker whether the pool awaits a message, for each piece', () => {
    const { pool, worker } = mailboxes();
    for (const awaited of [true, false]) {
      pool.assign(work);
      if (awaited) pool.await_message();
      expect(worker.finish(0)).toBe(awaited);
      pool.take();
    }
  });

  it('has no result after a refusal', () => {
    const { pool, worker } = mailboxes();
    pool.assign(work);
    worker.refuse();
    expect([pool.is_assigned, pool.take()]).toEqual([false, undefined]);
  });

  it('accepts up to 131,072 elements and six bounds', () => {
    const { pool, worker } = mailboxes();
    const data = new Float32Array(131_072).fill(1);
    expect(pool.assign({ ...work, data: new Float32Array(131_073) })).toBe(false);
    expect(pool.assign({ ...work, bounds: [0, 1, 2, 3, 4, 5, 6, 7] })).toBe(false);
    expect(pool.is_assigned).toBe(false);
    expect(pool.assign({ ...work, data })).toBe(true);
    expect(worker.next(0)?.data).toEqual(data);
  });

  it('polls, then sleeps until the pool rings', () => {
    const { pool, worker } = mailboxes();
    vi.spyOn(performance, 'now').mockImplementation(() => 0);
    const wait = vi.spyOn(Atomics, 'wait').mockImplementation(() => (pool.assign(work), 'ok'));
    vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(2);
    expect(worker.next(0)).toEqual(work);
    expect(wait).toHaveBeenCalledTimes(1);
    expect(wait.mock.calls[0]?.slice(1)).toEqual([0, 0]);
  });

  it('stops polling after the given time', () => {
    let calls = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => 0.1 * ++calls);
    expect(poll(1, () => false)).toBe(false);
    expect([10, 11, 12]).toContain(calls);
    expect(poll(1, () => true)).toBe(true);
  });

  it('is used where threads may share memory', () => {
    vi.stubGlobal('crossOriginIsolated', true);
    expect(chosen_transport()).toEqual({ transport: 'shared', transport_reason: 'this page is cross-origin isolated' });
    vi.stubGlobal('crossOriginIsolated', false);
    expect(chosen_transport()).toEqual({ transport: 'messages', transport_reason: 'this page is not cross-origin isolated' });
    vi.stubGlobal('crossOriginIsolated', undefined);
    expect(chosen_transport()).toEqual({ transport: 'shared', transport_reason: 'threads of this platform share memory' });
    vi.stubGlobal('SharedArrayBuffer', undefined);
    expect(chosen_transport()).toEqual({ transport: 'messages', transport_reason: 'this platform has no SharedArrayBuffer' });
  });
});
