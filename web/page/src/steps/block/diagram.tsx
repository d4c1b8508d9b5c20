/**
 * Diagram of the block: its boxes, the stream between them, and the shortcuts. A line's width shows
 * the standard deviation.
 */
import type { VNode } from 'preact';
import { heat_map_legend } from '../../charts/heat_map.tsx';
import type { Legend } from '../../words/legend.tsx';
import {
  block_slots,
  box_in,
  carried_by,
  tensor_name,
  type BlockBox,
  type BlockSlot,
} from './boxes.ts';
import { answer_attributes } from '../../numbers/value.tsx';
import { format_number, t } from '../../words/i18n.ts';
import {
  block_layout,
  ends_of,
  is_sum,
  middle_of,
  outline,
  path_of,
  rectangle,
  sum_radius,
  type BlockLayout,
} from './layout.ts';
import {
  attended_box,
  box_label,
  choose_box,
  linked_to,
  move_between_boxes,
  shown,
} from './selection.ts';

type PartProps = Readonly<{ layout: BlockLayout }>;
type BoxProps = PartProps & Readonly<{ slot: BlockSlot; box: BlockBox }>;

/** Returns the standard deviation of a box's output; undefined until it is computed. */
const deviation_of = (box: BlockBox) =>
  shown.value.answer?.value.boxes[box]?.all.standard_deviation;

/**
 * Returns the line width in pixels for the standard deviation of a box's output, NaN for a single
 * number.
 */
const thickness = (box: BlockBox) => Math.min(12, Math.max(1, 7 * (deviation_of(box) || 0)));

function Shape({ layout, slot }: Omit<BoxProps, 'box'>) {
  if (!is_sum(slot))
    return <path class="block_shape" d={`${path_of(layout, outline(layout, slot))}Z`} />;
  const [cx, cy] = layout.place([middle_of(layout, slot), 0]);
  return <circle class="block_shape" cx={cx} cy={cy} r={sum_radius} />;
}

/**
 * The lines of a text; `dy` is the distance of the first line from the text's place, and of each
 * further line from the one before.
 */
const Lines = ({
  x,
  lines,
  dy,
}: {
  readonly x: number;
  readonly lines: readonly string[];
  readonly dy: readonly [string, string];
}) =>
  lines.map((line, index) => (
    <tspan key={line} x={x} dy={dy[index > 0 ? 1 : 0]}>
      {line}
    </tspan>
  ));

/** In the horizontal layout "LayerNorm" takes two lines. */
function Name({ layout, slot, box }: BoxProps) {
  const [x, y] = layout.place([middle_of(layout, slot), 0]);
  const lines =
    layout.horizontal && (box === 'norm1' || box === 'norm2')
      ? ['Layer', 'Norm']
      : [box_label(box)];
  return (
    <text class={`block_name block_name_${box}`} x={x} y={y}>
      <Lines x={x} lines={lines} dy={[lines.length > 1 ? '-0.55em' : '0', '1.1em']} />
    </text>
  );
}

function Deviation({ layout, slot, box }: BoxProps) {
  const { answer } = shown.value;
  const value = deviation_of(box);
  if (answer === undefined || value === undefined) return null;
  const [x, y] = layout.place([middle_of(layout, slot), layout.number]);
  const attributes = answer_attributes(answer, `boxes.${box}.all.standard_deviation`);
  return (
    <text class="block_number" x={x} y={y} data-value={String(value)} {...attributes}>
      {format_number(value, 'cell')}
    </text>
  );
}

/** Invisible hit area, large enough for touch whatever the size of the drawn box. */
function Target({ layout, slot }: Omit<BoxProps, 'box'>) {
  const reach = layout.horizontal ? layout.half : layout.wide;
  return <rect class="block_target" {...rectangle(layout, layout.spans[slot], -reach, reach)} />;
}

function Box(props: BoxProps) {
  const { box } = props;
  const { shape, selected } = shown.value;
  const value = deviation_of(box);
  const name = `${box_label(box)}, ${tensor_name(box, shape)}`;
  const { state, listeners } = linked_to(box, 'box');
  return (
    <g
      class={`block_box block_box_${box} ${state}`}
      role="radio"
      aria-checked={box === selected}
      aria-label={
        value === undefined
          ? name
          : t('block.box_label', { name, deviation: format_number(value, 'cell') })
      }
      // In lower case: SVG attribute names are case-sensitive.
      tabindex={box === selected ? 0 : -1}
      data-box={box}
      {...listeners}
    >
      <Target {...props} />
      <Shape {...props} />
      <Name {...props} />
      <Deviation {...props} />
    </g>
  );
}

/** Lines from each box to the next, and from the last one out of the block. */
function Stream({ layout }: PartProps) {
  const occupied = block_slots.flatMap((slot) => {
    const box = box_in(slot, shown.value.shape);
    return box ? [{ box, ...ends_of(layout, slot) }] : [];
  });
  return (
    <g class="block_stream">
      {occupied.map(({ box, to }, index) => {
        const next = occupied[index + 1]?.from ?? layout.spans.after.to + layout.tail - 10;
        return <path key={box} d={path_of(layout, [[to, 0], [next, 0]])} style={{ strokeWidth: thickness(box) }} />; // prettier-ignore
      })}
    </g>
  );
}

