/**
 * The checks of the feed-forward network and of what it is made of. Here and in the other files of
 * checks each recipe checks one family; its state is the golden data.
 */
import type { ActivationKind, FeedForward, Lab, Tensor } from 'ffn-lab';
import type { Given } from '../../compute/recipe.ts';
import {
  absolute,
  compare_all,
  either,
  exact,
  relative,
  renamed,
  tensor_named,
  tensors_named,
  vector,
} from './check.ts';
import type { CheckRow, Golden, Tolerance } from './check.ts';

/** Returns the activations whose results the golden file contains, by the names of its tensors. */
const kinds_in = (golden: Golden, tensor: 'value' | 'output'): ActivationKind[] =>
  Object.keys(golden)
    .filter((name) => name.startsWith(`${tensor}_`))
    .map((name) => name.slice(tensor.length + 1) as ActivationKind);

/** Returns eight columns of a matrix, at equal distances from the first. */
function eight_columns({ data, shape: [rows = 0, width = 0] }: Tensor): Tensor {
  return { data: data.filter((_, place) => (place % width) % (width / 8) === 0), shape: [rows, 8] };
}

export function random_notebook({ lab }: Given, golden: Golden): CheckRow[] {
  const { data } = lab.RandomState(42).randn([1000]);
  return compare_all(lab, golden, exact, {
    randn: vector(data.filter((_, place) => place % 4 === 0)),
  });
}

export function activation({ lab }: Given, golden: Golden): CheckRow[] {
  const { data } = tensor_named(golden, 'x');
  return kinds_in(golden, 'value').flatMap((kind) => {
    const { value, derivative } = lab.activation(kind, data);
    return [
      ...compare_all(lab, golden, absolute(5e-7), { [`value_${kind}`]: vector(value) }),
      ...compare_all(lab, golden, absolute(1e-7), { [`derivative_${kind}`]: vector(derivative) }),
    ];
  });
}

/**
 * Compares the tensors of a pass with each activation that the golden file contains; `columns`
 * selects those columns that it has.
 */
function compare_passes(
  lab: Lab,
  golden: Golden,
  ffn: FeedForward,
  x: Tensor,
  tolerance: Tolerance,
  columns: (tensor: Tensor) => Tensor,
) {
  return kinds_in(golden, 'output').flatMap((kind, index) => {
    ffn.activation = kind;
    const { pre_activation, hidden, output } = ffn.trace(x);
    const computed = {
      ...(index === 0 && { pre_activation }),
      ...renamed({ hidden, output }, `{}_${kind}`),
    };
    const known = Object.entries(computed).filter(([name]) => name in golden);
    return compare_all(
      lab,
      golden,
      tolerance,
      Object.fromEntries(known.map(([name, tensor]) => [name, columns(tensor)])),
    );
  });
}

function forward(lab: Lab, golden: Golden, tolerance: Tolerance): CheckRow[] {
  const ffn = lab.FeedForward({ weights: tensors_named(golden, ['w1', 'b1', 'w2', 'b2']) });
  return compare_passes(lab, golden, ffn, tensor_named(golden, 'x'), tolerance, (tensor) => tensor);
}

export function notebook_batch({ lab }: Given, golden: Golden): CheckRow[] {
  return forward(lab, golden, absolute(1e-6));
}

export function worked_example({ lab }: Given, golden: Golden): CheckRow[] {
  return forward(lab, golden, absolute(1e-6));
}

export function biased({ lab }: Given, golden: Golden): CheckRow[] {
  return forward(lab, golden, either(1e-6));
}

/**
 * Checks GPT-2's size (768 → 3072 → 768); the golden file contains only eight columns of each
 * tensor.
 */
export function gpt2_size({ lab }: Given, golden: Golden): CheckRow[] {
  const x = lab.RandomState(42).randn([10, 768]);
  const ffn = lab.FeedForward({ d_model: 768, d_ff: 3072, init: 'gpt2', seed: 42 });
  return compare_passes(lab, golden, ffn, x, either(2e-6), eight_columns);
}

export function gradients({ lab }: Given, golden: Golden): CheckRow[] {
  return ['relu', 'gelu', 'gelu_tanh', 'silu_gated'].flatMap((suffix) => {
    const gate = suffix.endsWith('_gated') ? (['w_gate', 'b_gate'] as const) : [];
    const weights = tensors_named(golden, ['w1', 'b1', ...gate, 'w2', 'b2']);
    const ffn = lab.FeedForward({
      weights,
      activation: suffix.replace('_gated', '') as ActivationKind,
    });
    ffn.trace(tensor_named(golden, 'x'));
    const found = ffn.backward(tensor_named(golden, 'grad_output'));
    return compare_all(lab, golden, relative(5e-6), renamed(found, `grad_{}_${suffix}`));
  });
}

const checked_networks = {
  gelu: { activation: 'gelu', gated: false },
  gelu_tanh: { activation: 'gelu_tanh', gated: false },
  relu: { activation: 'relu', gated: false },
  silu_gated: { activation: 'silu', gated: true },
} as const;

/**
 * Compares the backward pass with central differences of the forward pass, for each tensor; needs
 * no golden data.
 */
export function gradient_check({ lab }: Given): CheckRow[] {
  const x = lab.RandomState(3).randn([2, 1, 4]);
  const tolerance = relative(1e-8);
  return Object.entries(checked_networks).flatMap(([network, options]) => {
    const ffn = lab.FeedForward({ d_model: 4, ...options, seed: 2 });
    const tensors: Golden = { x, ...ffn.weights() };
    return ffn.gradient_check(x).map(({ name, largest_error: largest, at }): CheckRow => {
      const { shape } = tensor_named(tensors, name);
      return {
        tensor: `${network}.${name}`,
        shape,
        largest,
        measured: largest,
        at,
        tolerance,
        passed: largest < tolerance.limit,
      };
    });
  });
}
