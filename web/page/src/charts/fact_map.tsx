/**
 * Map of facts: a square for each sentence, lit as far as its level says. Fields lie side by side,
 * one for each language, and are laid out alike, so that a fact has the same place in each.
 */
import type { ComponentChildren } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { legend_entry, PlotSample, type Legend } from '../words/legend.tsx';
import { map_layout, square_at, square_beside } from './fact_map_layout.ts';
import type { MapLayout, MapSize, MapSquare } from './fact_map_layout.ts';
import { shade_of } from './shade.ts';
import { with_modifier } from '../controls/modifiers.ts';

/** `wanted`: changed as intended; `lost`: changed beside that. */
export type MapMark = 'wanted' | 'lost';

export interface FactMapProps {
  readonly size: MapSize;
  readonly squares: readonly MapSquare[];
  /** Heads of the fields, and names of the groups. */
  readonly heads: readonly string[];
  readonly groups: readonly string[];
  /** How strongly each square is lit, from 0 to `limit`, by default 1; below 0 it is dark. */
  readonly levels: ArrayLike<number>;
  readonly limit?: number;
  readonly marks?: readonly (MapMark | undefined)[];
  readonly chosen?: number | undefined;
  readonly attended?: number | undefined;
  /** Squares of the same fact as the attended one, or the chosen one. */
  readonly related?: readonly number[];
  readonly label: string;
  /** Id of the text about the attended square. */
  readonly described_by: string;
  readonly on_attend: (square: number | undefined) => void;
  readonly on_choose: (square: number) => void;
}

const head_height = 24;

/** Side of the point in place of a square that is not lit. */
const point = 2;

/**
 * Returns for each shade the path of its squares: a line along each run of neighbours, which its
 * dashes divide into squares.
 */
function paths_of(
  { rows, x, y, step, side }: MapLayout,
  { levels, limit = 1 }: Pick<FactMapProps, 'levels' | 'limit'>,
) {
  const shade_at = (square: number | undefined) =>
    shade_of(Math.max(0, levels[square ?? -1] ?? 0), limit);
  const paths = new Map<number, string>();
  for (const row of rows) {
    let start = 0;
    while (start < row.length) {
      const [first, shade] = [row[start] ?? 0, shade_at(row[start])];
      let end = start + 1;
      const continues = (place: number) =>
        (x[row[place] ?? -1] ?? NaN) - (x[row[place - 1] ?? -1] ?? NaN) === step &&
        shade_at(row[place]) === shade;
      while (end < row.length && continues(end)) end++;
      const drawn = side_of(shade, side);
      const left = (x[first] ?? 0) + (side - drawn) / 2;
      const run = `M${left} ${(y[first] ?? 0) + side / 2}h${(end - start - 1) * step + drawn}`;
      paths.set(shade, (paths.get(shade) ?? '') + run);
      start = end;
    }
  }
  return paths;
}

/** Size says what colour says: a square grows from a point as it is lit. */
const side_of = (shade: number, side: number): number =>
  shade === 0 ? point : Math.round((side * (1 + shade)) / 2);

interface LightsProps extends Pick<FactMapProps, 'levels' | 'limit'> {
  readonly layout: MapLayout;
}

function Lights({ layout, ...lit }: LightsProps) {
  const paths = useMemo(() => paths_of(layout, lit), [layout, lit.levels, lit.limit]);
  return (
    <g class="fact_map_lights">
      {Array.from(paths, ([shade, path]) => {
        const drawn = side_of(shade, layout.side);
        return (
          <path
            key={shade}
            class={shade === 0 ? 'fact_map_dark' : 'fact_map_lit'}
            style={{ '--share': String(shade) }}
            d={path}
            stroke-width={drawn}
            stroke-dasharray={`${drawn} ${layout.step - drawn}`}
          />
        );
      })}
    </g>
  );
}

/** A frame around a square, with a cross in it if the square is lost. */
function Frame({ layout, of, name }: { layout: MapLayout; of: number; name: string }) {
  const { x, y, side } = layout;
  const [left, top] = [(x[of] ?? 0) - 1, (y[of] ?? 0) - 1];
  const size = side + 2;
  const cross = `M${left + 3} ${top + 3}l${size - 6} ${size - 6}m0 ${6 - size}l${6 - size} ${size - 6}`;
  return (
    <path
      class={name}
      d={`M${left} ${top}h${size}v${size}h${-size}Z${name === 'fact_map_lost' ? cross : ''}`}
    />
  );
}

function Frames({ layout, props }: { readonly layout: MapLayout; readonly props: FactMapProps }) {
  const { marks = [], related = [], chosen, attended } = props;
  const frame = (of: number, name: string) => (
    <Frame key={`${name}${of}`} layout={layout} of={of} name={name} />
  );
  return (
    <>
      {marks.map((mark, of) => mark && frame(of, `fact_map_${mark}`))}
      {related.map((of) => frame(of, 'fact_map_related'))}
      {chosen !== undefined && frame(chosen, 'fact_map_chosen')}
      {attended !== undefined && frame(attended, 'fact_map_attended')}
    </>
  );
}

