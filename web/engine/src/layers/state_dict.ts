/** A network's weights under PyTorch's names. */
import {
  expect_entries,
  expect_tensor,
  type FeedForwardWeights,
  type Tensor,
  type TensorLike,
  wrong_value,
} from '../edge/index.js';

/**
 * Naming scheme of a state dict: a module with layers `linear1` and `linear2` (`module`), or one
 * with a Sequential `net` (`sequential`).
 */
export type StateDictForm = 'module' | 'sequential';

/** Tensors by PyTorch's names. */
export type StateDict = Record<string, Tensor>;

type WeightName = keyof FeedForwardWeights;

const in_module: Record<WeightName, string> = {
  w1: 'linear1.weight',
  b1: 'linear1.bias',
  w_gate: 'gate.weight',
  b_gate: 'gate.bias',
  w2: 'linear2.weight',
  b2: 'linear2.bias',
};

/**
 * Maps PyTorch's names to the existing weights. `positions` are the indices of the two linear
 * layers in the Sequential.
 */
function names_of(
  present: readonly WeightName[],
  form: StateDictForm,
  positions: readonly number[],
): Map<string, WeightName> {
  const in_sequential = (name: string) =>
    name.replace(/^linear([12])/, (_, layer: string) => `net.${positions[Number(layer) - 1]}`);
  return new Map(
    present.map((name) => [
      form === 'module' ? in_module[name] : in_sequential(in_module[name]),
      name,
    ]),
  );
}

export function to_state_dict(
  weights: FeedForwardWeights,
  form: StateDictForm,
  positions: readonly number[],
): StateDict {
  const names = names_of(Object.keys(weights) as WeightName[], form, positions);
  return Object.fromEntries(
    [...names].map(([torch_name, name]) => [torch_name, weights[name] as Tensor]),
  );
}

/**
 * Returns the weights of a state dict in either form. It must contain all weights that `present`
 * names and no others, as in PyTorch's strict loading.
 * @throws FfnError `invalid_argument` with the names of missing or unexpected weights
 */
export function from_state_dict(
  value: unknown,
  present: readonly WeightName[],
  positions: readonly number[],
): Record<string, TensorLike> {
  const dict = Object.fromEntries(expect_entries('state_dict', value));
  const sequential =
    positions.length > 0 && Object.keys(dict).some((name) => name.startsWith('net.'));
  const names = names_of(present, sequential ? 'sequential' : 'module', positions);
  const missing = [...names.keys()].filter((name) => !Object.hasOwn(dict, name));
  const unexpected = Object.keys(dict).filter((name) => !names.has(name));
  if (missing.length > 0 || unexpected.length > 0) {
    const what =
      missing.length > 0 ? `without ${missing.join(', ')}` : `with ${unexpected.join(', ')}`;
    throw wrong_value('state_dict', what, `exactly ${[...names.keys()].join(', ')}`);
  }
  return Object.fromEntries(
    [...names].map(([torch_name, name]) => [name, expect_tensor(torch_name, dict[torch_name])]),
  );
}
