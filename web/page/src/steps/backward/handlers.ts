/** Worker handlers of the panel on the backward pass; all arithmetic is done by ffn-lab. */
import type { Lab, Tensor } from 'ffn-lab';
import type { Network as Example } from '../../numbers/examples.ts';
import type { FeedForwardRequest } from '../../numbers/protocol.ts';
import type { CallContext } from '../../numbers/service.ts';
import { delayed_progress } from '../../numbers/delayed_progress.ts';
import { part_of } from '../../numbers/part_of.ts';
import type { Window } from '../../numbers/part_of.ts';
import type { ExampleFor } from '../../numbers/lazy_handlers.ts';
import type { BackwardReply, BackwardRequest, DepthReply, DepthRequest, GradientCheckReply, UnitPath, WeightGradients } from './calls.ts';
import { stack, stack_input } from './depth_network.ts';
import { all_gradients, by_branch } from './gradients.ts';
import type { Gradients } from './gradients.ts';

interface CachedGradients {
  readonly example: Example;
  readonly request: BackwardRequest;
  readonly gradients: Gradients;
}

/** The last gradients: a request that differs only in the windows or the unit needs no new pass. */
let cached: CachedGradients | undefined;

function gradients_of(lab: Lab, example: Example, request: BackwardRequest, { progress }: CallContext): Gradients {
  const same = (['gelu', 'loss', 'token', 'feature'] as const).every((name) => cached?.request[name] === request[name]);
  if (cached?.example !== example || !same)
    cached = { example, request, gradients: all_gradients(lab, example, request, delayed_progress(progress)) };
  return cached.gradients;
}

const empty: Tensor = { data: new Float32Array(0), shape: [0] };

function windows_of({ w1, b1 = empty, w2, b2 = empty }: WeightGradients | Gradients['weights']['gelu'], features: Window, units: Window) {
  const vector = ({ data }: Tensor, [from, to]: Window): Tensor => ({ data: data.slice(from, to), shape: [data.slice(from, to).length] });
  return { w1: part_of(w1, units, features), b1: vector(b1, units), w2: part_of(w2, features, units), b2: vector(b2, features) };
}

function column({ data, shape }: Tensor, at: number): Float32Array {
  const width = shape[shape.length - 1] ?? 1;
  return data.filter((_, index) => index % width === at);
}

function path_of(
  lab: Lab,
  { ffn }: Example,
  found: Gradients,
  { gelu, unit: requested_unit }: BackwardRequest,
  [from, to]: Window,
): UnitPath {
  const unit = Math.min(requested_unit ?? found.dead.relu[0] ?? 0, ffn.d_ff - 1);
  const pre_activation = column(found.pre_activation, unit);
  const rows = by_branch((branch) => found.weights[branch].w1.data.slice(unit * ffn.d_model, (unit + 1) * ffn.d_model));
  return {
    unit,
    pre_activation,
    slope: by_branch((branch) => lab.activation(branch === 'gelu' ? gelu : branch, pre_activation).derivative),
    w1: by_branch((branch) => rows[branch].slice(from, to)),
    b1: by_branch((branch) => found.weights[branch].b1?.data[unit] ?? NaN),
    zeros: by_branch((branch) => lab.sparsity({ data: rows[branch], shape: [ffn.d_model] }).zero),
  };
}

export function backward(lab: Lab, example_for: ExampleFor, request: BackwardRequest, context: CallContext): BackwardReply {
  const example = example_for(request);
  const { ffn, x } = example;
  const found = gradients_of(lab, example, request, context);
  const fit_window = ([from, to]: Window, length: number): Window =>
    from < length ? [from, Math.min(to, length)] : [0, Math.min(to - from, length)];
  const [features, units] = [fit_window(request.features, ffn.d_model), fit_window(request.units, ffn.d_ff)];
  return {
    example: request.example,
    gelu: request.gelu,
    loss: request.loss,
    token: found.token,
    feature: found.feature,
    shape: x.shape,
    d_model: ffn.d_model,
    d_ff: ffn.d_ff,
    features,
    units,
    tensors: found.tensors,
    weights: by_branch((branch) => windows_of(found.weights[branch], features, units)),
    limits: found.limits,
    dead: found.dead,
    path: path_of(lab, example, found, request, features),
  };
}

/** Limit of multiply-adds for all passes with +ε (as many follow with −ε): about a second on a slow machine. ffn-lab allows far more. */
const most_products = 5e7;

export function gradient_check(example_for: ExampleFor, request: FeedForwardRequest, { progress }: CallContext): GradientCheckReply {
  const { ffn, x } = example_for(request);
  const { example, gelu } = request;
  const report = delayed_progress(progress);
  const tokens = x.data.length / ffn.d_model;
  const affordable = tokens * ffn.parameter_count * (ffn.parameter_count / ffn.d_ff + 2 * ffn.d_model) <= most_products;
  const check = (kind: typeof gelu | 'relu') => {
    ffn.activation = kind;
    const found = ffn.gradient_check(x);
    report(kind);
    return found;
  };
  return { example, gelu, checks: affordable ? by_branch((branch) => check(branch === 'gelu' ? gelu : branch)) : undefined };
}

function depth_of(lab: Lab, { depth, norm }: DepthRequest, shortcuts: boolean, x: Tensor, grad_output: Tensor) {
  const blocks = lab.BlockStack({ ...stack, n_layers: depth, norm, shortcuts });
  try {
    return blocks.gradient_by_depth(x, grad_output);
  } finally {
    blocks.dispose();
  }
}

export function gradient_by_depth(lab: Lab, request: DepthRequest): DepthReply {
  const { d_model, n_heads } = stack;
  const { tokens, seed } = stack_input;
  const rng = lab.RandomState(seed);
  try {
    const x = rng.randn([tokens, d_model]);
    const grad_output = rng.randn([tokens, d_model]);
    const measure = (shortcuts: boolean) => depth_of(lab, request, shortcuts, x, grad_output);
    return { ...request, d_model, n_heads, tokens, with_shortcuts: measure(true), without_shortcuts: measure(false) };
  } finally {
    rng.dispose();
  }
}
