/** One benchmark: contestants on the same work, with the machine's ceilings measured between the rounds. */
import { limit_of } from './cases.ts';
import type { CeilingKernels } from './ceilings.ts';
import type { CeilingKind, Ceilings, EngineResult, RaceResult, SpeedActivation, SpeedCase } from './results.ts';
import type { Contestant, Measured, RoundOptions, Sample } from './rounds.ts';
import { measure_in_rounds } from './rounds.ts';
import { spread_of } from './statistics.ts';

export interface RaceSetup {
  readonly case: SpeedCase;
  readonly activation: SpeedActivation;
  readonly threads: number;
  readonly contestants: readonly Contestant[];
  readonly kernels: CeilingKernels;
  /** With several threads: measures a ceiling on the other cores and returns the sum; runs concurrently with this core's measurement. */
  readonly other_cores?: (kind: CeilingKind, milliseconds: number) => Promise<number>;
  readonly options: RoundOptions;
}

const one_core_milliseconds = 8;
const all_cores_milliseconds = 20; // longer, so that the start and the end, when only some cores run, have little weight

type Rates = Partial<Record<CeilingKind, number[]>>;

async function measure_ceilings({ kernels, other_cores }: RaceSetup, one_core: Rates, all_cores: Rates): Promise<void> {
  for (const kind of kernels.kinds) {
    (one_core[kind] ??= []).push(kernels.rate(kind, one_core_milliseconds));
    if (other_cores === undefined) continue;
    const others = other_cores(kind, all_cores_milliseconds);
    const own = kernels.rate(kind, all_cores_milliseconds);
    (all_cores[kind] ??= []).push(own + (await others));
  }
}

const spreads_of = (rates: Rates): Ceilings => Object.fromEntries(Object.entries(rates).map(([kind, values]) => [kind, spread_of(values)]));

/** Measures the ceilings before the benchmark; the repeated calls make the engine optimise the loops. */
async function warm_up_ceilings(setup: RaceSetup): Promise<Rates> {
  const rates: Rates = {};
  for (let repetition = 0; repetition < 3; repetition++) await measure_ceilings(setup, rates, {});
  return rates;
}

/** Compares the contestants with the memory bandwidth if reading the weights is the bottleneck, else with their arithmetic ceiling. */
function with_limiting_ceiling(setup: RaceSetup, rates: Rates): RaceSetup {
  const { kernels, contestants } = setup;
  const last = (kind: CeilingKind) => rates[kind]?.at(-1) ?? NaN;
  if (limit_of(setup.case, last(best_ceiling(kernels)), Infinity) > limit_of(setup.case, Infinity, last('stream'))) return setup;
  return {
    ...setup,
    contestants: contestants.map((contestant) => ({ ...contestant, ceiling: 'stream', time: (passes) => contestant.time(passes) })),
  };
}

const median_of = (ceilings: Ceilings, kind: CeilingKind): number => ceilings[kind]?.median ?? NaN;

/** Parallel speed-up of this ceiling: the rate of all cores divided by that of one. */
function ceiling_speed_up(ceilings: RaceResult['ceilings'], kind: CeilingKind): number {
  return median_of(ceilings.all_cores, kind) / median_of(ceilings.one_core, kind);
}

function result_of(setup: RaceSetup, ceilings: RaceResult['ceilings'], contestant: Contestant, measured: Measured): EngineResult {
  const samples: readonly Sample[] = measured.samples.get(contestant.name) ?? [];
  const cores = ceiling_speed_up(ceilings, contestant.ceiling);
  const reading = median_of(ceilings.all_cores, 'stream');
  const limit = (rate: number) =>
    contestant.ceiling === 'stream' ? limit_of(setup.case, Infinity, cores * rate) : limit_of(setup.case, cores * rate, reading);
  const share = ({ milliseconds, ceiling_rate }: Sample) => limit(ceiling_rate) / milliseconds;
  return {
    engine: contestant.name,
    milliseconds: spread_of(samples.map(({ milliseconds }) => milliseconds)),
    share_of_limit: spread_of(samples.map(share)),
    passes_per_sample: measured.passes.get(contestant.name) ?? 1,
  };
}

/** The kind of the fastest multiply-add that the browser supports. */
export const best_ceiling = (kernels: CeilingKernels): CeilingKind => (kernels.kinds.includes('fused') ? 'fused' : 'separate');

export async function race(requested: RaceSetup): Promise<RaceResult> {
  const rates: { one_core: Rates; all_cores: Rates } = { one_core: {}, all_cores: {} };
  const setup = with_limiting_ceiling(requested, await warm_up_ceilings(requested));
  const measured = await measure_in_rounds(setup.contestants, setup.kernels, setup.options, () =>
    measure_ceilings(setup, rates.one_core, rates.all_cores),
  );
  const one_core = spreads_of(rates.one_core);
  const ceilings = { one_core, all_cores: setup.other_cores === undefined ? one_core : spreads_of(rates.all_cores) };
  const best = median_of(ceilings.all_cores, best_ceiling(setup.kernels));
  return {
    case: setup.case,
    activation: setup.activation,
    threads: setup.threads,
    mode: setup.options.mode,
    rounds: measured.rounds,
    ceilings,
    limit_milliseconds: limit_of(setup.case, best, median_of(ceilings.all_cores, 'stream')),
    engines: setup.contestants.map((contestant) => result_of(setup, ceilings, contestant, measured)),
  };
}
