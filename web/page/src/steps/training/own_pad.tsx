/** Drawing area for points: by touch, mouse or pen, or with a cursor that the arrow keys move. */
import { useSignal } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import { announce } from '../../controls/announcer.ts';
import { use_width } from '../../charts/use_width.ts';
import { format_number, format_tick, t } from '../../words/i18n.ts';
import { data_margin, DataPlot, plane } from './data_plot.tsx';
import { class_names, drawn_limit, is_spaced, most_points, to_place, with_point, without_nearest } from './own_points.ts';
import type { Points } from './own_points.ts';
import { change_points, drawing, drawn_kind, own_tool } from './own_state.ts';

const domain = [-drawn_limit, drawn_limit] as const;
const widest = 400;
const key_steps = { small: 0.1, large: 0.5 };

interface Place {
  readonly x: number;
  readonly y: number;
}

const coordinate = (value: number) => format_number(value, 'tick');
const coordinates = ({ x, y }: Place) => ({ x: coordinate(x), y: coordinate(y) });

/** Returns the points after the tool was applied at `place`. */
function apply_tool(points: Points, place: Place, remove: boolean): Points {
  if (remove) return without_nearest(points, place);
  const tool = own_tool.peek();
  return with_point(points, { ...place, name: drawn_kind.peek() === 'curve' || tool === 'remove' ? 'A' : tool });
}

function announce_change(place: Place, before: number, after: number): void {
  const count = format_number(after, 'count');
  if (after > before) announce(t('training.own_put', { ...coordinates(place), count }));
  else if (after < before) announce(t('training.own_taken', { count }));
  else
    announce(t(before >= most_points ? 'training.own_full' : 'training.own_nothing_there', { most: format_number(most_points, 'count') }));
}

const arrows: Readonly<Record<string, Place>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
};

function use_keys(cursor: { value: Place }) {
  const act = (remove: boolean) => {
    const { points } = drawing.peek();
    const after = apply_tool(points, cursor.value, remove);
    change_points(after);
    announce_change(cursor.value, points.length, after.length);
  };
  return (event: KeyboardEvent) => {
    const arrow = arrows[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (arrow) {
      const step = event.shiftKey ? key_steps.large : key_steps.small;
      const { x, y } = cursor.value;
      cursor.value = { x: to_place(x + arrow.x * step), y: to_place(y + arrow.y * step) };
      announce(t('training.own_at', coordinates(cursor.value)));
    } else if (event.key === 'Enter' || event.key === ' ') act(own_tool.peek() === 'remove');
    else if (event.key === 'Delete' || event.key === 'Backspace') act(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

/** Position of the pointer in data coordinates; `width` is the drawing's, from which its element can differ by a fraction of a pixel. */
function place_of(event: PointerEvent, width: number): Place {
  const box = (event.currentTarget as Element).getBoundingClientRect();
  const { x, y } = plane(width, width, domain, domain);
  return { x: to_place(x.invert(event.clientX - box.left)), y: to_place(y.invert(event.clientY - box.top)) };
}

function use_stroke(width: number, cursor: { value: Place }) {
  const last = useRef<Place | undefined>(undefined);
  const draw = (place: Place, continued: boolean) => {
    last.current = place;
    cursor.value = place;
    change_points(apply_tool(drawing.peek().points, place, own_tool.peek() === 'remove'), continued);
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      draw(place_of(event, width), false);
    },
    onPointerMove: (event: PointerEvent) => {
      const place = place_of(event, width);
      if (last.current !== undefined && is_spaced(last.current, place)) draw(place, true);
    },
    onPointerUp: () => (last.current = undefined),
    onPointerCancel: () => (last.current = undefined),
  };
}

function Cursor({ width, at }: { readonly width: number; readonly at: Place }) {
  const { x, y } = plane(width, width, domain, domain);
  const [left, top] = [data_margin.left, data_margin.top];
  return <path class="own_cursor" d={`M${x(at.x)} ${top}V${width - data_margin.bottom}M${left} ${y(at.y)}H${width - data_margin.right}`} />;
}

export function OwnPad() {
  const id = useId();
  const { ref, width: available } = use_width<HTMLDivElement>(320);
  const width = Math.min(available, widest);
  const cursor = useSignal<Place>({ x: 0, y: 0 });
  const on_key = use_keys(cursor);
  const stroke = use_stroke(width, cursor);
  const { points } = drawing.value;
  const kind = drawn_kind.value;
  return (
    <div ref={ref}>
      <div
        class={`own_pad ${own_tool.value === 'remove' ? 'own_pad_removes' : ''}`}
        style={{ width: `${width}px`, height: `${width}px` }}
        role="application"
        tabIndex={0}
        aria-label={t(`training.own_pad_${kind}`, { count: format_number(points.length, 'count') })}
        aria-describedby={id}
        onKeyDown={on_key}
        {...stroke}
      >
        <DataPlot
          width={width}
          height={width}
          x_domain={domain}
          y_domain={domain}
          markers={points.map(({ x, y, name }) => ({ x, y, kind: class_names.indexOf(name) }))}
          format_tick={format_tick}
        >
          <Cursor width={width} at={cursor.value} />
        </DataPlot>
      </div>
      <p id={id} class="hint">
        {t('training.own_pad_hint')}
      </p>
    </div>
  );
}
