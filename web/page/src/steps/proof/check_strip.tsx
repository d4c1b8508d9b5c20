/** Strip plot of a family: one marker per tensor, at the ratio of its largest |Δ| to the tolerance. */
import { scaleLog } from 'd3-scale';
import type { CheckRow } from './calls.ts';

const height = 24;
const middle = height / 2;
const edge = 8;
const radius = 4;
/** Shares of the tolerance with a grid line; the last is the tolerance itself. */
export const shares = [1e-4, 1e-3, 1e-2, 1e-1, 1] as const;

interface Axis {
  /** Maps a share of the tolerance to an x coordinate. */
  readonly at: (share: number) => number;
}

/** Logarithmic axis; the decade beyond the tolerance shows failures. */
export function strip_axis(width: number): Axis {
  const scale = scaleLog([1e-4, 10], [edge, width - edge]).clamp(true);
  // Exact results have no logarithm: they are at the left edge.
  return { at: (share) => (share > 0 ? scale(share) : edge) };
}

/** Largest |Δ| divided by the tolerance; Infinity for NaN. */
function share_of({ measured, tolerance: { limit } }: CheckRow): number {
  if (measured === 0) return 0;
  return Number.isNaN(measured) || limit === 0 ? Infinity : measured / limit;
}

function Marker({ row, x }: { readonly row: CheckRow; readonly x: number }) {
  if (row.passed) return <circle class="check_marker" cx={x} cy={middle} r={radius} />;
  return <path class="check_cross" d={`M${x - 5} ${middle - 5}l10 10m0 -10l-10 10`} />;
}

export function CheckStrip({ rows, width }: { readonly rows: readonly CheckRow[]; readonly width: number }) {
  const { at } = strip_axis(width);
  return (
    <svg class="plot check_strip" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
      <g class="plot_grid">
        {shares.slice(0, -1).map((share) => (
          <path key={share} d={`M${at(share)} 0V${height}`} />
        ))}
      </g>
      <path class="check_tolerance" d={`M${at(1)} 0V${height}`} />
      {rows.map((row) => (
        <Marker key={row.tensor} row={row} x={at(share_of(row))} />
      ))}
    </svg>
  );
}

export function StripAxis({ width, format }: { readonly width: number; readonly format: (share: number, place: number) => string }) {
  const { at } = strip_axis(width);
  return (
    <svg class="plot check_axis" width={width} height={18} viewBox={`0 0 ${width} 18`} aria-hidden="true" focusable="false">
      <g class="plot_grid">
        {shares.map((share, place) => (
          <text key={share} x={place === 0 ? 0 : at(share)} y={13} text-anchor={place === 0 ? 'start' : 'middle'}>
            {format(share, place)}
          </text>
        ))}
      </g>
    </svg>
  );
}
