/**
 * Measures several engines under equal conditions: interleaved, in rotated order, each sample next
 * to the machine's ceiling.
 */
import type { SpeedMode } from './cases.ts';
import type { CeilingKernels, CeilingKind } from './ceilings.ts';

export interface Contestant {
  readonly name: string;
  /** The ceiling that its time is compared with. */
  readonly ceiling: CeilingKind;
  /** Runs `passes` passes sequentially; returns milliseconds per pass. */
  readonly time: (passes: number) => Promise<number>;
}

/** One sample: milliseconds per pass, and the ceiling's rate measured next to it. */
export type Sample = { readonly milliseconds: number; readonly ceiling_rate: number };

export interface RoundOptions {
  readonly mode: SpeedMode;
  /**
   * Warm-up time per contestant before the first sample; meanwhile the engine switches to optimised
   * code.
   */
  readonly warm_up_milliseconds: number;
  /** Total time of all rounds, without the warm-up. */
  readonly budget_milliseconds: number;
  readonly fewest_rounds: number;
  readonly most_rounds: number;
  /**
   * Pause after another contestant, in which its threads stop polling; default 5 ms. It is not part
   * of the total time.
   */
  readonly settle_milliseconds?: number;
  /** Receives the completed share of the work, 0 to 1, at most ten times per second. */
  readonly on_progress?: (share: number) => void;
}

// All in milliseconds.
const shortest_sample = 50; // makes the clock's resolution, and the slow first passes after another contestant ran, negligible
const shortest_burst_in_clock_steps = 8; // a clock without isolation is coarse: 0.1 ms in Chromium, 1 ms in Safari
const shortest_timing = 10; // a clock with a resolution of 1 ms, as some browsers have, is then accurate to 10 %
const ceiling_time = 3; // measurement of the ceiling before and after a sample
const pause = 5; // in a burst lets the cores sleep

const sleep = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * Runs the contestant for at least `milliseconds`; returns the last measured milliseconds per pass.
 */
async function warm_up(
  contestant: Contestant,
  milliseconds: number,
  on_pass: () => void,
): Promise<number> {
  const started = performance.now();
  let passes = 1;
  let last: number;
  for (;;) {
    last = await contestant.time(passes);
    on_pass();
    const measurable = passes * last >= shortest_timing;
    if (measurable && performance.now() - started >= milliseconds) return last;
    if (!measurable) passes = last > 0 ? Math.ceil(shortest_timing / last) : 4 * passes;
  }
}

async function sustained_sample(
  contestant: Contestant,
  passes: number,
  kernels: CeilingKernels,
  settle: number,
): Promise<Sample> {
  await sleep(settle);
  const before = kernels.rate(contestant.ceiling, ceiling_time);
  const milliseconds = await contestant.time(passes);
  const after = kernels.rate(contestant.ceiling, ceiling_time);
  return { milliseconds, ceiling_rate: (before + after) / 2 };
}

/**
 * Single calls between pauses in which nothing runs: a ceiling measured right before a call would
 * wake the core.
 */
async function burst_sample(
  contestant: Contestant,
  calls: number,
  kernels: CeilingKernels,
  settle: number,
): Promise<Sample> {
  await sleep(settle);
  // This call is not counted. Unlike on other pages, it follows another contestant, whose weights
  // fill the caches.
  await contestant.time(1);
  const shortest = (shortest_burst_in_clock_steps / 2) * kernels.clock_resolution; // when warming up was slower than the calls are
  let [total, call] = [0, 0];
  for (; call < calls || total < shortest; call++) {
    await sleep(pause);
    total += await contestant.time(1);
  }
  await sleep(pause);
  return {
    milliseconds: total / call,
    ceiling_rate: kernels.rate(contestant.ceiling, ceiling_time),
  };
}

/**
 * For each mode: the number of passes in a sample, the time that a sample takes besides its passes,
 * and the number of rounds between measurements of all ceilings.
 */
