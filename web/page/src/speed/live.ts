/** The figures of the README's speed table for the package alone, on the machine of whoever looks. */
import type { Lab } from 'ffn-lab';
import { ceiling_of_variant, weight_bytes_of } from './cases.ts';
import type { CeilingKernels } from './ceilings.ts';
import { best_ceiling, race } from './race.ts';
import type { RaceResult, SpeedActivation, SpeedCase } from './results.ts';
import type { Contestant, RoundOptions } from './rounds.ts';

/** A few seconds for each case. */
export const live_options: RoundOptions = { warm_up_milliseconds: 400, budget_milliseconds: 2000, fewest_rounds: 3, most_rounds: 24 };

/** Measures this lab on one thread, where it is called: in a worker, so that the page stays alive. */
export async function measure_here(
  lab: Lab,
  kernels: CeilingKernels,
  work: SpeedCase,
  activation: SpeedActivation = 'gelu',
  options: RoundOptions = live_options,
): Promise<RaceResult> {
  const random = lab.RandomState(42);
  const ffn = lab.FeedForward({ d_model: work.d_model, d_ff: work.d_ff, activation, seed: 42 });
  try {
    const x = random.randn([work.tokens, work.d_model]);
    kernels.stream_bytes = weight_bytes_of(work);
    const contestant: Contestant = {
      name: `ffn-lab ${lab.info().variant}`,
      ceiling: lab.info().variant === 'simd' ? ceiling_of_variant.simd : best_ceiling(kernels),
      time(passes) {
        const started = performance.now();
        for (let pass = 0; pass < passes; pass++) ffn.forward(x);
        return Promise.resolve((performance.now() - started) / passes);
      },
    };
    return await race({ case: work, activation, threads: 1, contestants: [contestant], kernels, options });
  } finally {
    ffn.dispose();
    random.dispose();
  }
}
