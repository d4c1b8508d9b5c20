/**
 * Flattens weights of the caller, nested objects of named tensors, to names such as
 * `attention.w_query` for the core, and nests the weights that the core returns.
 */
import type { Tensor, TensorLike } from './types.js';
import { try_read, wrong_value } from './describe.js';
import { expect_entries, expect_list, expect_tensor } from './validate.js';

/** A name refers to a tensor, to a part with its own names, or to a list of such parts. */
type Named = 'tensor' | TensorNames | readonly [TensorNames];

export interface TensorNames {
  readonly [name: string]: Named;
}

const is_list = (known: TensorNames | readonly [TensorNames]): known is readonly [TensorNames] =>
  Array.isArray(known);

/** Weights in which any tensor and any part may be missing. */
export type PartialWeights<Weights> = Weights extends Tensor
  ? TensorLike
  : { readonly [Name in keyof Weights]?: PartialWeights<Weights[Name]> | undefined };

const tensors = (...names: string[]): TensorNames =>
  Object.fromEntries(names.map((name) => [name, 'tensor']));

export const layer_norm_names = tensors('scale', 'shift');
export const feed_forward_names = tensors('w1', 'b1', 'w_gate', 'b_gate', 'w2', 'b2');
export const trainable_names = {
  ...tensors('w_in', 'b_in'),
  ...feed_forward_names,
  ...tensors('w_out', 'b_out'),
};
export const attention_names = tensors(
  'w_query',
  'b_query',
  'w_key',
  'b_key',
  'w_value',
  'b_value',
  'w_output',
  'b_output',
);
export const transformer_block_names = {
  norm1: layer_norm_names,
  attention: attention_names,
  norm2: layer_norm_names,
  feed_forward: feed_forward_names,
};
export const block_stack_names = { blocks: [transformer_block_names] as const };
export const language_model_names = {
  ...tensors('token_embedding', 'position_embedding'),
  ...block_stack_names,
  final_norm: layer_norm_names,
};

/**
 * Returns the given tensors under their full names. The core checks that none is missing.
 * @throws FfnError `invalid_type` for a value that is not a tensor, `invalid_argument` for an
 * unknown name
 */
export function flat_tensors(value: unknown, names: TensorNames): Record<string, TensorLike> {
  const flat: Record<string, TensorLike> = {};
  const walk_part = (
    path: string,
    part: unknown,
    known: TensorNames,
    prefix = `${path}.`,
  ): void => {
    for (const [name, item] of expect_entries(path, part)) {
      const named = Object.hasOwn(known, name) ? known[name] : undefined;
      if (named === undefined)
        throw wrong_value(path, `an object with ${name}`, `only ${Object.keys(known).join(', ')}`);
      walk(`${prefix}${name}`, item, named);
    }
  };
  const walk = (path: string, item: unknown, known: Named): void => {
    if (item === undefined) return;
    if (known === 'tensor') flat[path] = expect_tensor(path, item);
    else if (!is_list(known)) walk_part(path, item, known);
    else
      expect_list(path, item, 'an array').forEach((part, index) =>
        walk(`${path}.${index}`, part, known[0]),
      );
  };
  walk_part('weights', value, names, '');
  return flat;
}

/** Deepest tensors of a result: those of the network of a block of the blocks. */
const most_parts = 4;

/** Returns what a member of a result is. Its traps may throw. */
function form_of(value: unknown): 'list' | 'part' | 'tensor' {
  if (Array.isArray(value)) return 'list';
  return typeof value === 'object' && value !== null && !('data' in value) ? 'part' : 'tensor';
}

/**
 * Returns the tensors of an earlier result under their full names, for the option `into`. The core
 * checks that none is missing, and their shapes.
 * @throws FfnError `invalid_type`
 */
function flat_result(argument: string, result: unknown): Record<string, TensorLike> {
  const flat: Record<string, TensorLike> = {};
  const walk = (names: readonly string[], value: unknown): void => {
    const path = [argument, ...names].join('.');
    const form = try_read(path, value, 'a tensor', () => form_of(value));
    if (form === 'tensor' || names.length === most_parts) {
      flat[names.join('.')] = expect_tensor(path, value);
      return;
    }
    const list = form === 'list' ? expect_list(path, value, 'an array') : undefined;
    const members = list?.map((item, i) => [String(i), item] as const);
    for (const [name, member] of members ?? expect_entries(path, value))
      if (member !== undefined) walk([...names, name], member);
  };
  walk([], result);
  return flat;
}

/** An earlier result that the caller gave as the option `into`, and its tensors. */
export interface Into {
  readonly given: unknown;
  readonly tensors: Readonly<Record<string, TensorLike>>;
}

/** Checks the option `into`. @throws FfnError as `flat_result` */
export const expect_into = (argument: string, value: unknown): Into => ({
  given: value,
  tensors: flat_result(argument, value),
});

/** A part of nested weights. */
interface Part {
  [name: string]: Part | Tensor;
}

/**
 * Returns the core's tensors as nested objects, parts with numbers as lists: the inverse of
 * `flat_tensors`.
 */
export function nested_tensors<Weights>(flat: Readonly<Record<string, Tensor>>): Weights {
  const whole: Part = {};
  for (const [full_name, tensor] of Object.entries(flat)) {
    const names = full_name.split('.');
    const last = names.pop() as string;
    let part = whole;
    names.forEach((name, i) => {
      const is_numbered = /^\d/.test(names[i + 1] ?? last);
      part = (part[name] ??= is_numbered ? ([] as unknown as Part) : {}) as Part;
    });
    part[last] = tensor;
  }
  return whole as Weights;
}

/** Returns a function that reads the option `weights` for the core. */
export const weights_of = (names: TensorNames) => (value: unknown) => ({
  weights: flat_tensors(value, names),
});