const samplings = {
  sustained: {
    passes: (milliseconds: number) => Math.ceil(shortest_sample / milliseconds),
    overhead: () => pause + 2 * ceiling_time,
    take: sustained_sample,
    rounds_per_ceilings: 1,
  },
  burst: {
    // One call; on a coarse clock, so many that its rounding errors nearly cancel: they are as
    // often positive as negative.
    passes: (milliseconds: number, resolution: number) =>
      Math.ceil((shortest_burst_in_clock_steps * resolution) / milliseconds),
    overhead: (calls: number, milliseconds: number) =>
      (calls + 2) * pause + milliseconds + ceiling_time,
    take: burst_sample,
    // A round of bursts is much shorter than one of sustained samples: ceilings in every round
    // would take longer than the calls.
    rounds_per_ceilings: 8,
  },
};

/**
 * A sample longer than this multiple of the fastest one limits its contestant to `fewest_rounds`,
 * which leaves time for the others.
 */
const slow_factor = 5;

/** `milliseconds`: of one sample, with its pauses and ceilings. */
export type WarmedUp = {
  readonly contestant: Contestant;
  readonly passes: number;
  readonly milliseconds: number;
  readonly samples: Sample[];
};

const sum_of = (warm: readonly WarmedUp[]) =>
  warm.reduce((sum, { milliseconds }) => sum + milliseconds, 0);

/**
 * Returns a function that reports elapsed time divided by the expected total, at most ten times per
 * second.
 */
function make_progress_reporter({ on_progress }: RoundOptions) {
  const started = performance.now();
  let reported_at = 0;
  return (expected: number) => {
    const now = performance.now();
    if (now - reported_at < 100) return;
    reported_at = now;
    on_progress?.(Math.min(1, (now - started) / expected));
  };
}

/**
 * Rotates the items so that the one at index `round` is first: over `items.length` rounds, each
 * item is in each position once.
 */
export function rotated<Item>(items: readonly Item[], round: number): Item[] {
  const start = items.length === 0 ? 0 : round % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

/**
 * Measures the contestants; `measure_ceilings` runs before the rounds, to measure the ceilings over
 * the same time.
 */
export async function measure_in_rounds(
  contestants: readonly Contestant[],
  kernels: CeilingKernels,
  options: RoundOptions,
  measure_ceilings: () => Promise<void>,
) {
  const { mode, warm_up_milliseconds, budget_milliseconds, fewest_rounds, most_rounds } = options;
  const { settle_milliseconds: settle = pause } = options;
  const { take, rounds_per_ceilings, passes: passes_of, overhead } = samplings[mode];
  const started = performance.now();
  const report = make_progress_reporter(options);
  let expected = contestants.length * warm_up_milliseconds + budget_milliseconds;
  const warm: WarmedUp[] = [];
  for (const contestant of contestants) {
    const pass = await warm_up(contestant, warm_up_milliseconds, () => report(expected));
    const passes = Math.max(1, passes_of(pass, kernels.clock_resolution));
    warm.push({
      contestant,
      passes,
      milliseconds: passes * pass + overhead(passes, pass),
      samples: [],
    });
  }
  const fastest = Math.min(...warm.map(({ milliseconds }) => milliseconds));
  const quick = warm.filter(({ milliseconds }) => milliseconds <= slow_factor * fastest);
  const rounds = Math.max(
    fewest_rounds,
    Math.min(most_rounds, Math.floor(budget_milliseconds / sum_of(quick))),
  );
  expected =
    performance.now() -
    started +
    rounds * sum_of(quick) +
    fewest_rounds * (sum_of(warm) - sum_of(quick));
  for (let round = 0; round < rounds; round++) {
    if (round % rounds_per_ceilings === 0) {
      await sleep(settle);
      await measure_ceilings();
    }
    for (const { contestant, passes, samples } of rotated(
      round < fewest_rounds ? warm : quick,
      round,
    )) {
      samples.push(await take(contestant, passes, kernels, settle));
      report(expected);
    }
  }
  return { rounds, measured: warm };
}
