/** Benchmarks of the package on the user's machine. They run in a worker, so that the page stays responsive. */
import type { FeedForward, ForwardStage, Lab, Tensor } from 'ffn-lab';
import { weight_bytes_of } from './cases.ts';
import type { CeilingKernels } from './ceilings.ts';
import { best_ceiling, race } from './race.ts';
import type { RaceResult, SpeedActivation, SpeedCase, SpeedMode } from './results.ts';
import type { Contestant, RoundOptions } from './rounds.ts';

/** Limits one benchmark to a few seconds. Bursts follow sustained calls, which have warmed up the code. */
export const live_options: Readonly<Record<SpeedMode, RoundOptions>> = {
  sustained: { mode: 'sustained', warm_up_milliseconds: 300, budget_milliseconds: 2500, fewest_rounds: 5, most_rounds: 24 },
  burst: { mode: 'burst', warm_up_milliseconds: 50, budget_milliseconds: 1500, fewest_rounds: 5, most_rounds: 40 },
};

/** Returns the input of all benchmarks of one size, (tokens, d_model), from a fixed seed. */
export function race_input(lab: Lab, { tokens, d_model }: SpeedCase): Tensor {
  const random = lab.RandomState(43);
  try {
    return random.randn([tokens, d_model]);
  } finally {
    random.dispose();
  }
}

/** A contestant for which `run` computes a number of passes sequentially. */
export function timed(name: string, kernels: CeilingKernels, run: (passes: number) => Promise<void> | void): Contestant {
  return {
    name,
    ceiling: best_ceiling(kernels),
    async time(passes) {
      const started = performance.now();
      const running = run(passes);
      if (running) await running; // awaits nothing if the passes are already computed, which would take time
      return (performance.now() - started) / passes;
    },
  };
}

/** A contestant that runs forward passes on this thread. */
export const network_contestant = (name: string, ffn: FeedForward, x: Tensor, kernels: CeilingKernels): Contestant =>
  timed(name, kernels, (passes) => {
    for (let pass = 0; pass < passes; pass++) ffn.forward(x);
  });

/** Benchmarks one network with several activations, interleaved. Each contestant is named after its activation. */
export async function race_activations(
  lab: Lab,
  kernels: CeilingKernels,
  work: SpeedCase,
  activations: readonly SpeedActivation[],
  options: RoundOptions = live_options.sustained,
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

/** Name of the contestant that runs the whole pass. */
export const whole_pass = 'pass';

/** Benchmarks the stages of a pass and the whole pass, interleaved. Each contestant is named after its stage. */
export async function race_stages(
  lab: Lab,
  kernels: CeilingKernels,
  work: SpeedCase,
  activation: SpeedActivation,
  names: readonly ForwardStage[],
  options: RoundOptions = live_options.sustained,
): Promise<RaceResult> {
  const { d_model, d_ff } = work;
  const x = race_input(lab, work);
  const ffn = lab.FeedForward({ d_model, d_ff, activation, seed: 42 });
  try {
    const stages = lab.ForwardStages(ffn, x);
    try {
      const stage_contestants = names.map((stage) => timed(stage, kernels, (passes) => stages.run(stage, passes)));
      const contestants = [network_contestant(whole_pass, ffn, x, kernels), ...stage_contestants];
      return await race({ case: work, activation, threads: 1, contestants, kernels, options });
    } finally {
      stages.dispose();
    }
  } finally {
    ffn.dispose();
  }
}