function Tip({
  layout,
  at: [u, v, sideways],
}: PartProps & { readonly at: readonly [u: number, v: number, sideways: boolean] }) {
  const corners = sideways
    ? ([[u - 5, v - 9], [u + 5, v - 9], [u, v]] as const) // prettier-ignore
    : ([[u - 11, v - 8], [u - 11, v + 8], [u, v]] as const); // prettier-ignore
  return <path class="block_tip" d={`${path_of(layout, corners)}Z`} />;
}

/**
 * A shortcut branches off just after the box whose output it carries, even if the next slot is
 * empty.
 */
function Shortcut({ sum, layout }: PartProps & { readonly sum: 'sum1' | 'sum2' }) {
  const { shape } = shown.value;
  const slot = sum === 'sum1' ? 'x' : shape.norm === 'post' ? 'between' : 'sum1';
  const [start, end] = [ends_of(layout, slot).to + layout.gap / 3, middle_of(layout, sum)];
  const [label_x, label_y] = layout.place([(start + end) / 2, layout.lane]);
  const turned = layout.horizontal ? undefined : `rotate(-90 ${label_x} ${label_y})`;
  const path = [[start, 0], [start, layout.lane], [end, layout.lane], [end, -sum_radius - 8]] as const; // prettier-ignore
  return (
    <g class="block_shortcut">
      <path d={path_of(layout, path)} style={{ strokeWidth: thickness(carried_by(sum, shape)) }} />
      <Tip layout={layout} at={[end, -sum_radius, true]} />
      <text x={label_x} y={label_y - 12} transform={turned}>
        {t('block.shortcut')}
      </text>
    </g>
  );
}

function two_lines(text: string): readonly [string, string] {
  const words = text.split(' ');
  const lines = (count: number) =>
    [words.slice(0, count).join(' '), words.slice(count).join(' ')] as const;
  const longest = (count: number) => Math.max(...lines(count).map((line) => line.length));
  const counts = words.map((_, index) => index + 1);
  return lines(counts.reduce((best, count) => (longest(count) < longest(best) ? count : best)));
}

/**
 * Frame around the network; a click on it selects the network. Its title is in a corner, or in the
 * vertical layout beside the incoming stream.
 */
function Frame({ layout }: PartProps) {
  const { frame, frame_low, frame_high, place, horizontal } = layout;
  const title = t('cost.feed_forward');
  const [x, y] = horizontal
    ? place([frame.from + 12, frame_low + 18])
    : place([frame.from + 18, 14]);
  const linked = attended_box.value === 'feed_forward' || shown.value.selected === 'feed_forward';
  return (
    <g
      class={`block_frame ${linked ? 'block_frame_linked' : ''}`}
      onClick={() => choose_box('feed_forward')}
    >
      <rect {...rectangle(layout, frame, frame_low, frame_high)} rx={4} />
      <text x={x} y={y}>
        <Lines x={x} lines={horizontal ? [title] : two_lines(title)} dy={['0', '16']} />
      </text>
    </g>
  );
}

export function BlockDiagram({ available }: { readonly available: number }) {
  const { shape } = shown.value;
  const layout = block_layout(available);
  const { width, height, horizontal, spans, tail } = layout;
  const [x, y] = layout.place([spans.after.to + tail, horizontal ? -16 : 14]);
  return (
    <svg
      class={`block_diagram ${horizontal ? 'block_lying' : 'block_standing'}`}
      width={width}
      height={height}
      role="radiogroup"
      aria-label={t('block.diagram')}
      onKeyDown={move_between_boxes('[role="radio"]', true)}
    >
      <g aria-hidden="true">
        <Frame layout={layout} />
        {shape.shortcuts &&
          (['sum1', 'sum2'] as const).map((sum) => (
            <Shortcut key={sum} layout={layout} sum={sum} />
          ))}
        <Stream layout={layout} />
        <Tip layout={layout} at={[spans.after.to + tail, 0, false]} />
        <text class="block_output" x={x} y={horizontal ? y : y - 8}>
          output
        </text>
      </g>
      {block_slots.map((slot) => {
        const box = box_in(slot, shape);
        return box && <Box key={box} layout={layout} slot={slot} box={box} />;
      })}
    </svg>
  );
}

const sample = (piece: VNode) => (
  <svg class="block_diagram legend_block" width={64} height={24} viewBox="0 0 64 24">
    {piece}
  </svg>
);

export const legend: Legend = [
  ...heat_map_legend,
  {
    text: 'block.symbol_stream',
    classes: ['block_stream', 'block_shortcut', 'block_tip'],
    // A larger standard deviation is a thicker line.
    sample: sample(
      <g class="block_stream">
        <path d="M2 12H32" stroke-width={2} />
        <path d="M32 12H62" stroke-width={7} />
      </g>,
    ),
  },
  {
    text: 'block.symbol_box',
    classes: [
      'block_box',
      'block_box_selected',
      'block_box_linked',
      'block_row_selected',
      'block_row_linked',
      'block_frame_linked',
    ],
    sample: sample(
      <g class="block_box block_box_selected">
        <rect class="block_shape" x={14} y={3} width={36} height={18} rx={4} />
      </g>,
    ),
  },
];
