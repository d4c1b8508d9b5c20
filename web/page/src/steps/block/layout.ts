/**
 * Geometry of the block diagram in coordinates along the stream (u) and across it (v); u points
 * right on wide pages, down on narrow ones.
 */
import { block_slots, type BlockSlot } from './boxes.ts';

type Point = readonly [u: number, v: number];

type Span = Readonly<{ from: number; to: number }>;

export const min_horizontal_width = 820;

/** Lengths of the slots in the horizontal layout; a LayerNorm's slot is as long as its name. */
const lengths: Partial<Record<BlockSlot, number>> = {
  x: 44,
  attention: 92,
  sum1: 44,
  w1: 56,
  activation: 64,
  feed_forward: 56,
  sum2: 44,
};
const norm_length = 60;

/** Space between the frame around the network and its first and last box. */
const padding = 14;

/**
 * Sizes along the stream: the arrow after the last box (`tail`) and the frame's title. Positions
 * across it: the stream, the ends of the frame, the shortcuts (`lane`) and the boxes' numbers. Half
 * sizes across it: a box, W1 and W2 at their d_model end (`narrow`) and at their d_ff end (`wide`).
 */
const sizes = {
  tail: 54,
  title: 0,
  across: 118,
  frame_low: -66,
  frame_high: 72,
  lane: -92,
  number: 58,
  half: 26,
  narrow: 14,
  wide: 36,
};
const vertical_sizes: typeof sizes = {
  tail: 30,
  title: 32,
  across: 132,
  frame_low: -82,
  frame_high: 142,
  lane: -104,
  number: 80,
  half: 52,
  narrow: 26,
  wide: 70,
};

function spans_of(length: (slot: BlockSlot) => number, gap: number, title: number) {
  let at = 1;
  const entries = block_slots.map((slot) => {
    const from = at + (slot === 'w1' ? padding + title : 0);
    const to = from + length(slot);
    at = to + gap + (slot === 'feed_forward' ? padding : 0);
    return [slot, { from, to }] as const;
  });
  return Object.fromEntries(entries) as Record<BlockSlot, Span>;
}

export function block_layout(available: number) {
  const horizontal = available >= min_horizontal_width;
  const form = horizontal ? sizes : vertical_sizes;
  const length_of = (slot: BlockSlot) => (horizontal ? (lengths[slot] ?? norm_length) : 44);
  const fixed_length =
    block_slots.reduce((sum, slot) => sum + length_of(slot), 0) + 2 * padding + form.tail + 2;
  const gap = horizontal ? (available - fixed_length) / (block_slots.length - 1) : 12;
  const spans = spans_of(length_of, gap, form.title);
  return {
    ...form,
    horizontal,
    gap,
    spans,
    width: horizontal ? available : 286,
    height: horizontal ? 196 : spans.after.to + form.tail + 2,
    frame: { from: spans.w1.from - padding - form.title, to: spans.feed_forward.to + padding },
    place: ([u, v]: Point): readonly [x: number, y: number] =>
      horizontal ? [u, form.across + v] : [form.across + v, u],
  };
}

export type BlockLayout = ReturnType<typeof block_layout>;

export const path_of = ({ place }: BlockLayout, points: readonly Point[]): string =>
  points.map((point, index) => `${index === 0 ? 'M' : 'L'}${place(point).join(' ')}`).join('');

/** Returns the attributes of a rectangle along a span, from `low` to `high` across the stream. */
export function rectangle({ place }: BlockLayout, { from, to }: Span, low: number, high: number) {
  const [x, y] = place([from, low]);
  const [right, bottom] = place([to, high]);
  return { x, y, width: right - x, height: bottom - y };
}

/**
 * Returns the corners of a slot's box. W1 widens and W2 narrows, as they do with a token's
 * features.
 */
export function outline(
  { spans, narrow, wide, half }: BlockLayout,
  slot: BlockSlot,
): readonly Point[] {
  const { from, to } = spans[slot];
  const halves: Partial<Record<BlockSlot, readonly [number, number]>> = {
    x: [22, 22],
    w1: [narrow, wide],
    activation: [wide, wide],
    feed_forward: [wide, narrow],
  };
  const [first, last] = halves[slot] ?? [half, half];
  return [[from, -first], [to, -last], [to, last], [from, first]]; // prettier-ignore
}

export const sum_radius = 15;
export const is_sum = (slot: BlockSlot): boolean => slot === 'sum1' || slot === 'sum2';

export const middle_of = ({ spans }: BlockLayout, slot: BlockSlot): number =>
  (spans[slot].from + spans[slot].to) / 2;

/**
 * Returns the u at which the stream enters and leaves a slot; a sum is a circle in the middle of
 * its slot.
 */
export function ends_of(layout: BlockLayout, slot: BlockSlot): Span {
  const middle = middle_of(layout, slot);
  return is_sum(slot) ? { from: middle - sum_radius, to: middle + sum_radius } : layout.spans[slot];
}
