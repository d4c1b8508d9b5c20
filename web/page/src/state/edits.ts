/** Edited numbers of an example: a sparse list of replaced tensor elements. */
import type { Tensor } from 'ffn-lab';

export const edited_tensors = ['x', 'w1', 'b1', 'w2', 'b2'] as const;
export type EditedTensor = (typeof edited_tensors)[number];

export interface Edit {
  readonly tensor: EditedTensor;
  /** Row-major, in the layout (out, in) of nn.Linear for the weights. */
  readonly index: number;
  readonly value: number;
}

export const is_edited_tensor = (name: string): name is EditedTensor =>
  edited_tensors.includes(name as EditedTensor);

/** Limits, so that the edits fit into a URL. */
export const most_edits = 100;
export const largest_edit = 1000;

/**
 * Sets one element unless there are `most_edits` others. The value is clamped and rounded as in the
 * URL, so that a link shows the same numbers.
 */
export function with_edit(edits: readonly Edit[], { tensor, index, value }: Edit): readonly Edit[] {
  const others = without_edit(edits, tensor, index);
  if (others.length >= most_edits) return edits;
  const clamped = Math.min(largest_edit, Math.max(-largest_edit, value));
  return [...others, { tensor, index, value: Number(clamped.toFixed(9)) }];
}

export const without_edit = (
  edits: readonly Edit[],
  tensor: EditedTensor,
  index: number,
): readonly Edit[] => edits.filter((edit) => edit.tensor !== tensor || edit.index !== index);

/** Returns the tensor's data with its edits applied; the same array if there are none. */
export function edited(
  tensor: EditedTensor,
  data: Tensor['data'],
  edits: readonly Edit[],
): Tensor['data'] {
  const own_edits = edits.filter((edit) => edit.tensor === tensor && edit.index < data.length);
  if (own_edits.length === 0) return data;
  const changed = data.slice();
  for (const { index, value } of own_edits) changed[index] = value;
  return changed;
}
