/**
 * Map of pairs that a network was to learn: a square for each, lit if the network holds it. Pairs
 * drawn at random have no order, so the held ones come first.
 */
import { legend_entry, PlotSample, type Legend } from '../words/legend.tsx';

export interface PairMapProps {
  readonly held: number;
  readonly pairs: number;
}

const columns = 32;
/** Side of a square and distance of two in pixels. */
const [side, step] = [2, 3];

/** Draws the first squares of the map: one line with dashes for each row. */
function Squares({ count, name }: { readonly count: number; readonly name: string }) {
  const lengths = Array.from({ length: Math.ceil(count / columns) }, (_, row) =>
    Math.min(columns, count - row * columns),
  );
  const path = lengths
    .map((length, row) => `M0 ${row * step + side / 2}h${length * step}`)
    .join('');
  return (
    <path class={name} d={path} stroke-width={side} stroke-dasharray={`${side} ${step - side}`} />
  );
}

export function PairMap({ held, pairs }: PairMapProps) {
  const height = Math.ceil(pairs / columns) * step;
  return (
    <svg class="pair_map" width={columns * step} height={height} aria-hidden="true">
      <Squares count={pairs} name="pair_map_dark" />
      <Squares count={held} name="pair_map_lit" />
    </svg>
  );
}

export const pair_map_legend: Legend = [
  legend_entry(
    'legend.pair_held',
    'pair_map_lit pair_map_dark',
    <PlotSample name="pair_map">
      {['lit', 'dark'].map((state, place) => (
        <path
          key={state}
          class={`pair_map_${state}`}
          d={`M${18 + 14 * place} 12h12`}
          stroke-width={12}
        />
      ))}
    </PlotSample>,
  ),
];
