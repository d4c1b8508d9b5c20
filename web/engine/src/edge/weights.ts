/** Flattens weights of the caller, nested objects of named tensors, to names such as `attention.w_query` for the core. */
import { FfnError } from './errors.js';
import type { RawHandle } from './raw_module.js';
import type { Tensor } from './types.js';
import { describe, expect_entries, expect_list, expect_tensor, wrong_value } from './validate.js';

/** A name refers to a tensor, to a part with its own names, or to a list of such parts. */
type Named = 'tensor' | TensorNames | readonly [TensorNames];

export interface TensorNames {
  readonly [name: string]: Named;
}

/** Weights of which every tensor and every part may be omitted. */
export type PartialWeights<Weights> = Weights extends Tensor
  ? Weights
  : { readonly [Name in keyof Weights]?: PartialWeights<Weights[Name]> | undefined };

const tensor = 'tensor' as const;

export const layer_norm_names = { scale: tensor, shift: tensor };
export const feed_forward_names = { w1: tensor, b1: tensor, w_gate: tensor, b_gate: tensor, w2: tensor, b2: tensor };
export const trainable_names = { w_in: tensor, b_in: tensor, ...feed_forward_names, w_out: tensor, b_out: tensor };
export const attention_names = {
  w_query: tensor,
  b_query: tensor,
  w_key: tensor,
  b_key: tensor,
  w_value: tensor,
  b_value: tensor,
  w_output: tensor,
  b_output: tensor,
};
export const transformer_block_names = {
  norm1: layer_norm_names,
  attention: attention_names,
  norm2: layer_norm_names,
  feed_forward: feed_forward_names,
};
export const block_stack_names = { blocks: [transformer_block_names] as const };

function unknown_name(path: string, name: string, known: TensorNames): FfnError {
  const details = { argument: path, value: `an object with ${name}`, expected: `only ${Object.keys(known).join(', ')}` };
  return new FfnError('invalid_argument', `${path} is ${details.value}; expected ${details.expected}`, details);
}

/**
 * Returns the given tensors under their full names. The core checks that none is missing.
 * @throws FfnError `invalid_type` for a value that is not a tensor, `invalid_argument` for an unknown name
 */
export function flat_tensors(value: unknown, names: TensorNames): Record<string, Tensor> {
  const flat: Record<string, Tensor> = {};
  const walk = (path: string, item: unknown, known: Named): void => {
    if (item === undefined) return;
    if (known === 'tensor') {
      flat[path] = expect_tensor(path, item);
    } else if (Array.isArray(known)) {
      expect_list(path, item, 'an array').forEach((part, index) => walk(`${path}.${index}`, part, (known as readonly [TensorNames])[0]));
    } else {
      walk_part(path, item, known as TensorNames);
    }
  };
  const walk_part = (path: string, item: unknown, known: TensorNames): void => {
    for (const [name, part] of expect_entries(path === '' ? 'weights' : path, item)) {
      const named = Object.hasOwn(known, name) ? known[name] : undefined;
      if (named === undefined) throw unknown_name(path === '' ? 'weights' : path, name, known);
      walk(path === '' ? name : `${path}.${name}`, part, named);
    }
  };
  walk_part('', value, names);
  return flat;
}

/** Returns a function that reads the option `weights` for the core. */
export function weights_of(names: TensorNames): (value: unknown) => { readonly weights: Record<string, Tensor> } {
  return (value) => ({ weights: flat_tensors(value, names) });
}

/**
 * Returns an object made from weights after comparing its sizes with the options, which may repeat them.
 * @throws FfnError `invalid_argument` if they differ; then the object is freed
 */
export function with_sizes_of_weights<Raw extends RawHandle>(
  raw: Raw,
  options: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Raw {
  for (const name of names) {
    const given = options[name];
    const actual = (raw as Readonly<Record<string, unknown>>)[name] as number;
    if (given === undefined || given === actual) continue;
    raw.delete();
    throw wrong_value(name, describe(given), `${actual}, as in the weights`);
  }
  return raw;
}