const arrows: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Pointer and keys attend to a square; a click, Enter and the space bar choose it. */
function use_actions(layout: MapLayout, props: FactMapProps) {
  const { attended, chosen, on_attend, on_choose } = props;
  const under = ({ currentTarget, clientX, clientY }: PointerEvent | MouseEvent) => {
    const box = (currentTarget as Element).getBoundingClientRect();
    return square_at(layout, [clientX - box.left, clientY - box.top - head_height]);
  };
  return {
    onPointerMove: (event: PointerEvent) => on_attend(under(event)),
    onPointerDown: (event: PointerEvent) => on_attend(under(event)),
    // After a touch its square stays attended, for there is no pointer that rests on it.
    onPointerLeave: (event: PointerEvent) => event.pointerType === 'mouse' && on_attend(undefined),
    onClick: (event: MouseEvent) => {
      const square = under(event);
      if (square !== undefined) on_choose(square);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (with_modifier(event)) return;
      const [from, arrow] = [attended ?? chosen ?? 0, arrows[event.key]];
      if (arrow) on_attend(square_beside(layout, from, arrow));
      else if (event.key === 'Enter' || event.key === ' ') on_choose(from);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    onBlur: () => on_attend(undefined),
  };
}

/**
 * Returns the levels that were shown before, and the number of their replacements: the picture of
 * them is drawn once more above the new one, and a wave takes it away.
 */
function use_before(levels: ArrayLike<number>) {
  const shown = useRef({ levels, before: levels, changes: 0 });
  if (shown.current.levels !== levels)
    shown.current = {
      levels,
      before: shown.current.levels,
      changes: shown.current.changes + 1,
    };
  return shown.current;
}

interface PictureProps extends LightsProps, Pick<FactMapProps, 'heads' | 'groups'> {
  readonly width: number;
  readonly height: number;
  readonly class: string;
  readonly children?: ComponentChildren;
}

function Picture({ layout, width, height, class: name, children, ...shown }: PictureProps) {
  const { heads, groups, levels, limit } = shown;
  return (
    <svg
      class={name}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      {heads.map((head, field) => (
        <text key={field} class="fact_map_head" x={layout.fields[field]} y={14}>
          {head}
        </text>
      ))}
      <g transform={`translate(0 ${head_height})`}>
        {groups.map((group, number) => (
          <text key={number} x={0} y={(layout.groups[number] ?? 0) + 4}>
            {group}
          </text>
        ))}
        <Lights layout={layout} levels={levels} {...(limit !== undefined && { limit })} />
        {children}
      </g>
    </svg>
  );
}

export function FactMap(props: FactMapProps) {
  const { size, squares, levels, label, described_by } = props;
  const { width } = size;
  const layout = useMemo(
    () => map_layout(squares, size),
    [squares, size.width, size.height, size.names],
  );
  const height = layout.height + head_height + 2;
  const { before, changes } = use_before(levels);
  const [ended, set_ended] = useState(0);
  const actions = use_actions(layout, props);
  const picture = { ...props, layout, width, height };
  return (
    <div
      class="fact_map"
      role="application"
      tabIndex={0}
      aria-label={label}
      aria-describedby={described_by}
      {...actions}
    >
      <Picture {...picture} class="plot fact_map_now">
        <Frames layout={layout} props={props} />
      </Picture>
      {changes > ended && (
        <div key={changes} class="fact_map_before" onAnimationEnd={() => set_ended(changes)}>
          <Picture {...picture} class="fact_map_now" levels={before} />
        </div>
      )}
    </div>
  );
}

const sample_layout = map_layout(
  [0, 1, 2, 3].map((place) => ({ field: 0, group: 0, place, row: 0 })),
  { width: 64, height: 14, names: 0 },
);

const sample = (children: ComponentChildren) => (
  <PlotSample name="fact_map_now">
    <rect class="fact_map_ground" width={64} height={24} rx={4} />
    <g transform="translate(5 6)">{children}</g>
  </PlotSample>
);

const lights = (...levels: number[]) => sample(<Lights layout={sample_layout} levels={levels} />);

const frame = (name: string, level: number) =>
  sample(
    <>
      <Lights layout={sample_layout} levels={[0, level, 0, 0]} />
      <Frame layout={sample_layout} of={1} name={name} />
    </>,
  );

export const fact_map_legend: Legend = [
  legend_entry('legend.map_lit', 'fact_map_lit fact_map_dark', lights(1, 1, 0, 0)),
  legend_entry('legend.map_chosen', 'fact_map_chosen', frame('fact_map_chosen', 1)),
  legend_entry('legend.map_related', 'fact_map_related', frame('fact_map_related', 1)),
];

/** The legend of a map whose squares are lit by degrees. */
export const fact_heat_legend: Legend = [
  legend_entry('legend.map_level', 'fact_map_lit fact_map_dark', lights(0, 0.3, 0.6, 1)),
  ...fact_map_legend.slice(1),
];

export const fact_change_legend: Legend = [
  ...fact_map_legend,
  legend_entry('legend.map_wanted', 'fact_map_wanted', frame('fact_map_wanted', 0)),
  legend_entry('legend.map_lost', 'fact_map_lost', frame('fact_map_lost', 0)),
];
