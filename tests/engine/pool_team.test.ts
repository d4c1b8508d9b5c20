import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Memory } from '../../web/engine/src/edge/evaluation.js';
import { type Job, Mailbox } from '../../web/engine/src/pool/pool_mailbox.js';
import { Claims, Team, units_at } from '../../web/engine/src/pool/pool_team.js';

const data = Float32Array.of(1, 2, 3, 4, 5, 6);

/** Two pieces: one of three ranges, one of two. */
const job: Job = {
  number: 1,
  key: 7,
  data,
  d_model: 3,
  ranges: Int32Array.of(0, 8, 8, 12, 12, 16, 16, 24, 24, 32),
  starts: Int32Array.of(0, 3, 5),
  piece: 0,
  poll_ms: 8,
};

const memory: Memory = {
  HEAPF32: new Float32Array(16),
  allocate: () => 4,
  release: () => undefined,
  add_at: () => undefined,
};

/** Adds the first unit and a hundred times the number of units to the input. */
const raw = {
  forward_units_at: (from: number, _tokens: number, first: number, count: number, to: number) => {
    const x = memory.HEAPF32.subarray(from / 4, from / 4 + data.length);
    memory.HEAPF32.set(
      x.map((value) => value + first + 100 * count),
      to / 4,
    );
    return true;
  },
};

function expected(index: number): Float32Array {
  const { begin, end } = units_at(job.ranges, index);
  return data.map((value) => value + begin + 100 * (end - begin));
}

/** Computes ranges and returns their indices; calls `meanwhile` after the first one. */
function compute(claims: Claims, of: Job, meanwhile: () => void = () => undefined): number[] {
  const indices: number[] = [];
  claims.compute(memory, raw, of, (index, output) => {
    expect(output).toEqual(expected(index));
    indices.push(index);
    if (indices.length === 1) meanwhile();
  });
  return indices;
}

afterEach(() => void vi.restoreAllMocks());

describe('claims', () => {
  it('give a thread the ranges of its own piece from the first on, then those of others from the last on', () => {
    for (const [piece, order] of [
      [0, [0, 1, 2, 4, 3]],
      [1, [3, 4, 2, 1, 0]],
    ] as const) {
      const claims = new Claims();
      expect(compute(claims, { ...job, piece, number: claims.begin(job.starts) })).toEqual(order);
    }
  });

  it('give each range to one thread', () => {
    for (const others of [1, 0]) {
      const claims = new Claims();
      const number = claims.begin(job.starts);
      const by_other: number[] = [];
      const meanwhile = () =>
        by_other.push(...compute(new Claims(claims.buffer), { ...job, number, piece: others }));
      const own = compute(claims, { ...job, number }, meanwhile);
      expect([own, by_other]).toEqual([[0], others === 1 ? [3, 4, 2, 1] : [1, 2, 4, 3]]);
    }
  });

  it('give no range of a job after another one has begun', () => {
    const claims = new Claims();
    const old = { ...job, number: claims.begin(job.starts) };
    const later = { ...job, number: 0 };
    expect(compute(claims, old, () => (later.number = claims.begin(job.starts)))).toEqual([0]);
    expect(compute(claims, old)).toEqual([]);
    expect(compute(claims, later)).toHaveLength(5);
  });

  it('number jobs from 1 on, also after sixteen million', () => {
    const claims = new Claims();
    expect([claims.begin(job.starts), claims.begin(job.starts)]).toEqual([1, 2]);
    new Int32Array(claims.buffer).fill(-1);
    const number = claims.begin(job.starts);
    expect(number).toBe(1);
    expect(compute(claims, { ...job, number })).toHaveLength(5);
  });

  it('leave ranges unfinished for which memory is too small', () => {
    const claims = new Claims();
    const full = { ...memory, allocate: () => 0 };
    claims.compute(full, raw, { ...job, number: claims.begin(job.starts) }, () =>
      expect.unreachable(),
    );
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
      claims.compute(memory, raw, current, (index, output) =>
        mailbox.put(
          current,
          index,
          output.map((value) => -value),
          0,
        ),
      );
    });
    const idle = new Mailbox();
    const all = [0, 1, 2, 3, 4];
    expect(team.compute(memory, raw, job, [idle])).toEqual(all.map(expected));
    expect(team.compute(memory, raw, job, [pool])).toEqual(
      all.map((index) => expected(index).map((value) => -value)),
    );
    expect(team.compute(memory, raw, job, [])).toEqual(all.map(expected));
  });

  it('returns no result of a range that a worker has begun and not finished in time', () => {
    const team = new Team();
    const pool = with_worker((_, current) => {
      new Claims(team.claims.buffer).compute(
        memory,
        { forward_units_at: () => false },
        current,
        () => expect.unreachable(),
      );
    });
    expect(team.compute(memory, raw, job, [pool])).toEqual([
      expected(0),
      expected(1),
      expected(2),
      undefined,
      expected(4),
    ]);
  });

  it('waits for a range that a worker has begun as long as computing it would take', () => {
    const team = new Team();
    let time = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (time += 0.01));
    const pool = with_worker((_, current) => {
      new Claims(team.claims.buffer).compute(
        memory,
        { forward_units_at: () => false },
        current,
        () => expect.unreachable(),
      );
    });
    let computed = 0;
    const slow = {
      forward_units_at: (...numbers: Parameters<typeof raw.forward_units_at>) => {
        time += 2;
        computed = time;
        return raw.forward_units_at(...numbers);
      },
    };
    team.compute(memory, slow, job, [pool]);
    const share = 8 / 24; // units of the missing range, and of the four that took 2 ms each
    expect(time - computed).toBeCloseTo(8 * share, 0);
  });

  it('lets workers poll unless several calls came after pauses that polling does not bridge', () => {
    const team = new Team();
    let time = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => time);
    const polls: number[] = [];
    const pool = with_worker((_, { poll_ms }) => polls.push(poll_ms));
    for (const pause of [0, 5, 16, 16, 16, 16, 16, 7, 99, 101]) {
      time += pause;
      team.compute(memory, raw, job, [pool]);
    }
    expect(polls).toEqual([8, 8, 8, 8, 8, 1, 1, 8, 8, 8]);
  });
});
