/** A square for each unit: filled if it is retained, hatched if it is dropped. */
import { legend_entry, linked_entry, type Legend } from '../words/legend.tsx';

export interface MaskPlotProps {
  readonly width: number;
  readonly retained: readonly boolean[];
  readonly attended: number | undefined;
  readonly on_attend: (unit: number | undefined) => void;
}

const side = 14;
const step = side + 2;

/** Returns the path of a hatch from lower left to upper right. */
function hatch(x: number, y: number): string {
  const [left, top, length] = [x + 0.5, y + 0.5, side - 1];
  const half = length / 2;
  const line = (from_x: number, from_y: number, run: number) =>
    `M${left + from_x} ${top + from_y}l${run} ${-run}`;
  return line(0, half, half) + line(0, length, length) + line(half, length, half);
}

export function MaskPlot({ width, retained, attended, on_attend }: MaskPlotProps) {
  const columns = Math.max(1, Math.floor((width + step - side) / step));
  const height = Math.ceil(retained.length / columns) * step;
  return (
    <svg
      class="plot mask"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      {retained.map((is_retained, unit) => {
        const [x, y] = [(unit % columns) * step, Math.floor(unit / columns) * step];
        const outline = `M${x + 0.5} ${y + 0.5}h${side - 1}v${side - 1}h${1 - side}Z`;
        return (
          <path
            key={unit}
            class={`${is_retained ? 'mask_retained' : 'mask_dropped'} ${unit === attended ? 'mask_attended' : ''}`}
            d={is_retained ? outline : outline + hatch(x, y)}
            onPointerEnter={() => on_attend(unit)}
            onPointerLeave={() => on_attend(undefined)}
          />
        );
      })}
    </svg>
  );
}

const sample = (retained: boolean) => (
  <MaskPlot width={side} retained={[retained]} attended={undefined} on_attend={() => undefined} />
);

export const linked_unit_entry = linked_entry('mask_attended', '.mask');
export const mask_legend: Legend = [
  legend_entry('legend.retained', 'mask_retained', sample(true)),
  legend_entry('legend.dropped', 'mask_dropped', sample(false)),
];
