/** The engine ffn-lab: this package, used through its public API. */
import type { FeedForward, Lab, Pool, Variant } from 'ffn-lab';
import { load } from 'ffn-lab';
import type { GradientEngine, RaceWeights, TrainingEngine, Work } from './engine.ts';
import { gradients_into, gradients_of_pool, new_gradients } from './ffn_lab_gradients.ts';

export interface Configuration {
  readonly variant?: Variant;
  /** Whether gradients are written into the arrays of the call before; default false. */
  readonly into?: boolean;
}

function network_of(
  lab: Lab,
  { d_model, d_ff, activation }: Work,
  { w1, b1, w2, b2 }: RaceWeights,
): FeedForward {
  return lab.FeedForward({
    activation,
    weights: {
      w1: { data: w1, shape: [d_ff, d_model] },
      b1: { data: b1, shape: [d_ff] },
      w2: { data: w2, shape: [d_model, d_ff] },
      b2: { data: b2, shape: [d_model] },
    },
  });
}

/** Returns an engine with one lab and one pool for all cases, as in a page. */
export function make_engine({ variant, into = false }: Configuration = {}): GradientEngine &
  TrainingEngine {
  let running: Promise<{ lab: Lab; pool: Pool | undefined }> | undefined;
  const start = async (threads: number) => {
    const lab = await load(variant === undefined ? {} : { variant });
    return { lab, pool: threads === 1 ? undefined : await lab.pool({ workers: threads }) };
  };
  return {
    async prepare(work, weights, threads) {
      const { lab, pool } = await (running ??= start(threads));
      const ffn = network_of(lab, work, weights);
      const shape = [work.tokens, work.d_model];
      return {
        run: (data) =>
          pool === undefined
            ? ffn.forward({ data, shape }).data
            : pool.forward(ffn, { data, shape }).then((y) => y.data),
        close: () => ffn.dispose(),
      };
    },
    async prepare_gradients(work, weights, data, threads) {
      const { lab, pool } = await (running ??= start(threads));
      const ffn = network_of(lab, work, weights);
      const grad = { data, shape: [work.tokens, work.d_model] };
      if (pool !== undefined) return gradients_of_pool(pool, ffn, grad, into);
      return into ? gradients_into(ffn, grad) : new_gradients(ffn, grad);
    },
    // Training runs in this thread.
    async prepare_training({ options }, threads) {
      const { lab } = await (running ??= start(threads));
      const run = lab.LanguageTraining(options);
      return {
        run() {
          if (run.step() !== 1) throw new Error(`step ${run.steps + 1} is not finite`);
          return Float32Array.from(run.losses().subarray(-1));
        },
        close: () => run.dispose(),
      };
    },
  };
}

export const engine = make_engine();
