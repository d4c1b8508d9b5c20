/** Computes every gradient of a backward pass with calls of ffn-lab. */
import type { FeedForwardTrace, Lab, Tensor, TracedFeedForwardGradients } from 'ffn-lab';
import type { Network as Example } from '../../numbers/examples.ts';
import { branches, weight_names } from './calls.ts';
import type { BackwardRequest, Branch, GradientName } from './calls.ts';

/** Gradients of a request, independent of its windows and its unit. */
export interface Gradients {
  readonly token: number;
  readonly feature: number;
  readonly pre_activation: Tensor;
  readonly tensors: Readonly<Record<GradientName, Tensor>>;
  readonly weights: Readonly<Record<Branch, TracedFeedForwardGradients>>;
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
  readonly gradients: TracedFeedForwardGradients;
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
    const gradients = ffn.backward(from_loss, { trace: true });
    progress(branch);
    return { trace, gradients };
  });
  const { gelu, relu } = passes;
  const tensors: Record<GradientName, Tensor> = {
    grad_output: from_loss,
    grad_hidden: gelu.gradients.hidden,
    'grad_pre_activation.gelu': gelu.gradients.pre_activation,
    'grad_pre_activation.relu': relu.gradients.pre_activation,
    'grad_x.gelu': gelu.gradients.x,
    'grad_x.relu': relu.gradients.x,
  };
  const weights = by_branch((branch) => passes[branch].gradients);
  const of_weights = branches.flatMap((branch) =>
    weight_names.flatMap((name) => {
      const tensor = weights[branch][name];
      return tensor === undefined ? [] : [[`grad_${name}.${branch}`, tensor] as const];
    }),
  );
  return {
    token,
    feature,
    pre_activation: gelu.trace.pre_activation,
    tensors,
    weights,
    limits: shared_limits(lab, { ...tensors, ...Object.fromEntries(of_weights) }),
    dead: by_branch((branch) => lab.dead_units(passes[branch].trace, { activation: kind_of(branch) }).dead),
  };
}
