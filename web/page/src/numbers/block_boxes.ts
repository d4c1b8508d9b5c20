/** Boxes of the Transformer block diagram in the order of computation, and the tensor names of their outputs. */
import type { NormPlacement } from 'ffn-lab';

export const block_norms = ['pre', 'post', 'none'] as const satisfies NormPlacement[];

/** `feed_forward` is the W2 layer: its output is the output of the feed-forward network. */
export const block_boxes = ['x', 'norm1', 'attention', 'sum1', 'norm2', 'w1', 'activation', 'feed_forward', 'sum2'] as const;
export type BlockBox = (typeof block_boxes)[number];

/** Positions in the diagram. A slot without a box stays empty, so that the other boxes do not move. */
export const block_slots = ['x', 'before', 'attention', 'sum1', 'between', 'w1', 'activation', 'feed_forward', 'sum2', 'after'] as const;
export type BlockSlot = (typeof block_slots)[number];

export interface BlockShape {
  readonly norm: NormPlacement;
  readonly shortcuts: boolean;
}

/** Returns the box in a slot; undefined if the slot is empty. */
export function box_in(slot: BlockSlot, { norm, shortcuts }: BlockShape): BlockBox | undefined {
  switch (slot) {
    case 'before':
      return norm === 'pre' ? 'norm1' : undefined;
    case 'between':
      return norm === 'none' ? undefined : norm === 'pre' ? 'norm2' : 'norm1';
    case 'after':
      return norm === 'post' ? 'norm2' : undefined;
    case 'sum1':
    case 'sum2':
      return shortcuts ? slot : undefined;
    default:
      return slot;
  }
}

export function boxes_of(shape: BlockShape): readonly BlockBox[] {
  return block_slots.flatMap((slot) => box_in(slot, shape) ?? []);
}

/** Returns the core's name of a box's output: its path in the block's trace. */
export function tensor_name(box: BlockBox, { norm }: BlockShape): string {
  switch (box) {
    case 'attention':
    case 'feed_forward':
      return `${box}.output`;
    case 'w1':
      return 'feed_forward.pre_activation';
    case 'activation':
      return 'feed_forward.hidden';
    case 'sum1':
      return norm === 'post' ? 'sum1' : 'h';
    case 'sum2':
      return norm === 'post' ? 'sum2' : 'output';
    default:
      return box;
  }
}

/** Returns the box whose output the shortcut of a sum carries: the input of the branch, before the branch's norm. */
export const carried_by = (sum: 'sum1' | 'sum2', { norm }: BlockShape): BlockBox =>
  sum === 'sum1' ? 'x' : norm === 'post' ? 'norm1' : 'sum1';

/** Returns a box's computation as a formula in the names of the trace. */
export function box_formula(box: BlockBox, shape: BlockShape): string {
  const boxes = boxes_of(shape);
  const input = tensor_name(boxes[boxes.indexOf(box) - 1] ?? 'x', shape);
  const name = tensor_name(box, shape);
  switch (box) {
    case 'x':
      return name;
    case 'norm1':
    case 'norm2':
      return `${name} = LayerNorm(${input})`;
    case 'attention':
      return `${name} = Attention(${input})`;
    case 'sum1':
    case 'sum2':
      return `${name} = ${tensor_name(carried_by(box, shape), shape)} + ${input}`;
    case 'w1':
      return `${name} = W1 · ${input} + b1`;
    case 'activation':
      return `${name} = GELU(${input})`;
    case 'feed_forward':
      return `${name} = W2 · ${input} + b2`;
  }
}
