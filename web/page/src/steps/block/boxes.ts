/**
 * Boxes of the Transformer block diagram in the order of computation, and the tensor names of their
 * outputs.
 */
import type { NormPlacement } from 'ffn-lab';

/** `feed_forward` is the W2 layer: its output is the output of the feed-forward network. */
export const block_boxes = [
  'x',
  'norm1',
  'attention',
  'sum1',
  'norm2',
  'w1',
  'activation',
  'feed_forward',
  'sum2',
] as const;
export type BlockBox = (typeof block_boxes)[number];

/**
 * Positions in the diagram. A slot without a box stays empty, so that the other boxes do not move.
 */
export const block_slots = [
  'x',
  'before',
  'attention',
  'sum1',
  'between',
  'w1',
  'activation',
  'feed_forward',
  'sum2',
  'after',
] as const;
export type BlockSlot = (typeof block_slots)[number];

export interface BlockShape {
  readonly norm: NormPlacement;
  readonly shortcuts: boolean;
}

const norms: Readonly<
  Record<'before' | 'between' | 'after', Partial<Record<NormPlacement, BlockBox>>>
> = {
  before: { pre: 'norm1' },
  between: { pre: 'norm2', post: 'norm1' },
  after: { post: 'norm2' },
};

export function box_in(slot: BlockSlot, { norm, shortcuts }: BlockShape): BlockBox | undefined {
  if (slot === 'before' || slot === 'between' || slot === 'after') return norms[slot][norm];
  return shortcuts || !slot.startsWith('sum') ? slot : undefined;
}

export const boxes_of = (shape: BlockShape): readonly BlockBox[] =>
  block_slots.flatMap((slot) => box_in(slot, shape) ?? []);

/** Returns the core's name of a box's output: its path in the block's trace. */
export function tensor_name(box: BlockBox, { norm }: BlockShape): string {
  const names: Partial<Record<BlockBox, string>> = {
    attention: 'attention.output',
    w1: 'feed_forward.pre_activation',
    activation: 'feed_forward.hidden',
    feed_forward: 'feed_forward.output',
    ...(norm !== 'post' && { sum1: 'h', sum2: 'output' }),
  };
  return names[box] ?? box;
}

/**
 * Returns the box whose output the shortcut of a sum carries: the input of the branch, before the
 * branch's norm.
 */
export const carried_by = (sum: 'sum1' | 'sum2', { norm }: BlockShape): BlockBox =>
  sum === 'sum1' ? 'x' : norm === 'post' ? 'norm1' : 'sum1';

/** Returns a box's computation as a formula in the names of the trace. */
export function box_formula(box: BlockBox, shape: BlockShape): string {
  const boxes = boxes_of(shape);
  const input = tensor_name(boxes[boxes.indexOf(box) - 1] ?? 'x', shape);
  const sum = (of: 'sum1' | 'sum2') => `${tensor_name(carried_by(of, shape), shape)} + ${input}`;
  const norm = `LayerNorm(${input})`;
  const right_sides: Record<Exclude<BlockBox, 'x'>, string> = {
    norm1: norm,
    norm2: norm,
    sum1: sum('sum1'),
    sum2: sum('sum2'),
    attention: `Attention(${input})`,
    w1: `W1 · ${input} + b1`,
    activation: `GELU(${input})`,
    feed_forward: `W2 · ${input} + b2`,
  };
  return box === 'x' ? 'x' : `${tensor_name(box, shape)} = ${right_sides[box]}`;
}
