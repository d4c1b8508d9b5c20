/** Grid lines of a plot with their numbers. */
import type { ScaleLogarithmic } from 'd3-scale';
import type { ComponentChildren } from 'preact';
import { plot_entry } from '../words/legend.tsx';

/** Texts of legends, which are loaded with the first step. */
declare module '../words/i18n.ts' {
  interface Catalogues {
    readonly charts: typeof import('./messages/en.json');
  }
}

interface TicksProps {
  readonly ticks: readonly number[];
  readonly format_tick: (value: number) => string;
}

interface LinesProps extends TicksProps {
  readonly line: (tick: number) => string;
  /** Returns the attributes that place its number. */
  readonly text: (tick: number) => object;
}

const Lines = ({ ticks, format_tick, line, text }: LinesProps) =>
  ticks.map((tick) => (
    <g key={tick} class={tick === 0 ? 'plot_zero' : undefined}>
      <path d={line(tick)} />
      <text {...text(tick)}>{format_tick(tick)}</text>
    </g>
  ));

type XTicksProps = TicksProps & {
  readonly x: (value: number) => number;
  readonly top: number;
  readonly bottom: number;
};

export const XTicks = ({ x, top, bottom, ...ticks }: XTicksProps) => (
  <Lines
    {...ticks}
    line={(tick) => `M${x(tick)} ${top}V${bottom}`}
    text={(tick) => ({ x: x(tick), y: bottom + 18, 'text-anchor': 'middle' })}
  />
);

type Scale = ((value: number) => number) & {
  readonly range: () => number[];
  readonly ticks: (count: number) => number[];
};

interface PlotProps {
  readonly class: string;
  readonly width: number;
  readonly height: number;
  /** Their ranges are the edges of the grid. */
  readonly x: Scale;
  readonly y: Scale;
  /** Replace the ticks at round numbers. */
  readonly x_ticks?: readonly number[] | undefined;
  readonly y_ticks?: readonly number[] | undefined;
  readonly format_x: (value: number) => string;
  readonly format_y?: (value: number) => string;
  readonly children: ComponentChildren;
}

const pixels_per_tick = { x: 64, y: 44 };

/** A plot: its grid, and the children on it. */
export function Plot({
  class: name,
  width,
  height,
  x,
  y,
  x_ticks,
  y_ticks,
  format_x,
  format_y = format_x,
  children,
}: PlotProps) {
  const [[left = 0, right = 0], [bottom = 0, top = 0]] = [x.range(), y.range()];
  return (
    <svg
      class={`plot ${name}`}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      <g class="plot_grid">
        <XTicks
          x={x}
          ticks={x_ticks ?? x.ticks(width / pixels_per_tick.x)}
          top={top}
          bottom={bottom}
          format_tick={format_x}
        />
        <Lines
          ticks={y_ticks ?? y.ticks(height / pixels_per_tick.y)}
          format_tick={format_y}
          line={(tick) => `M${left} ${y(tick)}H${right}`}
          text={(tick) => ({ x: left - 8, y: y(tick), dy: '0.35em', 'text-anchor': 'end' })}
        />
      </g>
      {children}
    </svg>
  );
}

/** Returns about `count` ticks of a logarithmic scale: those that the scale itself would label. */
export function log_ticks(scale: ScaleLogarithmic<number, number>, count: number): number[] {
  const [ticks, text] = [scale.ticks(count), scale.tickFormat(count)];
  const labelled = ticks.filter((tick) => text(tick) !== '');
  return labelled.length > 1
    ? labelled
    : ticks.filter((_, at) => at === 0 || at === ticks.length - 1);
}

export const grid_entry = plot_entry(
  'legend.grid',
  'plot_grid plot_zero',
  <g class="plot_grid">
    <path d="M12 0V24M52 0V24" />
    <g class="plot_zero">
      <path d="M32 0V24" />
    </g>
  </g>,
);
