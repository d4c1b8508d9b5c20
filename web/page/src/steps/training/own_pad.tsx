/** Drawing area for points: by touch, mouse or pen, or with a cursor that the arrow keys move. */
import { useSignal } from '@preact/signals';
import { useId, useRef } from 'preact/hooks';
import { use_width } from '../../charts/use_width.ts';
import { announce } from '../../controls/announcer.ts';
import { format_count, format_tick, t } from '../../words/i18n.ts';
import { class_names, drawn_limit, is_spaced, most_points, to_place, with_point, without_nearest } from './csv.ts';
import type { Place } from './csv.ts';
import { DataPlot, plane } from './data_plot.tsx';
import { change_points, drawn_kind, own_tool, points } from './own_state.ts';

const domain = [-drawn_limit, drawn_limit] as const;
const widest = 400;
const key_steps = { small: 0.1, large: 0.5 };

const coordinates = ({ x, y }: Place) => ({ x: format_tick(x), y: format_tick(y) });

/** Applies the tool at a place. `continued`: as part of a stroke. */
function apply_tool(place: Place, remove = own_tool.peek() === 'remove', continued = false): void {
  const tool = own_tool.peek();
  const name = drawn_kind.peek() === 'curve' || tool === 'remove' ? 'A' : tool;
  const before = points.peek();
  change_points(remove ? without_nearest(before, place) : with_point(before, { ...place, name }), continued);
}

function announce_change(place: Place, before: number, after: number): void {
  const numbers = { ...coordinates(place), count: format_count(after), most: format_count(most_points) };
  if (after > before) announce(t('training.own_put', numbers));
  else if (after < before) announce(t('training.own_taken', numbers));
  else announce(t(before >= most_points ? 'training.own_full' : 'training.own_nothing_there', numbers));
}

const arrows: Readonly<Record<string, Place>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
};
/** Whether the key removes the nearest point; undefined: as the tool does. */
const acting_keys: Readonly<Record<string, { readonly remove?: true }>> = {
  Enter: {},
  ' ': {},
  Delete: { remove: true },
  Backspace: { remove: true },
};

function on_key(event: KeyboardEvent, cursor: { value: Place }): void {
  const [arrow, action] = [arrows[event.key], acting_keys[event.key]];
  if (event.ctrlKey || event.altKey || event.metaKey || !(arrow ?? action)) return;
  if (arrow) {
    const step = event.shiftKey ? key_steps.large : key_steps.small;
    const { x, y } = cursor.value;
    cursor.value = { x: to_place(x + arrow.x * step), y: to_place(y + arrow.y * step) };
    announce(t('training.own_at', coordinates(cursor.value)));
  } else {
    const before = points.peek().length;
    apply_tool(cursor.value, action?.remove);
    announce_change(cursor.value, before, points.peek().length);
  }
  event.preventDefault();
  event.stopPropagation();
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
    apply_tool(place, undefined, continued);
  };
  const end = () => (last.current = undefined);
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
    onPointerUp: end,
    onPointerCancel: end,
  };
}

function Cursor({ width, at }: { readonly width: number; readonly at: Place }) {
  const { x, y } = plane(width, width, domain, domain);
  const [[left, right], [bottom, top]] = [x.range(), y.range()];
  return <path class="own_cursor" d={`M${x(at.x)} ${top}V${bottom}M${left} ${y(at.y)}H${right}`} />;
}

export function OwnPad() {
  const id = useId();
  const { ref, width: available } = use_width<HTMLDivElement>(320);
  const width = Math.min(available, widest);
  const cursor = useSignal<Place>({ x: 0, y: 0 });
  const stroke = use_stroke(width, cursor);
  const markers = points.value.map(({ x, y, name }) => ({ x, y, kind: class_names.indexOf(name) }));
  return (
    <div ref={ref}>
      <div
        class={`own_pad ${own_tool.value === 'remove' ? 'own_pad_removes' : ''}`}
        style={{ width: `${width}px`, height: `${width}px` }}
        role="application"
        tabIndex={0}
        aria-label={t(`training.own_pad_${drawn_kind.value}`, { count: format_count(markers.length) })}
        aria-describedby={id}
        onKeyDown={(event) => on_key(event, cursor)}
        {...stroke}
      >
        <DataPlot width={width} height={width} x_domain={domain} y_domain={domain} markers={markers}>
          <Cursor width={width} at={cursor.value} />
        </DataPlot>
      </div>
      <p id={id} class="hint">
        {t('training.own_pad_hint')}
      </p>
    </div>
  );
}
