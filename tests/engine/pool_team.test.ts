import { afterEach, describe, expect, it, vi } from 'vitest';
import { load } from 'ffn-lab';
import { core_of, raw_of } from '../../web/engine/dist/edge/owned.js';
import { type Job, Mailbox } from '../../web/engine/src/pool/pool_mailbox.js';
import { Claims, Team, units_at } from '../../web/engine/src/pool/pool_team.js';

const lab = await load();
const ffn = lab.FeedForward({ d_model: 3, d_ff: 32, seed: 3 });
const { raw } = core_of(ffn);
const data = Float32Array.of(1, 2, 3, 4, 5, 6);
const job: Job = { number: 1, key: 7, data, d_model: 3, ranges: Int32Array.of(0, 8, 16, 32, 8, 16), poll_ms: 8 };

function expected(index: number): Float32Array {
  const { begin, end } = units_at(job.ranges, index);
  return raw.forward_units(raw_of(ffn), { data, shape: [2, 3] }, begin, end - begin).value?.data;
}

/** Computes ranges with the network, and returns their indices; calls `meanwhile` after the first one. */
function compute(claims: Claims, of: Job, meanwhile: () => void = () => undefined): number[] {
  const indices: number[] = [];
  claims.compute(raw, raw_of(ffn), of, (index, output) => {
    expect(output).toEqual(expected(index));
    indices.push(index);
    if (indices.length === 1) meanwhile();
  });
  return indices;
}

afterEach(() => void vi.restoreAllMocks());

describe('claims', () => {
  it('give each range of a job to one thread, in order', () => {
    const claims = new Claims();
    const current = { ...job, number: claims.begin() };
    const others = new Claims(claims.buffer);
    const by_other: number[] = [];
    expect(compute(claims, current, () => by_other.push(...compute(others, current)))).toEqual([0]);
    expect(by_other).toEqual([1, 2]);
  });

  it('give no range of a job after another one has begun', () => {
    const claims = new Claims();
    const old = { ...job, number: claims.begin() };
    const meanwhile = { number: 0 };
    expect(compute(claims, old, () => (meanwhile.number = claims.begin()))).toEqual([0]);
    expect(compute(claims, old)).toEqual([]);
    expect(compute(claims, { ...job, ...meanwhile })).toEqual([0, 1, 2]);
  });

  it('number jobs from 1 on, also after four million', () => {
    const claims = new Claims();
    expect([claims.begin(), claims.begin()]).toEqual([1, 2]);
    Atomics.store(new Int32Array(claims.buffer), 0, -1);
    const number = claims.begin();
    expect(number).toBe(1);
    expect(compute(claims, { ...job, number })).toEqual([0, 1, 2]);
  });

  it('leave ranges unfinished for which memory is too small', () => {
    const claims = new Claims();
    const full = { ...raw, HEAPF32: raw.HEAPF32, allocate: () => 0 };
    claims.compute(full, raw_of(ffn), { ...job, number: claims.begin() }, () => expect.unreachable());
  });
});

describe('pool_team', () => {
  /** Starts `work` in the worker when the pool assigns a job. */
  function with_worker(work: (mailbox: Mailbox, current: Job) => void) {
    const pool = new Mailbox();
    const worker = new Mailbox(pool.buffer);
    const assign = pool.assign.bind(pool);
    pool.assign = (given) => {
      assign(given);
      const current = worker.next(0);
      if (current !== undefined) work(worker, current);
    };
    return pool;
  }

  it('computes the ranges that no worker has begun, and returns the results of the others', () => {
    const team = new Team();
    const pool = with_worker((mailbox, current) => {
      const claims = new Claims(team.claims.buffer);
      claims.compute(raw, raw_of(ffn), current, (index, output) =>
        mailbox.put(
          current,
          index,
          output.map((value) => value + index),
          0,
        ),
      );
    });
    const idle = new Mailbox();
    expect(team.compute(raw, raw_of(ffn), job, [idle])).toEqual([0, 1, 2].map(expected));
    expect(team.compute(raw, raw_of(ffn), job, [pool, idle])).toEqual(
      [0, 1, 2].map((index) => expected(index).map((value) => value + index)),
    );
    expect(team.compute(raw, raw_of(ffn), job, [])).toEqual([0, 1, 2].map(expected));
  });

  it('returns no result of a range that a worker has begun and not finished in time', () => {
    const team = new Team();
    const pool = with_worker((_, current) => {
      const claim_one = { ...raw_of(ffn), forward_units_at: () => false };
      new Claims(team.claims.buffer).compute(raw, claim_one, current, () => expect.unreachable());
    });
    const results = team.compute(raw, raw_of(ffn), job, [pool]);
    expect(results).toEqual([undefined, expected(1), expected(2)]);
  });

  it('lets workers poll after the first call of a gesture and between calls with short pauses', () => {
    const team = new Team();
    let time = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => time);
    const polls: number[] = [];
    const pool = with_worker((_, { poll_ms }) => polls.push(poll_ms));
    for (const pause of [0, 5, 16, 16, 7, 99, 101]) {
      time += pause;
      team.compute(raw, raw_of(ffn), job, [pool]);
    }
    expect(polls).toEqual([8, 8, 1, 1, 8, 1, 8]);
  });
});
