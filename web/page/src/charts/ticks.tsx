/** Grid lines of a plot with their numbers. */

interface TicksProps {
  readonly ticks: readonly number[];
  readonly format_tick: (value: number) => string;
}

interface XTicksProps extends TicksProps {
  readonly x: (value: number) => number;
  readonly top: number;
  readonly bottom: number;
}

interface YTicksProps extends TicksProps {
  readonly y: (value: number) => number;
  readonly left: number;
  readonly right: number;
}

const style_of = (tick: number) => (tick === 0 ? 'plot_zero' : undefined);

export function XTicks({ x, ticks, top, bottom, format_tick }: XTicksProps) {
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick} class={style_of(tick)}>
          <path d={`M${x(tick)} ${top}V${bottom}`} />
          <text x={x(tick)} y={bottom + 18} text-anchor="middle">
            {format_tick(tick)}
          </text>
        </g>
      ))}
    </>
  );
}

export function YTicks({ y, ticks, left, right, format_tick }: YTicksProps) {
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick} class={style_of(tick)}>
          <path d={`M${left} ${y(tick)}H${right}`} />
          <text x={left - 8} y={y(tick)} dy="0.35em" text-anchor="end">
            {format_tick(tick)}
          </text>
        </g>
      ))}
    </>
  );
}
