/**
 * Tests the schedule and the arithmetic of a race, with mocked engines and ceilings that log their
 * calls.
 */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { limit_of } from '../../web/page/src/steps/speed/harness/cases.ts';
import type { SpeedCase } from '../../web/page/src/steps/speed/harness/cases.ts';
import type {
  CeilingKernels,
  CeilingKind,
} from '../../web/page/src/steps/speed/harness/ceilings.ts';
import { race } from '../../web/page/src/steps/speed/harness/race.ts';
import type { Contestant, RoundOptions } from '../../web/page/src/steps/speed/harness/rounds.ts';
import { speed_cases } from './report.ts';

const options: RoundOptions = {
  mode: 'sustained',
  warm_up_milliseconds: 0,
  budget_milliseconds: 0,
  fewest_rounds: 3,
  most_rounds: 3,
};
const small: SpeedCase = { name: 'small', tokens: 10, d_model: 128, d_ff: 512 };

/** Returns a setup with given rates and times that records every call in `log`. */
function setup(work: SpeedCase, times: Record<string, number>) {
  const log: string[] = [];
  const rates: Record<CeilingKind, number> = {
    fused: 50e9,
    fused_loaded: 50e9,
    separate: 25e9,
    stream: 20e9,
  };
  const kernels = {
    kinds: Object.keys(rates),
    clock_resolution: 0.005,
    rate: (kind: CeilingKind, milliseconds: number) => (
      milliseconds === 3 && log.push(`[${kind}]`),
      rates[kind]
    ),
  } as unknown as CeilingKernels;
  const contestants = Object.entries(times).map(([name, milliseconds]): Contestant => ({
    name,
    ceiling: name.endsWith('simd') ? 'separate' : 'fused',
    time: (passes) => (log.push(`${name}×${passes}`), Promise.resolve(milliseconds)),
  }));
  return {
    log,
    setup: { case: work, activation: 'gelu' as const, threads: 1, contestants, kernels, options },
  };
}

const settle_milliseconds = 7;

/** Adds to the log the pauses of 5 ms and between contestants, which still take place. */
function log_pauses(log: string[]): void {
  const start_timer = globalThis.setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
    act: () => void,
    milliseconds: number,
  ) => {
    if (milliseconds === 5) log.push('pause');
    if (milliseconds === settle_milliseconds) log.push('settle');
    return start_timer(act, milliseconds);
  }) as typeof setTimeout);
}

afterEach(() => vi.restoreAllMocks());

