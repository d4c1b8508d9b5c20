/**
 * One benchmark: contestants on the same work, with the machine's ceilings measured between the
 * rounds.
 */
import { limit_of, type SpeedActivation, type SpeedCase } from './cases.ts';
import type { CeilingKernels, CeilingKind } from './ceilings.ts';
import {
  measure_in_rounds,
  type Contestant,
  type RoundOptions,
  type Sample,
  type WarmedUp,
} from './rounds.ts';

/** Quantile of sorted values, linearly interpolated; `share` is between 0 and 1. */
function quantile(sorted: readonly number[], share: number): number {
  const position = share * (sorted.length - 1);
  const below = Math.floor(position);
  const left = sorted[below] ?? NaN;
  const right = sorted[Math.min(below + 1, sorted.length - 1)] ?? NaN;
  return left + (right - left) * (position - below);
}

/** Median and quartiles of repeated measurements. @throws RangeError if `values` is empty */
export function spread_of(values: readonly number[]) {
  if (values.length === 0) throw new RangeError('no measurement to take the median of');
  const sorted = [...values].sort((a, b) => a - b);
  const [median, lower_quartile, upper_quartile] = [
    quantile(sorted, 0.5),
    quantile(sorted, 0.25),
    quantile(sorted, 0.75),
  ];
  return { median, lower_quartile, upper_quartile, count: sorted.length };
}
export type Spread = Readonly<ReturnType<typeof spread_of>>;

export interface RaceSetup {
  readonly case: SpeedCase;
  readonly activation: SpeedActivation;
  readonly threads: number;
  readonly contestants: readonly Contestant[];
  readonly kernels: CeilingKernels;
  /**
   * With several threads: measures a ceiling on the other cores and returns the sum; runs
   * concurrently with this core's measurement.
   */
  readonly other_cores?: ((kind: CeilingKind, milliseconds: number) => Promise<number>) | undefined;
  readonly options: RoundOptions;
}

const one_core_milliseconds = 8;
const all_cores_milliseconds = 20; // longer, so that the start and the end, when only some cores run, have little weight

type Rates = Partial<Record<CeilingKind, number[]>>;
/** Values of one core, and sums over as many cores as threads, measured concurrently. */
type ByCores<Value> = Readonly<Record<'one_core' | 'all_cores', Value>>;

async function measure_ceilings(
  { kernels, other_cores }: RaceSetup,
  { one_core, all_cores }: ByCores<Rates>,
): Promise<void> {
  for (const kind of kernels.kinds) {
    (one_core[kind] ??= []).push(kernels.rate(kind, one_core_milliseconds));
    if (other_cores === undefined) continue;
    const others = other_cores(kind, all_cores_milliseconds);
    const own = kernels.rate(kind, all_cores_milliseconds);
    (all_cores[kind] ??= []).push(own + (await others));
  }
}

/**
 * Floating-point operations per second, or bytes per second for `stream`; kinds that the browser
 * does not support are absent.
 */
type Ceilings = Readonly<Partial<Record<CeilingKind, Spread>>>;
const spreads_of = (rates: Rates): Ceilings =>
  Object.fromEntries(Object.entries(rates).map(([kind, values]) => [kind, spread_of(values)]));

/** The kind of the fastest multiply-add that the browser supports. */
export const best_ceiling = ({ kinds }: CeilingKernels): CeilingKind =>
  kinds.includes('fused') ? 'fused' : 'separate';

/**
 * Compares the contestants with the memory bandwidth if reading the weights is the bottleneck, else
 * with their arithmetic ceiling.
 */
async function with_limiting_ceiling(setup: RaceSetup): Promise<readonly Contestant[]> {
  const { kernels, contestants } = setup;
  const rates: ByCores<Rates> = { one_core: {}, all_cores: {} };
  // The repeated calls make the engine optimise the loops.
  for (let repetition = 0; repetition < 3; repetition++) await measure_ceilings(setup, rates);
  const last = (kind: CeilingKind) => rates.one_core[kind]?.at(-1) ?? NaN;
  if (
    limit_of(setup.case, last(best_ceiling(kernels)), Infinity) >
    limit_of(setup.case, Infinity, last('stream'))
  )
    return contestants;
  return contestants.map((contestant) => ({ ...contestant, ceiling: 'stream' }));
}

const median_of = (ceilings: Ceilings, kind: CeilingKind): number => ceilings[kind]?.median ?? NaN;

function result_of(
  work: SpeedCase,
  { one_core, all_cores }: ByCores<Ceilings>,
  { contestant, passes, samples }: WarmedUp,
) {
  const { name, ceiling } = contestant;
  // Parallel speed-up of this ceiling.
  const cores = median_of(all_cores, ceiling) / median_of(one_core, ceiling);
  const reading = median_of(all_cores, 'stream');
  const limit = (rate: number) =>
    ceiling === 'stream'
      ? limit_of(work, Infinity, cores * rate)
      : limit_of(work, cores * rate, reading);
  const share = ({ milliseconds, ceiling_rate }: Sample) => limit(ceiling_rate) / milliseconds;
  return {
    engine: name,
    /** Milliseconds per pass, with the copies of the input and the output. */
    milliseconds: spread_of(samples.map(({ milliseconds }) => milliseconds)),
    /** The milliseconds of each round. */
    by_round: samples.map(({ milliseconds }) => milliseconds),
    /**
     * Lower bound of the time at the ceilings of the moment, divided by the measured time: 1 is the
     * machine's limit.
     */
    share_of_limit: spread_of(samples.map(share)),
    /**
     * Passes in one sample: enough to make the clock's resolution negligible. A burst has one,
     * except where the clock is too coarse for it.
     */
    passes_per_sample: passes,
  };
}

export async function race(setup: RaceSetup) {
  const { case: work, activation, threads, kernels, options, other_cores } = setup;
  const rates: ByCores<Rates> = { one_core: {}, all_cores: {} };
  const contestants = await with_limiting_ceiling(setup);
  const { rounds, measured } = await measure_in_rounds(contestants, kernels, options, () =>
    measure_ceilings(setup, rates),
  );
  const one_core = spreads_of(rates.one_core);
  const ceilings: ByCores<Ceilings> = {
    one_core,
    all_cores: other_cores === undefined ? one_core : spreads_of(rates.all_cores),
  };
  const best = median_of(ceilings.all_cores, best_ceiling(kernels));
  return {
    case: work,
    activation,
    threads,
    mode: options.mode,
    rounds,
    ceilings,
    /**
     * Lower bound of a pass in milliseconds: the time for its arithmetic or for reading the
     * weights, whichever is longer.
     */
    limit_milliseconds: limit_of(work, best, median_of(ceilings.all_cores, 'stream')),
    engines: measured.map((one) => result_of(work, ceilings, one)),
  };
}
/** Results of all engines on the same work; their samples are interleaved. */
export type RaceResult = Awaited<ReturnType<typeof race>>;
