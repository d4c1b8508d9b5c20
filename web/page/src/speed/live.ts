/** Races of the package with itself, on the machine of whoever looks: called in a worker, so that the page stays alive. */
import type { FeedForward, ForwardStage, ForwardStages, Lab, Tensor } from 'ffn-lab';
import { weight_bytes_of } from './cases.ts';
import type { CeilingKernels } from './ceilings.ts';
import { best_ceiling, race } from './race.ts';
import type { RaceResult, SpeedActivation, SpeedCase } from './results.ts';
import type { Contestant, RoundOptions } from './rounds.ts';

/** A few seconds for each race. */
export const live_options: RoundOptions = { warm_up_milliseconds: 300, budget_milliseconds: 3000, fewest_rounds: 5, most_rounds: 24 };

/** The input of all races of one size. */
export function race_input(lab: Lab, { tokens, d_model }: SpeedCase): Tensor {
  const random = lab.RandomState(43);
  try {
    return random.randn([tokens, d_model]);
  } finally {
    random.dispose();
  }
}

/** Passes of a network, one after the other on this thread. */
export function network_contestant(name: string, ffn: FeedForward, x: Tensor, kernels: CeilingKernels): Contestant {
  return {
    name,
    ceiling: best_ceiling(kernels),
    time(passes) {
      const started = performance.now();
      for (let pass = 0; pass < passes; pass++) ffn.forward(x);
      return Promise.resolve((performance.now() - started) / passes);
    },
  };
}

/** One network with one activation and another, in turn; each is a contestant of that name. */
export async function race_activations(
  lab: Lab,
  kernels: CeilingKernels,
  work: SpeedCase,
  activations: readonly SpeedActivation[],
  options: RoundOptions = live_options,
): Promise<RaceResult> {
  const [first = 'gelu'] = activations;
  const { d_model, d_ff } = work;
  const networks = activations.map((activation) => lab.FeedForward({ d_model, d_ff, activation, seed: 42 }));
  try {
    const x = race_input(lab, work);
    kernels.stream_bytes = weight_bytes_of(work);
    const contestants = networks.map((ffn) => network_contestant(ffn.activation, ffn, x, kernels));
    return await race({ case: work, activation: first, threads: 1, contestants, kernels, options });
  } finally {
    for (const ffn of networks) ffn.dispose();
  }
}

/** The whole pass among its stages. */
export const whole_pass = 'pass';

function stage_contestant(stage: ForwardStage, stages: ForwardStages, kernels: CeilingKernels): Contestant {
  return {
    name: stage,
    ceiling: best_ceiling(kernels),
    time(passes) {
      const started = performance.now();
      stages.run(stage, passes);
      return Promise.resolve((performance.now() - started) / passes);
    },
  };
}

/** The stages of a pass and the pass itself, in turn; each is a contestant of that name. */
export async function race_stages(
  lab: Lab,
  kernels: CeilingKernels,
  work: SpeedCase,
  activation: SpeedActivation,
  names: readonly ForwardStage[],
  options: RoundOptions = live_options,
): Promise<RaceResult> {
  const { d_model, d_ff } = work;
  const x = race_input(lab, work);
  const ffn = lab.FeedForward({ d_model, d_ff, activation, seed: 42 });
  try {
    const stages = lab.ForwardStages(ffn, x);
    try {
      const stage_contestants = names.map((stage) => stage_contestant(stage, stages, kernels));
      const contestants = [network_contestant(whole_pass, ffn, x, kernels), ...stage_contestants];
      return await race({ case: work, activation, threads: 1, contestants, kernels, options });
    } finally {
      stages.dispose();
    }
  } finally {
    ffn.dispose();
  }
}
