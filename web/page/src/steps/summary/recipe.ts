import type { Given } from '../../compute/recipe.ts';

/**
 * The answers of the exercises. Each is right if it differs from the number by no more than
 * `within`, half a unit of the last digit that the exercise asks for.
 */
export function exercises({ lab }: Given) {
  const cost = lab.feed_forward_cost({ d_model: 256, d_ff: 1024 });
  const network = lab.FeedForward({ d_model: 128, d_ff: 512, dropout: 0.5, seed: 0 });
  const x = { data: new Float32Array(10 * 128), shape: [1, 10, 128] };
  const { hidden, mask } = network.trace(x, { dropout_rng: lab.RandomState(0) });
  network.dispose();
  const gelu = lab.activation('gelu', [0, 1]);
  return {
    parameters: { answer: cost.parameters, within: 0 },
    hidden: { answer: hidden.data.length, within: 0 },
    gelu: { answer: gelu.value[1] ?? NaN, within: 0.0005 },
    slope: { answer: gelu.derivative[0] ?? NaN, within: 0.0005 },
    factor: { answer: mask ? lab.summarize(mask).maximum : NaN, within: 0.0005 },
  };
}
