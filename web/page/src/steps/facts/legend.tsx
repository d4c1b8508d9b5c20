/** Legend entries of the block with its switches. */
import type { VNode } from 'preact';
import type { LegendEntry } from '../../controls/legend.tsx';

/** A piece of the drawing. */
const in_block = (piece: VNode) => (
  <svg class="parts_lines" viewBox="0 0 64 24">
    {piece}
  </svg>
);

export const legend: readonly LegendEntry[] = [
  {
    text: 'facts.symbol_line',
    classes: ['parts_stream'],
    sample: in_block(
      <>
        <path d="M2 12H56" />
        <path class="parts_tip" d="M52 7V17L62 12Z" />
      </>,
    ),
  },
  {
    text: 'facts.symbol_part',
    classes: ['parts_box', 'parts_off'],
    sample: in_block(<rect class="parts_sample" x={8} y={2} width={48} height={20} rx={4} />),
  },
  {
    text: 'facts.symbol_sum',
    classes: ['parts_sum'],
    sample: in_block(
      <>
        <path d="M2 12H62" />
        <circle class="parts_sum" cx={32} cy={12} r={10} />
        <path class="parts_plus" d="M27 12H37M32 7V17" />
      </>,
    ),
  },
];
