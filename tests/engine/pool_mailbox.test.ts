import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Job } from '../../web/engine/src/pool/pool_mailbox.js';
import {
  chosen_transport,
  fits_mailbox,
  Mailbox,
  poll,
} from '../../web/engine/src/pool/pool_mailbox.js';

const data = Float32Array.of(1, 2, 3, 4, 5, 6);
const job: Job = {
  number: 1,
  key: 7,
  data,
  d_model: 3,
  ranges: Int32Array.of(0, 8, 16, 32, 8, 16),
  starts: Int32Array.of(0, 2, 3),
  piece: 1,
  poll_ms: 8,
};

/** The two sides of a mailbox. */
function mailboxes() {
  const pool = new Mailbox();
  return { pool, worker: new Mailbox(pool.buffer) };
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('pool_mailbox', () => {
  it('passes a job and its results', () => {
    const { pool, worker } = mailboxes();
    pool.assign(job);
    expect(worker.next(0)).toEqual(job);
    expect(pool.result(job, 2)).toBeUndefined();
    worker.put(job, 2, Float32Array.of(6, 5, 4, 3, 2, 1), 2 ** 32 - 65_536);
    expect([pool.result(job, 2), pool.result(job, 1)]).toEqual([
      Float32Array.of(6, 5, 4, 3, 2, 1),
      undefined,
    ]);
    expect(pool.heap_bytes).toBe(2 ** 32 - 65_536);
  });

  it('ignores the results of an earlier job, also when they arrive late', () => {
    const { pool, worker } = mailboxes();
    const next = { ...job, number: 2 };
    pool.assign(job);
    worker.put(job, 0, data, 0);
    pool.assign(next);
    worker.put(job, 1, data, 0);
    expect([0, 1, 2].map((index) => pool.result(next, index))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('keeps the input of a larger job when a result of an earlier one arrives late', () => {
    const { pool, worker } = mailboxes();
    pool.assign(job);
    const early = worker.next(0)!;
    const larger = { ...job, number: 2, data: new Float32Array(60).fill(5) };
    pool.assign(larger);
    for (const range of [0, 1, 2]) worker.put(early, range, data, 0);
    expect(worker.next(0)).toEqual(larger);
  });

  it('lets the worker receive messages before its next job', () => {
    const { pool, worker } = mailboxes();
    pool.announce_message();
    pool.assign(job);
    expect(worker.next(0)).toBeUndefined();
    expect(worker.next(1)).toEqual(job);
    pool.assign({ ...job, number: 2 });
    expect(worker.next(2)).toMatchObject({ number: 2 }); // it may receive a message before the announcement
  });

  it('accepts 262,144 elements of input, 1,048,576 of results, and 504 ranges', () => {
    expect(fits_mailbox({ ...job, data: new Float32Array(262_144) })).toBe(true);
    expect(fits_mailbox({ ...job, data: new Float32Array(262_145) })).toBe(false);
    expect(fits_mailbox({ ranges: new Int32Array(8), data: new Float32Array(262_144) })).toBe(true);
    expect(fits_mailbox({ ranges: new Int32Array(10), data: new Float32Array(262_144) })).toBe(
      false,
    );
    expect(fits_mailbox({ data, ranges: new Int32Array(1008) })).toBe(true);
    expect(fits_mailbox({ data, ranges: new Int32Array(1010) })).toBe(false);
    const { pool, worker } = mailboxes();
    const largest = { ...job, data: new Float32Array(262_144).fill(1) };
    const bytes = Buffer.from(largest.data.buffer); // compared a hundred times as fast as numbers
    const holds = (found?: Float32Array) =>
      found !== undefined &&
      bytes.equals(new Uint8Array(found.buffer, found.byteOffset, found.byteLength));
    pool.assign(largest);
    expect(holds(worker.next(0)?.data)).toBe(true);
    worker.put(largest, 2, largest.data, 0);
    expect(holds(pool.result(largest, 2))).toBe(true);
  });

  it('polls for the time that the last job gave, and not after a message; then sleeps until the pool rings', () => {
    const { pool, worker } = mailboxes();
    let number = 1;
    let time = 0;
    const polls: number[] = [];
    vi.spyOn(performance, 'now').mockImplementation(() => (time += 0.5));
    vi.spyOn(Atomics, 'wait').mockImplementation(() => {
      polls.push(time);
      pool.assign({ ...job, number: ++number });
      return 'ok';
    });
    pool.assign(job);
    expect(worker.next(0)?.number).toBe(1);
    expect(worker.next(0)?.number).toBe(2);
    expect(polls[0]).toBeGreaterThanOrEqual(8);
    pool.announce_message();
    expect(worker.next(0)).toBeUndefined();
    const before = time;
    expect(worker.next(1)?.number).toBe(3);
    expect(time - before).toBeLessThan(2);
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
    expect(chosen_transport()).toEqual({
      transport: 'shared',
      transport_reason: 'this page is cross-origin isolated',
    });
    vi.stubGlobal('crossOriginIsolated', false);
    expect(chosen_transport()).toEqual({
      transport: 'messages',
      transport_reason: 'this page is not cross-origin isolated',
    });
    vi.stubGlobal('crossOriginIsolated', undefined);
    expect(chosen_transport()).toEqual({
      transport: 'shared',
      transport_reason: 'threads of this platform share memory',
    });
    vi.stubGlobal('SharedArrayBuffer', undefined);
    expect(chosen_transport()).toEqual({
      transport: 'messages',
      transport_reason: 'this platform has no SharedArrayBuffer',
    });
  });
});
