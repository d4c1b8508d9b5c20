/** Legend entries of the panel on the backward pass, shown in the glossary. */
import type { VNode } from 'preact';
import { PlotSample, sample_cell, type LegendEntry } from '../../controls/legend.tsx';
import './legend.css';

type Symbol = 'gradient' | 'zero' | 'step' | 'path' | 'cut' | 'with' | 'without' | 'rung';

const entry = (name: Symbol, classes: readonly string[], sample: VNode): LegendEntry => ({
  text: `backward.symbol_${name}`,
  classes,
  sample,
});

const path = (stop: string) => (
  <span class="branch legend_path">
    <span class={stop} />
  </span>
);

const ladder = (...drawn: readonly VNode[]) => <PlotSample name="ladder">{drawn}</PlotSample>;
const line = (side: 'with' | 'without') => <path class={`ladder_line ladder_${side}`} d="M2 12H62" />;
const marker = (side: 'with' | 'without', x: number) => <circle class={`ladder_marker ladder_${side}`} cx={x} cy={12} r={5} />;
const rung = (
  <g class="ladder_rung">
    <path d="M10 12H54" />
  </g>
);

export const legend: readonly LegendEntry[] = [
  entry('gradient', ['cell_gradient'], sample_cell('cell_plus cell_gradient', 0.9, '+')),
  entry('zero', ['cell_blocked'], sample_cell('cell_zero cell_gradient cell_blocked', 0, '0')),
  entry('step', ['step_back'], <span class="step_arrow step_back" />),
  entry('path', ['path', 'path_stop'], path('path_stop')),
  entry('cut', ['path_cut'], path('path_stop path_cut')),
  entry('with', ['ladder_with', 'ladder_line', 'ladder_marker'], ladder(line('with'), marker('with', 32))),
  entry('without', ['ladder_without'], ladder(line('without'), marker('without', 32))),
  entry('rung', ['ladder_rung'], ladder(rung, marker('without', 10), marker('with', 54))),
];
