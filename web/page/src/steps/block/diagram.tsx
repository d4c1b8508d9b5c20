/** Diagram of the block: its boxes, the stream between them, and the shortcuts. A line's width shows the standard deviation. */
import type { VNode } from 'preact';
import type { LegendEntry } from '../../controls/legend.tsx';
import { block_layout, ends_of, middle_of, outline, path_of, sum_radius, type BlockLayout } from './layout.ts';
import { answer_attributes } from '../../numbers/value.tsx';
import { block_slots, box_in, boxes_of, carried_by, tensor_name } from '../../numbers/block_boxes.ts';
import type { BlockBox, BlockShape, BlockSlot } from '../../numbers/block_boxes.ts';
import { format_number, t } from '../../words/i18n.ts';
import { attended_box, box_label, choose_box, move_between_boxes, type BlockAnswer } from './selection.ts';

interface DiagramProps {
  readonly shape: BlockShape;
  readonly width: number;
  readonly selected: BlockBox;
  /** Undefined until it is computed. */
  readonly answer: BlockAnswer | undefined;
}

/** Standard deviation of a box's output. */
const deviation_of = ({ answer }: Pick<DiagramProps, 'answer'>, box: BlockBox) => answer?.value.boxes[box]?.all.standard_deviation;

interface PartProps extends DiagramProps {
  readonly layout: BlockLayout;
}

interface BoxProps extends PartProps {
  readonly slot: BlockSlot;
  readonly box: BlockBox;
}

const thickness_of_one = 7;
const thicknesses = { smallest: 1, largest: 12 };

/** Line width in pixels for a standard deviation. */
function thickness(deviation: number | undefined): number {
  if (deviation === undefined || Number.isNaN(deviation)) return thicknesses.smallest;
  return Math.min(thicknesses.largest, Math.max(thicknesses.smallest, thickness_of_one * deviation));
}

function Shape({ layout, slot }: { readonly layout: BlockLayout; readonly slot: BlockSlot }) {
  if (slot !== 'sum1' && slot !== 'sum2') return <path class="block_shape" d={`${path_of(layout, outline(layout, slot))}Z`} />;
  const [cx, cy] = layout.place([middle_of(layout, slot), 0]);
  return <circle class="block_shape" cx={cx} cy={cy} r={sum_radius} />;
}

/** In the horizontal layout "LayerNorm" takes two lines. */
function Name({ layout, slot, box }: { readonly layout: BlockLayout; readonly slot: BlockSlot; readonly box: BlockBox }) {
  const [x, y] = layout.place([middle_of(layout, slot), 0]);
  const is_norm = box === 'norm1' || box === 'norm2';
  if (!is_norm || !layout.horizontal) {
    return (
      <text class={`block_name block_name_${box}`} x={x} y={y}>
        {box_label(box)}
      </text>
    );
  }
  return (
    <text class="block_name" x={x} y={y}>
      <tspan x={x} dy="-0.55em">
        Layer
      </tspan>
      <tspan x={x} dy="1.1em">
        Norm
      </tspan>
    </text>
  );
}

function Deviation({ layout, slot, box, answer }: BoxProps) {
  const value = deviation_of({ answer }, box);
  const [x, y] = layout.place([middle_of(layout, slot), layout.number]);
  if (answer === undefined || value === undefined) return null;
  const attributes = answer_attributes(answer, `boxes.${box}.all.standard_deviation`);
  return (
    <text class="block_number" x={x} y={y} data-value={String(value)} {...attributes}>
      {format_number(value, 'cell')}
    </text>
  );
}

/** Invisible hit area, large enough for touch whatever the size of the drawn box. */
function Target({ layout, slot }: { readonly layout: BlockLayout; readonly slot: BlockSlot }) {
  const { from, to } = layout.spans[slot];
  const [x, y] = layout.place([from, -26]);
  const length = to - from;
  if (layout.horizontal) return <rect class="block_target" x={x} y={y} width={length} height={52} />;
  return <rect class="block_target" x={x - layout.wide + 26} y={y} width={2 * layout.wide} height={length} />;
}

function Box(props: BoxProps) {
  const { layout, slot, box, shape, selected } = props;
  const value = deviation_of(props, box);
  const name = `${box_label(box)}, ${tensor_name(box, shape)}`;
  const label = value === undefined ? name : t('block.box_label', { name, deviation: format_number(value, 'cell') });
  const state = [box === selected && 'block_box_selected', box === attended_box.value && 'block_box_linked'].filter(Boolean).join(' ');
  return (
    <g
      class={`block_box block_box_${box} ${state}`}
      role="radio"
      aria-checked={box === selected}
      aria-label={label}
      // In lower case: SVG attribute names are case-sensitive.
      tabindex={box === selected ? 0 : -1}
      data-box={box}
      onClick={() => choose_box(box)}
      onFocus={() => (attended_box.value = box)}
      onBlur={() => (attended_box.value = undefined)}
      onPointerEnter={() => (attended_box.value = box)}
      onPointerLeave={() => (attended_box.value = undefined)}
    >
      <Target layout={layout} slot={slot} />
      <Shape layout={layout} slot={slot} />
      <Name layout={layout} slot={slot} box={box} />
      <Deviation {...props} />
    </g>
  );
}

/** Lines from each box to the next, and from the last one out of the block. */
function Stream({ layout, shape, answer }: PartProps) {
  const occupied = block_slots.filter((slot) => box_in(slot, shape) !== undefined);
  return (
    <g class="block_stream">
      {occupied.map((slot, index) => {
        const next = occupied[index + 1];
        const from = ends_of(layout, slot).to;
        const to = next === undefined ? layout.spans.after.to + layout.tail - 10 : ends_of(layout, next).from;
        const width = thickness(deviation_of({ answer }, box_in(slot, shape) ?? 'x'));
        return <path key={slot} d={path_of(layout, [[from, 0], [to, 0]])} style={{ strokeWidth: width }} />; // prettier-ignore
      })}
    </g>
  );
}

