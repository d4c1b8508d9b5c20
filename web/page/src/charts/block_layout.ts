/** Geometry of the block diagram: along the stream (u) and across it (v), turned to the right on wide pages and down on narrow ones. */
import { block_slots } from '../core/block_boxes.ts';
import type { BlockSlot } from '../core/block_boxes.ts';

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
  /** Of the free stretch between two places. */
  readonly gap: number;
  /** Around the three parts of the network. */
  readonly frame: Span;
  readonly frame_low: number;
  readonly frame_high: number;
  /** Where the shortcuts run. */
  readonly lane: number;
  /** Half of what a box, a token and a hidden token measure across the stream. */
  readonly half: number;
  readonly narrow: number;
  readonly wide: number;
  /** Where the number of a box stands, across the stream. */
  readonly number: number;
  /** From the last box to the tip of the arrow. */
  readonly tail: number;
  readonly place: (point: Point) => readonly [x: number, y: number];
}

/** From this width on the block lies; below it stands. */
export const lying_width = 820;

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

/** Extra room before the place and after it: for the frame, and standing for its title too. */
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

function lying(width: number): BlockLayout {
  const tail = 54;
  const used = block_slots.reduce((sum, slot) => sum + sizes[slot], 0) + 28 + tail + 2;
  const gap = (width - used) / (block_slots.length - 1);
  const spans = spans_of((slot) => sizes[slot], gap, 0);
  const across = 118;
  return {
    ...{ horizontal: true, width, height: 196, spans, gap, tail },
    frame: { from: spans.w1.from - 14, to: spans.feed_forward.to + 14 },
    ...{ frame_low: -66, frame_high: 72, lane: -92, half: 26, narrow: 14, wide: 36, number: 58 },
    place: ([u, v]) => [u, across + v],
  };
}

function standing(): BlockLayout {
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

export const block_layout = (width: number): BlockLayout => (width >= lying_width ? lying(width) : standing());

export function path_of({ place }: BlockLayout, points: readonly Point[]): string {
  return points.map((point, index) => `${index === 0 ? 'M' : 'L'}${place(point).join(' ')}`).join('');
}

/** Corners of what stands in a place: the two matrices widen and narrow as they do with a token. */
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

/** Where the stream enters a place and leaves it: a sum is a circle in the middle of its own. */
export function ends_of({ spans }: BlockLayout, slot: BlockSlot): Span {
  const { from, to } = spans[slot];
  if (slot !== 'sum1' && slot !== 'sum2') return { from, to };
  const middle = (from + to) / 2;
  return { from: middle - sum_radius, to: middle + sum_radius };
}

export const middle_of = ({ spans }: BlockLayout, slot: BlockSlot): number => (spans[slot].from + spans[slot].to) / 2;
