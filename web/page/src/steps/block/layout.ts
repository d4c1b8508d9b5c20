/** Geometry of the block diagram in coordinates along the stream (u) and across it (v); u points right on wide pages, down on narrow ones. */
import { block_slots, type BlockSlot } from '../../numbers/block_boxes.ts';

type Point = readonly [u: number, v: number];

export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface BlockLayout {
  readonly horizontal: boolean;
  readonly width: number;
  readonly height: number;
  readonly spans: Readonly<Record<BlockSlot, Span>>;
  /** Space between two slots. */
  readonly gap: number;
  /** Extent along u of the frame around the network's three boxes. */
  readonly frame: Span;
  readonly frame_low: number;
  readonly frame_high: number;
  /** v of the shortcuts. */
  readonly lane: number;
  /** Half the size across the stream of a box. */
  readonly half: number;
  /** Half the width of W1 and W2 at their d_model end. */
  readonly narrow: number;
  /** Half the width of W1 and W2 at their d_ff end, and of the activation. */
  readonly wide: number;
  /** v of a box's number. */
  readonly number: number;
  /** Length of the arrow after the last box. */
  readonly tail: number;
  readonly place: (point: Point) => readonly [x: number, y: number];
}

/** Minimum width of the horizontal layout. */
export const min_horizontal_width = 820;

const sizes: Record<BlockSlot, number> = {
  x: 44,
  before: 60,
  attention: 92,
  sum1: 44,
  between: 60,
  w1: 56,
  activation: 64,
  feed_forward: 56,
  sum2: 44,
  after: 60,
};

/** Extra space before and after a slot for the frame; the vertical layout adds its title. */
const paddings: Partial<Record<BlockSlot, { readonly before?: number; readonly after?: number }>> = {
  w1: { before: 14 },
  feed_forward: { after: 14 },
};

function spans_of(size: (slot: BlockSlot) => number, gap: number, title: number): Record<BlockSlot, Span> {
  let at = 1;
  const entries = block_slots.map((slot) => {
    const { before = 0, after = 0 } = paddings[slot] ?? {};
    const from = at + before + (before > 0 ? title : 0);
    const to = from + size(slot);
    at = to + after + gap;
    return [slot, { from, to }] as const;
  });
  return Object.fromEntries(entries) as Record<BlockSlot, Span>;
}

function horizontal_layout(width: number): BlockLayout {
  const tail = 54;
  const fixed_length = block_slots.reduce((sum, slot) => sum + sizes[slot], 0) + 28 + tail + 2;
  const gap = (width - fixed_length) / (block_slots.length - 1);
  const spans = spans_of((slot) => sizes[slot], gap, 0);
  const across = 118;
  return {
    ...{ horizontal: true, width, height: 196, spans, gap, tail },
    frame: { from: spans.w1.from - 14, to: spans.feed_forward.to + 14 },
    ...{ frame_low: -66, frame_high: 72, lane: -92, half: 26, narrow: 14, wide: 36, number: 58 },
    place: ([u, v]) => [u, across + v],
  };
}

function vertical_layout(): BlockLayout {
  const [gap, title, tail] = [12, 32, 30];
  const spans = spans_of(() => 44, gap, title);
  const across = 132;
  return {
    ...{ horizontal: false, width: 286, height: spans.after.to + tail + 2, spans, gap, tail },
    frame: { from: spans.w1.from - 14 - title, to: spans.feed_forward.to + 14 },
    ...{ frame_low: -82, frame_high: 142, lane: -104, half: 52, narrow: 26, wide: 70, number: 80 },
    place: ([u, v]) => [across + v, u],
  };
}

export const block_layout = (width: number): BlockLayout => (width >= min_horizontal_width ? horizontal_layout(width) : vertical_layout());

export function path_of({ place }: BlockLayout, points: readonly Point[]): string {
  return points.map((point, index) => `${index === 0 ? 'M' : 'L'}${place(point).join(' ')}`).join('');
}

/** Returns the corners of a slot's box. W1 widens and W2 narrows, as they do with a token's features. */
export function outline(layout: BlockLayout, slot: BlockSlot): readonly Point[] {
  const { from, to } = layout.spans[slot];
  const { narrow, wide, half } = layout;
  const halves: Partial<Record<BlockSlot, readonly [number, number]>> = {
    x: [22, 22],
    w1: [narrow, wide],
    activation: [wide, wide],
    feed_forward: [wide, narrow],
  };
  const [first, last] = halves[slot] ?? [half, half];
  return [
    [from, -first],
    [to, -last],
    [to, last],
    [from, first],
  ];
}

export const sum_radius = 15;

/** Returns the u at which the stream enters and leaves a slot; a sum is a circle in the middle of its slot. */
export function ends_of({ spans }: BlockLayout, slot: BlockSlot): Span {
  const { from, to } = spans[slot];
  if (slot !== 'sum1' && slot !== 'sum2') return { from, to };
  const middle = (from + to) / 2;
  return { from: middle - sum_radius, to: middle + sum_radius };
}

export const middle_of = ({ spans }: BlockLayout, slot: BlockSlot): number => (spans[slot].from + spans[slot].to) / 2;
