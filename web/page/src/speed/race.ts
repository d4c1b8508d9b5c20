/** One race: contestants on the same work, beside the ceilings of the machine in the same minutes. */
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
  /** The same ceiling on the other cores of a race with several threads, summed; to be called while this core measures its own. */
  readonly other_cores?: (kind: CeilingKind, milliseconds: number) => Promise<number>;
  readonly options: RoundOptions;
}

const alone_milliseconds = 8;
const together_milliseconds = 20; // long, so that the moments in which only some of the cores run do not count

type Rates = Partial<Record<CeilingKind, number[]>>;

async function measure_ceilings({ kernels, other_cores }: RaceSetup, one_core: Rates, all_cores: Rates): Promise<void> {
  for (const kind of kernels.kinds) {
    (one_core[kind] ??= []).push(kernels.rate(kind, alone_milliseconds));
    if (other_cores === undefined) continue;
    const others = other_cores(kind, together_milliseconds);
    const own = kernels.rate(kind, together_milliseconds);
    (all_cores[kind] ??= []).push(own + (await others));
  }
}

const spreads_of = (rates: Rates): Ceilings => Object.fromEntries(Object.entries(rates).map(([kind, values]) => [kind, spread_of(values)]));

const median_of = (ceilings: Ceilings, kind: CeilingKind): number => ceilings[kind]?.median ?? NaN;

/** How many cores' worth of this ceiling all cores reach together. */
function cores_worth(ceilings: RaceResult['ceilings'], kind: CeilingKind): number {
  return median_of(ceilings.all_cores, kind) / median_of(ceilings.one_core, kind);
}

function result_of(setup: RaceSetup, ceilings: RaceResult['ceilings'], contestant: Contestant, measured: Measured): EngineResult {
  const samples: readonly Sample[] = measured.samples.get(contestant.name) ?? [];
  const cores = cores_worth(ceilings, contestant.ceiling);
  const reading = median_of(ceilings.all_cores, 'stream');
  const share = ({ milliseconds, ceiling_rate }: Sample) => limit_of(setup.case, cores * ceiling_rate, reading) / milliseconds;
  return {
    engine: contestant.name,
    milliseconds: spread_of(samples.map(({ milliseconds }) => milliseconds)),
    share_of_limit: spread_of(samples.map(share)),
    passes_per_sample: measured.passes.get(contestant.name) ?? 1,
  };
}

/** The fastest multiply-add that this browser has. */
export const best_ceiling = (kernels: CeilingKernels): CeilingKind => (kernels.kinds.includes('fused') ? 'fused' : 'separate');

export async function race(setup: RaceSetup): Promise<RaceResult> {
  const rates: { one_core: Rates; all_cores: Rates } = { one_core: {}, all_cores: {} };
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
    rounds: measured.rounds,
    ceilings,
    limit_milliseconds: limit_of(setup.case, best, median_of(ceilings.all_cores, 'stream')),
    engines: setup.contestants.map((contestant) => result_of(setup, ceilings, contestant, measured)),
  };
}
