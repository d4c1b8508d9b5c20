/** Numbers of an example that the reader has changed by hand: sparse, in the order of their places. */

export const edited_tensors = ['x', 'w1', 'b1', 'w2', 'b2'] as const;
export type EditedTensor = (typeof edited_tensors)[number];

export interface Edit {
  readonly tensor: EditedTensor;
  /** Row-major, in the layout (out, in) of nn.Linear for the weights. */
  readonly index: number;
  readonly value: number;
}

export const is_edited_tensor = (name: string): name is EditedTensor => edited_tensors.includes(name as EditedTensor);

/** What an address has room for. */
export const most_edits = 100;
export const largest_edit = 1000;
/** Decimals that an address keeps. */
export const edit_decimals = 9;

/**
 * With one more number changed; one that was changed before is changed again. Only what an address can say is taken: a link shows
 * the same numbers. Beyond the last place there is, nothing changes.
 */
export function with_edit(edits: readonly Edit[], { tensor, index, value }: Edit): readonly Edit[] {
  const others = without_edit(edits, tensor, index);
  if (others.length >= most_edits) return edits;
  const inside = Math.min(largest_edit, Math.max(-largest_edit, value));
  return [...others, { tensor, index, value: Number(inside.toFixed(edit_decimals)) }];
}

export function without_edit(edits: readonly Edit[], tensor: EditedTensor, index: number): readonly Edit[] {
  return edits.filter((edit) => edit.tensor !== tensor || edit.index !== index);
}

/** The tensor's own numbers with those of the edits that belong to it; the same array when there are none. */
export function edited(tensor: EditedTensor, data: Float32Array, edits: readonly Edit[]): Float32Array {
  const mine = edits.filter((edit) => edit.tensor === tensor && edit.index < data.length);
  if (mine.length === 0) return data;
  const changed = data.slice();
  for (const { index, value } of mine) changed[index] = value;
  return changed;
}
