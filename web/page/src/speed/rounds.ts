/** Measuring several engines so that none has the better moment: in turn, in rotated order, each beside the machine's own limit. */
import type { CeilingKernels } from './ceilings.ts';
import type { CeilingKind } from './results.ts';
import { rotated } from './statistics.ts';

export interface Contestant {
  readonly name: string;
  /** The arithmetic that its time is compared with. */
  readonly ceiling: CeilingKind;
  /** Runs that many passes one after the other; milliseconds of one. */
  time(passes: number): Promise<number>;
}

/** One sample: milliseconds of a pass, and operations a second of the ceiling just before and after. */
export interface Sample {
  readonly milliseconds: number;
  readonly ceiling_rate: number;
}

export interface RoundOptions {
  /** Before the first sample each contestant runs this long, past the engine's move to optimised code. */
  readonly warm_up_milliseconds: number;
  /** All rounds together, apart from the warm-up. */
  readonly budget_milliseconds: number;
  readonly fewest_rounds: number;
  readonly most_rounds: number;
  /** Called now and then with the share of the work that is done, 0 to 1. */
  readonly on_progress?: (share: number) => void;
}

export interface Measured {
  readonly rounds: number;
  readonly passes: ReadonlyMap<string, number>;
  readonly samples: ReadonlyMap<string, readonly Sample[]>;
}

// Milliseconds. Timers are coarse, and the first passes after another's turn are slow for one or two: neither counts for much in so many.
const shortest_sample = 50;
const clock_resolution_factor = 10; // of which a clock of 1 ms, that of some browsers, tells a tenth
const bracket = 3; // milliseconds of a ceiling on each side of a sample
const pause = 5; // milliseconds in which the workers of the last contestant stop spinning

export const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Runs the contestant until it is warm; milliseconds of a pass at the end. */
async function warm_up(contestant: Contestant, milliseconds: number, on_pass: () => void): Promise<number> {
  const started = performance.now();
  let passes = 1;
  let last: number;
  for (;;) {
    last = await contestant.time(passes);
    on_pass();
    const clear = passes * last >= clock_resolution_factor;
    if (clear && performance.now() - started >= milliseconds) return last;
    if (!clear) passes = last > 0 ? Math.ceil(clock_resolution_factor / last) : 4 * passes;
  }
}

async function sample(contestant: Contestant, passes: number, kernels: CeilingKernels): Promise<Sample> {
  await sleep(pause);
  const before = kernels.rate(contestant.ceiling, bracket);
  const milliseconds = await contestant.time(passes);
  const after = kernels.rate(contestant.ceiling, bracket);
  return { milliseconds, ceiling_rate: (before + after) / 2 };
}

const overhead = pause + 2 * bracket;

/** So many times the fastest's sample and an engine takes part in the fewest rounds only: waiting for it costs the others theirs. */
const slow_by = 5;

interface WarmedUp {
  readonly contestant: Contestant;
  readonly passes: number;
  /** Of one sample. */
  readonly milliseconds: number;
}

async function warm_up_all(contestants: readonly Contestant[], milliseconds: number, on_pass: () => void): Promise<WarmedUp[]> {
  const warm: WarmedUp[] = [];
  for (const contestant of contestants) {
    const pass = await warm_up(contestant, milliseconds, on_pass);
    const passes = Math.max(1, Math.ceil(shortest_sample / pass));
    warm.push({ contestant, passes, milliseconds: passes * pass });
  }
  return warm;
}

const sum_of = (warm: readonly WarmedUp[]) => warm.reduce((sum, { milliseconds }) => sum + milliseconds + overhead, 0);

function rounds_in(quick: readonly WarmedUp[], { budget_milliseconds, fewest_rounds, most_rounds }: RoundOptions): number {
  return Math.max(fewest_rounds, Math.min(most_rounds, Math.floor(budget_milliseconds / sum_of(quick))));
}

/** Tells how much of the time is over that all will take, as far as it is known; called often, it tells ten times a second. */
function make_progress_reporter({ on_progress }: RoundOptions, expected: number) {
  const started = performance.now();
  let last_report = 0;
  let total = expected;
  return {
    /** From now on so much is left. */
    left: (milliseconds: number) => (total = performance.now() - started + milliseconds),
    report: () => {
      const now = performance.now();
      if (on_progress === undefined || now - last_report < 100) return;
      last_report = now;
      on_progress(Math.min(1, (now - started) / total));
    },
  };
}

/** Measures the contestants; `each_round` is called between the rounds, to measure what else changes with time. */
export async function measure_in_rounds(
  contestants: readonly Contestant[],
  kernels: CeilingKernels,
  options: RoundOptions,
  each_round: () => Promise<void>,
): Promise<Measured> {
  const reporter = make_progress_reporter(options, contestants.length * options.warm_up_milliseconds + options.budget_milliseconds);
  const warm = await warm_up_all(contestants, options.warm_up_milliseconds, reporter.report);
  const fastest = Math.min(...warm.map(({ milliseconds }) => milliseconds));
  const quick = warm.filter(({ milliseconds }) => milliseconds <= slow_by * fastest);
  const rounds = rounds_in(quick, options);
  reporter.left(rounds * sum_of(quick) + options.fewest_rounds * (sum_of(warm) - sum_of(quick)));
  const samples = new Map<string, Sample[]>(contestants.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    await each_round();
    for (const { contestant, passes } of rotated(round < options.fewest_rounds ? warm : quick, round)) {
      samples.get(contestant.name)?.push(await sample(contestant, passes, kernels));
      reporter.report();
    }
  }
  return { rounds, passes: new Map(warm.map(({ contestant, passes }) => [contestant.name, passes])), samples };
}