describe('race', () => {
  it('measures engines in rotated order, each between two measurements of its ceiling', async () => {
    const { log, setup: given } = setup(small, { a: 5, b: 0.5, 'c simd': 1 });
    await race(given);
    const [a, b, c] = [
      '[fused] a×10 [fused]',
      '[fused] b×100 [fused]',
      '[separate] c simd×50 [separate]',
    ];
    expect(log.join(' ')).toBe(
      ['a×1 a×2 b×1 b×20 c simd×1 c simd×10', a, b, c, b, c, a, c, a, b].join(' '),
    );
  });

  it('measures a burst as one call between two pauses, after an uncounted one, and its ceiling in the end', async () => {
    const { log, setup: given } = setup(small, { a: 5, b: 0.5 });
    log_pauses(log);
    const result = await race({
      ...given,
      options: { ...options, mode: 'burst', fewest_rounds: 2, most_rounds: 2 },
    });
    const [a, b] = ['pause a×1 pause a×1 pause [fused]', 'pause b×1 pause b×1 pause [fused]'];
    expect(log.join(' ')).toBe(['a×1 a×2 b×1 b×20 pause', a, b, b, a].join(' '));
    expect(result).toMatchObject({ mode: 'burst', rounds: 2 });
    for (const engine of result.engines)
      expect(engine).toMatchObject({ passes_per_sample: 1, milliseconds: { count: 2 } });
    expect(result.engines.map(({ share_of_limit }) => share_of_limit?.median)).toEqual(
      [5, 0.5].map(
        (milliseconds) => expect.closeTo((4 * 10 * 128 * 512) / 50e6 / milliseconds, 12) as number,
      ),
    );
  });

  it.each([
    ['sustained', 'settle settle [fused] a×10 [fused] settle [fused] b×100 [fused]'],
    ['burst', 'settle settle a×1 pause a×1 pause [fused] settle b×1 pause b×1 pause [fused]'],
  ] as const)('waits as long as asked before each engine, %s', async (mode, expected) => {
    const { log, setup: given } = setup(small, { a: 5, b: 0.5 });
    log_pauses(log);
    await race({
      ...given,
      options: { ...options, mode, settle_milliseconds, fewest_rounds: 1, most_rounds: 1 },
    });
    expect(log.slice(4).join(' ')).toBe(expected);
  });

  it('takes the mean of several bursts, each after a pause, where the clock is coarse', async () => {
    const { log, setup: given } = setup(small, { a: 5, b: 0.5 });
    log_pauses(log);
    const kernels = Object.assign(given.kernels, { clock_resolution: 0.125 });
    const result = await race({
      ...given,
      kernels,
      options: { ...options, mode: 'burst', fewest_rounds: 1, most_rounds: 1 },
    });
    expect(log.slice(4).join(' ')).toBe(
      'pause pause a×1 pause a×1 pause [fused] pause b×1 pause b×1 pause b×1 pause [fused]',
    );
    expect(
      result.engines.map(({ passes_per_sample, milliseconds }) => [
        passes_per_sample,
        milliseconds?.median,
      ]),
    ).toEqual([
      [1, 5],
      [2, 0.5],
    ]);
  });

  it('measures all ceilings before every eighth round of bursts', async () => {
    const { log, setup: given } = setup(small, { a: 0.5 });
    const before_rounds: string[] = [];
    const rate = given.kernels.rate.bind(given.kernels);
    given.kernels.rate = (kind, milliseconds) => {
      if (milliseconds > 3)
        before_rounds.push(
          `${kind} after ${(log.filter((entry) => entry === 'a×1').length - 1) / 2}`,
        );
      return rate(kind, milliseconds);
    };
    await race({
      ...given,
      options: { ...options, mode: 'burst', fewest_rounds: 9, most_rounds: 9 },
    });
    expect(before_rounds.slice(-8)).toEqual(
      [0, 8].flatMap((round) => given.kernels.kinds.map((kind) => `${kind} after ${round}`)),
    );
  });

  it('gives slow engines fewer rounds', async () => {
    const { log, setup: given } = setup(small, { a: 2, slow: 295 });
    const result = await race({
      ...given,
      options: { ...options, budget_milliseconds: 1e6, fewest_rounds: 2, most_rounds: 5 },
    });
    expect(result.rounds).toBe(5);
    expect(result.engines.map(({ milliseconds }) => milliseconds?.count)).toEqual([5, 2]);
    expect(log.filter((entry) => entry.includes('×')).join(' ')).toBe(
      'a×1 a×5 slow×1 a×25 slow×1 slow×1 a×25 a×25 a×25 a×25',
    );
  });

  it('computes the share as limit divided by time', async () => {
    const { setup: given } = setup(small, { a: 5, 'c simd': 1 });
    const result = await race(given);
    const operations = 4 * 10 * 128 * 512;
    expect(result.rounds).toBe(3);
    expect(result.limit_milliseconds).toBeCloseTo(operations / 50e6, 12);
    expect(result.engines.map(({ share_of_limit }) => share_of_limit?.median)).toEqual([
      expect.closeTo(operations / 50e6 / 5, 12),
      expect.closeTo(operations / 25e6, 12),
    ]);
    expect(result.engines.map(({ passes_per_sample }) => passes_per_sample)).toEqual([10, 50]);
  });

  it('uses the memory bandwidth as limit if reading the weights dominates', async () => {
    const [one] = speed_cases.filter(({ name }) => name === 't1');
    const { log, setup: given } = setup(one as SpeedCase, { a: 5 });
    const result = await race(given);
    const reading = (8 * 768 * 3072) / 20e6;
    expect(log.slice(2)).toEqual(
      Array.from({ length: 3 }, () => ['[stream]', 'a×10', '[stream]']).flat(),
    );
    expect(result.limit_milliseconds).toBeCloseTo(reading, 12);
    expect(result.engines[0]?.share_of_limit?.median).toBeCloseTo(reading / 5, 12);
  });

  it('uses the longer of the two limits', () => {
    expect(limit_of(small, 1e9, Infinity)).toBeCloseTo(2.62144, 10);
    expect(limit_of(small, Infinity, 1e9)).toBeCloseTo(0.524288, 10);
    expect(limit_of(small, 1e9, 1e9)).toBeCloseTo(2.62144, 10);
  });
});
