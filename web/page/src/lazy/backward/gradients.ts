/** Computes every gradient of a backward pass with calls of ffn-lab. */
import type { FeedForward, FeedForwardGradients, FeedForwardTrace, Lab, Tensor } from 'ffn-lab';
import type { Example } from '../../core/examples.ts';
import { branches } from './calls.ts';
import type { BackwardRequest, Branch, GradientName } from './calls.ts';

/** Gradients of a request, independent of its windows and its unit. */
export interface Gradients {
  readonly token: number;
  readonly feature: number;
  readonly pre_activation: Tensor;
  readonly tensors: Readonly<Record<GradientName, Tensor>>;
  readonly weights: Readonly<Record<Branch, FeedForwardGradients>>;
  readonly limits: Readonly<Record<string, number>>;
  readonly dead: Readonly<Record<Branch, Int32Array>>;
}

export const by_branch = <Result>(work: (branch: Branch) => Result): Record<Branch, Result> =>
  Object.fromEntries(branches.map((branch) => [branch, work(branch)])) as Record<Branch, Result>;

/** Gradient of the loss with respect to the output: 1 for each element that the loss includes, else 0. */
function grad_output({ ffn, x }: Example, { loss }: BackwardRequest, token: number, feature: number): Tensor {
  const data = new Float32Array(x.data.length);
  if (loss === 'sum') data.fill(1);
  else data[token * ffn.d_model + feature] = 1;
  return { data, shape: x.shape };
}

/**
 * Computes grad_pre_activation = grad_hidden · activation′(z), with the shape of z. ffn-lab does not return this tensor, but it equals the
 * gradient of b1 in an auxiliary network with one hidden unit per element, where W1 = 0, b1 = z, W2 = grad_hidden and the output is scalar.
 */
function activation_backward(lab: Lab, activation: FeedForward['activation'], z: Tensor, grad_hidden: Tensor): Tensor {
  const count = z.data.length;
  const w1 = { data: new Float32Array(count), shape: [count, 1] };
  const b1 = { data: z.data, shape: [count] };
  const w2 = { data: grad_hidden.data, shape: [1, count] };
  const units = lab.FeedForward({ weights: { w1, b1, w2 }, activation });
  try {
    units.trace({ data: new Float32Array(1), shape: [1] });
    const gradient = units.backward({ data: Float32Array.of(1), shape: [1] }).b1;
    if (gradient === undefined) throw new Error('a network with a bias has no gradient of it');
    return { data: gradient.data, shape: z.shape };
  } finally {
    units.dispose();
  }
}

/** Largest magnitude of each gradient over both activations. */
function shared_limits(lab: Lab, tensors: Readonly<Record<string, Tensor>>): Record<string, number> {
  const limits: Record<string, number> = {};
  for (const [name, tensor] of Object.entries(tensors)) {
    const base = name.replace(/\..*/, '');
    limits[base] = Math.max(limits[base] ?? 0, lab.summarize(tensor).largest_finite_magnitude);
  }
  return limits;
}

interface Pass {
  readonly trace: FeedForwardTrace;
  readonly gradients: FeedForwardGradients;
}

/** Calls `progress` after each step, because at GPT-2's size the gradients can take seconds. */
export function all_gradients(lab: Lab, example: Example, request: BackwardRequest, progress: (done: unknown) => void): Gradients {
  const { ffn, x } = example;
  const tokens = Math.max(1, x.data.length / ffn.d_model);
  const token = Math.min(request.token, tokens - 1);
  const feature = Math.min(request.feature, ffn.d_model - 1);
  const from_loss = grad_output(example, request, token, feature);
  const kind_of = (branch: Branch) => (branch === 'gelu' ? request.gelu : branch);
  const passes = by_branch((branch): Pass => {
    ffn.activation = kind_of(branch);
    const trace = ffn.trace(x);
    const gradients = ffn.backward(from_loss);
    progress(branch);
    return { trace, gradients };
  });
  const { pre_activation, hidden } = passes.gelu.trace;
  const { w2, b2 } = ffn.weights();
  const layer = b2 === undefined ? { weight: w2 } : { weight: w2, bias: b2 };
  const grad_hidden = lab.linear_backward(hidden, layer, from_loss).x;
  progress('grad_hidden');
  const grad_pre_activation = by_branch((branch) => activation_backward(lab, kind_of(branch), pre_activation, grad_hidden));
  const tensors: Record<GradientName, Tensor> = {
    grad_output: from_loss,
    grad_hidden,
    'grad_pre_activation.gelu': grad_pre_activation.gelu,
    'grad_pre_activation.relu': grad_pre_activation.relu,
    'grad_x.gelu': passes.gelu.gradients.x,
    'grad_x.relu': passes.relu.gradients.x,
  };
  const weights = by_branch((branch) => passes[branch].gradients);
  const of_weights = branches.flatMap((branch) =>
    Object.entries(weights[branch] as unknown as Record<string, Tensor>)
      .filter(([name]) => name !== 'x')
      .map(([name, tensor]) => [`grad_${name}.${branch}`, tensor] as const),
  );
  return {
    token,
    feature,
    pre_activation,
    tensors,
    weights,
    limits: shared_limits(lab, { ...tensors, ...Object.fromEntries(of_weights) }),
    dead: by_branch((branch) => lab.dead_units(passes[branch].trace, { activation: kind_of(branch) }).dead),
  };
}
