/** The gradients of the loss under both activations. */
import type { ActivationKind, FeedForward, Lab, Tensor } from 'ffn-lab';
import { keep_newest } from '../../numbers/keep_newest.ts';
import type { Example, State } from '../../numbers/recipe.ts';

/** In the order of the columns. */
export const branches = ['gelu', 'relu'] as const;
export type Branch = (typeof branches)[number];

const none: Tensor = { data: new Float32Array(), shape: [0] };

function backward(ffn: FeedForward, x: Tensor, activation: ActivationKind, grad_output: Tensor) {
  ffn.activation = activation;
  ffn.trace(x);
  const { b1 = none, b2 = none, ...gradients } = ffn.backward(grad_output, { trace: true });
  return { ...gradients, b1, b2 };
}

const compute = keep_newest((ffn: FeedForward, x: Tensor, gelu: ActivationKind, loss: State['loss'], token: number, feature: number) => {
  // 1 for each element of the output that the loss includes.
  const grad_output = { data: new Float32Array(x.data.length), shape: x.shape };
  if (loss === 'sum') grad_output.data.fill(1);
  else grad_output.data[token * ffn.d_model + feature] = 1;
  const of = (activation: ActivationKind) => backward(ffn, x, activation, grad_output);
  return { token, feature, grad_output, gelu: of(gelu), relu: of('relu') };
});

/** Returns the gradients of one element of the output, or of the sum of all. */
export function gradients_of({ ffn, x }: Example, state: State) {
  const token = Math.min(state.token, x.data.length / ffn.d_model - 1);
  const feature = Math.min(state.feature, ffn.d_model - 1);
  return compute(ffn, x, state.gelu, state.loss, token, feature);
}

/** Ends of the colour scale that the tensors share. */
export function limits_of(lab: Lab, ...tensors: readonly Tensor[]) {
  const high = Math.max(...tensors.map((tensor) => lab.summarize(tensor).largest_finite_magnitude));
  return { low: -high, high };
}
