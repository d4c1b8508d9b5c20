/** Every gradient of a pass, by calls of the core. */
import type { FeedForward, FeedForwardGradients, FeedForwardTrace, Lab, Tensor } from 'ffn-lab';
import type { Example } from '../../core/examples.ts';
import { branches } from './calls.ts';
import type { BackwardRequest, Branch, GradientName } from './calls.ts';

/** All that does not depend on which part of it is looked at. */
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

/** Of the loss with respect to the output: 1 where the loss looks. */
function grad_output({ ffn, x }: Example, { loss }: BackwardRequest, token: number, feature: number): Tensor {
  const data = new Float32Array(x.data.length);
  if (loss === 'sum') data.fill(1);
  else data[token * ffn.d_model + feature] = 1;
  return { data, shape: x.shape };
}

/**
 * What is left of grad_hidden behind the activation. The core gives no such tensor, but b1 of a network for one token has just this
 * gradient: here one of width 1 whose pre-activation is the token's and whose W2 brings its grad_hidden.
 */
function behind_activation(lab: Lab, kind: FeedForward['activation'], z: Tensor, grad_hidden: Tensor, d_ff: number): Tensor {
  const data = new Float32Array(z.data.length);
  const nothing = { data: new Float32Array(1), shape: [1] };
  const one = { data: Float32Array.of(1), shape: [1] };
  for (let from = 0; from < data.length; from += d_ff) {
    const b1 = { data: z.data.slice(from, from + d_ff), shape: [d_ff] };
    const w2 = { data: grad_hidden.data.slice(from, from + d_ff), shape: [1, d_ff] };
    const alone = lab.FeedForward({ weights: { w1: { data: new Float32Array(d_ff), shape: [d_ff, 1] }, b1, w2 }, activation: kind });
    try {
      alone.trace(nothing);
      const gradient = alone.backward(one).b1;
      if (gradient !== undefined) data.set(gradient.data, from);
    } finally {
      alone.dispose();
    }
  }
  return { data, shape: z.shape };
}

/** One for a tensor and its twin under the other activation. */
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

/** `progress` shows that the worker is alive: at GPT-2's size on a busy machine it takes seconds. */
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
  const behind = by_branch((branch) => behind_activation(lab, kind_of(branch), pre_activation, grad_hidden, ffn.d_ff));
  const tensors: Record<GradientName, Tensor> = {
    grad_output: from_loss,
    grad_hidden,
    'grad_pre_activation.gelu': behind.gelu,
    'grad_pre_activation.relu': behind.relu,
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
