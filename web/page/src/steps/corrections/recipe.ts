import type { ActivationKind, Initialization } from 'ffn-lab';
import type { Given } from '../../compute/recipe.ts';
import { chapter } from '../../compute/examples.ts';
import { printed_networks } from './printed.ts';

/** The worked example 4 → 8 → 4 with the form of GELU that its source uses. */
export function worked_example({ lab }: Given) {
  const { ffn, x } = chapter(lab);
  ffn.activation = 'gelu_tanh';
  const { pre_activation, hidden, output } = ffn.trace(x);
  return { pre_activation, hidden, output, w1_shape: ffn.weights().w1.shape };
}

/** Parameters of networks, of each layer too. */
export function parameters({ lab }: Given) {
  return {
    networks: printed_networks.map(({ d_model, d_ff, printed }) => ({
      d_model,
      d_ff,
      printed,
      ...lab.feed_forward_cost({ d_model, d_ff }),
    })),
    gpt2: lab.feed_forward_cost({ d_model: 768, d_ff: 3072 }),
    narrow: lab.feed_forward_cost({ d_model: 256, d_ff: 1024 }),
    wide: lab.feed_forward_cost({ d_model: 512, d_ff: 2048 }),
    ratios: lab.ratio_costs({ d_model: 256 }),
  };
}

/** Values and slopes of the activations at x, extrema, and where they differ most. */
export function activations({ lab }: Given) {
  const at = (kind: ActivationKind, x: readonly number[]) => ({ x, ...lab.activation(kind, x) });
  return {
    gelu: at('gelu', [-5, -2, 0.5, 2]),
    gelu_tanh: at('gelu_tanh', [-2, 2]),
    relu: at('relu', [0, 0.001]),
    landmarks: lab.activation_landmarks('gelu'),
    from_relu: lab.largest_difference('gelu', 'relu').value,
    from_tanh: lab.largest_difference('gelu', 'gelu_tanh').value,
  };
}

/** The largest of the random weights of a second layer, 1024 → 256. */
export function initial_weights({ lab }: Given) {
  const largest = (init: Initialization) => {
    const { w2 } = lab.FeedForward({ d_model: 256, d_ff: 1024, init, seed: 42 }).weights();
    return lab.summarize(w2).largest_finite_magnitude;
  };
  return { pytorch: largest('pytorch'), xavier: largest('xavier_uniform') };
}

/**
 * The gradients of two neighbouring blocks in a stack without shortcuts, with layer norms before
 * both halves: the earlier block has the larger gradient.
 */
export function depth({ lab }: Given) {
  const rng = lab.RandomState(43);
  const x = rng.randn([8, 32]);
  const [n_layers, block] = [12, 7];
  const sizes = {
    d_model: 32,
    n_heads: 4,
    n_layers,
    activation: 'gelu',
    init: 'pytorch',
    seed: 42,
  } as const;
  const { parameter_gradients } = lab
    .BlockStack({ ...sizes, norm: 'pre', shortcuts: false })
    .gradient_by_depth(x, rng.randn([8, 32]));
  const [before, gradient] = parameter_gradients.slice(block - 2).map(({ rms }) => rms);
  return { n_layers, block, gradient, before };
}