function Tip({ layout, at }: { readonly layout: BlockLayout; readonly at: readonly [u: number, v: number, sideways: boolean] }) {
  const [u, v, sideways] = at;
  const corners = sideways
    ? ([[u - 5, v - 9], [u + 5, v - 9], [u, v]] as const) // prettier-ignore
    : ([[u - 11, v - 8], [u - 11, v + 8], [u, v]] as const); // prettier-ignore
  return <path class="block_tip" d={`${path_of(layout, corners)}Z`} />;
}

/** A shortcut branches off just after the box whose output it carries, even if the next slot is empty. */
function Shortcut({ sum, ...props }: PartProps & { readonly sum: 'sum1' | 'sum2' }) {
  const { layout, shape } = props;
  const carried = carried_by(sum, shape);
  const slot = sum === 'sum1' ? 'x' : shape.norm === 'post' ? 'between' : 'sum1';
  const [start, end] = [ends_of(layout, slot).to + layout.gap / 3, middle_of(layout, sum)];
  const [label_x, label_y] = layout.place([(start + end) / 2, layout.lane]);
  const width = thickness(deviation_of(props, carried));
  const turned = layout.horizontal ? undefined : `rotate(-90 ${label_x} ${label_y})`;
  const path = [[start, 0], [start, layout.lane], [end, layout.lane], [end, -sum_radius - 8]] as const; // prettier-ignore
  return (
    <g class="block_shortcut">
      <path d={path_of(layout, path)} style={{ strokeWidth: width }} />
      <Tip layout={layout} at={[end, -sum_radius, true]} />
      <text x={label_x} y={label_y - 12} transform={turned}>
        {t('block.shortcut')}
      </text>
    </g>
  );
}

/** Breaks a text into two lines of similar length. */
function two_lines(text: string): readonly [string, string] {
  const words = text.split(' ');
  const lines = (count: number) => [words.slice(0, count).join(' '), words.slice(count).join(' ')] as const;
  const longest = (count: number) => Math.max(...lines(count).map((line) => line.length));
  const counts = words.map((_, index) => index + 1);
  return lines(counts.reduce((best, count) => (longest(count) < longest(best) ? count : best)));
}

/** Title of the network's frame: in a corner in the horizontal layout, beside the incoming stream in the vertical one. */
function FrameTitle({ layout: { frame, frame_low, place, horizontal } }: { readonly layout: BlockLayout }) {
  const title = t('cost.feed_forward');
  const [x, y] = horizontal ? place([frame.from + 12, frame_low + 18]) : place([frame.from + 18, 14]);
  return (
    <text x={x} y={y}>
      {(horizontal ? [title] : two_lines(title)).map((line, index) => (
        <tspan key={line} x={x} dy={index === 0 ? 0 : 16}>
          {line}
        </tspan>
      ))}
    </text>
  );
}

/** Frame around the network; a click on it selects the whole network. */
function Frame({ layout, selected }: PartProps) {
  const { frame, frame_low, frame_high, place } = layout;
  const [x, y] = place([frame.from, frame_low]);
  const [right, bottom] = place([frame.to, frame_high]);
  const linked = attended_box.value === 'feed_forward' || selected === 'feed_forward';
  return (
    <g class={`block_frame ${linked ? 'block_frame_linked' : ''}`} onClick={() => choose_box('feed_forward')}>
      <rect x={x} y={y} width={right - x} height={bottom - y} rx={4} />
      <FrameTitle layout={layout} />
    </g>
  );
}

export function BlockDiagram(props: DiagramProps) {
  const layout = block_layout(props.width);
  const parts = { ...props, layout };
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
        <Frame {...parts} />
        {props.shape.shortcuts && (['sum1', 'sum2'] as const).map((sum) => <Shortcut key={sum} {...parts} sum={sum} />)}
        <Stream {...parts} />
        <Tip layout={layout} at={[spans.after.to + tail, 0, false]} />
        <text class="block_output" x={x} y={horizontal ? y : y - 8} text-anchor={horizontal ? 'end' : 'start'}>
          output
        </text>
      </g>
      {block_slots.map((slot) => {
        const box = box_in(slot, props.shape);
        return box && <Box key={box} {...parts} slot={slot} box={box} />;
      })}
    </svg>
  );
}

/** Returns the chosen box, or the network if the block has no such box. */
export const shown_box = (chosen: BlockBox, shape: BlockShape): BlockBox => (boxes_of(shape).includes(chosen) ? chosen : 'feed_forward');

const sample = (piece: VNode) => (
  <svg class="block_diagram legend_block" width={64} height={24} viewBox="0 0 64 24">
    {piece}
  </svg>
);

export const legend: readonly LegendEntry[] = [
  {
    text: 'block.symbol_stream',
    classes: ['block_stream', 'block_shortcut', 'block_tip'],
    // A larger standard deviation is a thicker line.
    sample: sample(
      <>
        <path class="block_stream" d="M2 12H32" stroke-width={2} />
        <path class="block_stream" d="M32 12H62" stroke-width={7} />
      </>,
    ),
  },
  {
    text: 'block.symbol_box',
    classes: ['block_box', 'block_box_selected', 'block_box_linked', 'block_row_selected', 'block_row_linked', 'block_frame_linked'],
    sample: sample(
      <g class="block_box block_box_selected">
        <rect class="block_shape" x={14} y={3} width={36} height={18} rx={4} />
      </g>,
    ),
  },
];
