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
}

export interface Measured {
  readonly rounds: number;
  readonly passes: ReadonlyMap<string, number>;
  readonly samples: ReadonlyMap<string, readonly Sample[]>;
}

const shortest_sample = 2; // milliseconds: a page that is not isolated has a clock of a tenth of one
const bracket = 3; // milliseconds of a ceiling on each side of a sample
const pause = 5; // milliseconds in which the workers of the last contestant stop spinning

export const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Runs the contestant until it is warm; milliseconds of a pass at the end. */
async function warm_up(contestant: Contestant, milliseconds: number): Promise<number> {
  const started = performance.now();
  let last: number;
  do last = await contestant.time(1);
  while (performance.now() - started < milliseconds);
  return last;
}

async function sample(contestant: Contestant, passes: number, kernels: CeilingKernels): Promise<Sample> {
  await sleep(pause);
  const before = kernels.rate(contestant.ceiling, bracket);
  const milliseconds = await contestant.time(passes);
  const after = kernels.rate(contestant.ceiling, bracket);
  return { milliseconds, ceiling_rate: (before + after) / 2 };
}

const overhead = pause + 2 * bracket;

function rounds_in(budget: number, round: number, fewest: number, most: number): number {
  return Math.max(fewest, Math.min(most, Math.floor(budget / round)));
}

/** Measures the contestants; `each_round` is called between the rounds, to measure what else changes with time. */
export async function measure_in_rounds(
  contestants: readonly Contestant[],
  kernels: CeilingKernels,
  options: RoundOptions,
  each_round: () => Promise<void>,
): Promise<Measured> {
  const passes = new Map<string, number>();
  const samples = new Map<string, Sample[]>(contestants.map(({ name }) => [name, []]));
  let round_time = 0;
  for (const contestant of contestants) {
    const estimate = await warm_up(contestant, options.warm_up_milliseconds);
    const count = Math.max(1, Math.ceil(shortest_sample / estimate));
    passes.set(contestant.name, count);
    round_time += count * estimate + overhead;
  }
  const rounds = rounds_in(options.budget_milliseconds, round_time, options.fewest_rounds, options.most_rounds);
  for (let round = 0; round < rounds; round++) {
    await each_round();
    for (const contestant of rotated(contestants, round)) {
      const taken = await sample(contestant, passes.get(contestant.name) ?? 1, kernels);
      samples.get(contestant.name)?.push(taken);
    }
  }
  return { rounds, passes, samples };
}
