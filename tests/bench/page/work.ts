/** Generates the weights and inputs that every engine receives, from one seed. */
import type { SpeedCase } from '../../../web/page/src/steps/speed/harness/cases.ts';
import type { RaceWeights } from '../engines/engine.ts';

/**
 * A linear congruential generator of 32 bits (the constants of Numerical Recipes): uniform in [-1,
 * 1), its upper 24 bits.
 */
function uniform(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) / 2 ** 23 - 1;
  };
}

function filled(length: number, bound: number, seed: number): Float32Array {
  const next = uniform(seed);
  return Float32Array.from({ length }, () => bound * next());
}

/** Uniform within ±1/√inputs, the initialisation of nn.Linear. */
export function make_weights({ d_model, d_ff }: SpeedCase): RaceWeights {
  const [first, second] = [1 / Math.sqrt(d_model), 1 / Math.sqrt(d_ff)];
  return {
    w1: filled(d_ff * d_model, first, 1),
    b1: filled(d_ff, first, 2),
    w2: filled(d_model * d_ff, second, 3),
    b2: filled(d_model, second, 4),
  };
}

/** Within ±4, so that pre-activations reach into the tails of GELU. */
export const make_input = ({ tokens, d_model }: SpeedCase): Float32Array =>
  filled(tokens * d_model, 4, 5);

/** The gradient of the output. */
export const make_grad = ({ tokens, d_model }: SpeedCase): Float32Array =>
  filled(tokens * d_model, 1, 6);
