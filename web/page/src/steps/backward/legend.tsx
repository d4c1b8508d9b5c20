/** Legend entries of the panel on the backward pass, shown in the glossary. */
import type { VNode } from 'preact';
import { heat_map_legend } from '../../charts/heat_map.tsx';
import { grid_entry } from '../../charts/ticks.tsx';
import { cell_legend, tensor_steps_legend } from '../../numbers/tensor_legend.tsx';
import { PlotSample, sample_cell, type LegendEntry, type Legend } from '../../words/legend.tsx';
import type { MessageKey } from '../../words/i18n.ts';
import './legend.css';

const entry = (text: MessageKey, classes: readonly string[], sample: VNode): LegendEntry => ({
  text,
  classes,
  sample,
});

const path = (stop: string) => (
  <span class="branch legend_path">
    <span class={stop} />
  </span>
);

const ladder = (...drawn: readonly VNode[]) => <PlotSample name="ladder">{drawn}</PlotSample>;
const line = (side: 'with' | 'without') => (
  <path class={`ladder_line ladder_${side}`} d="M2 12H62" />
);
const marker = (side: 'with' | 'without', x: number) => (
  <circle class={`ladder_marker ladder_${side}`} cx={x} cy={12} r={5} />
);
const rung = (
  <g class="ladder_rung">
    <path d="M10 12H54" />
  </g>
);

export const legend: Legend = [
  ...cell_legend,
  ...heat_map_legend,
  ...tensor_steps_legend,
  grid_entry,
  entry(
    'backward.symbol_gradient',
    ['cell_gradient'],
    sample_cell('cell_plus cell_gradient', 0.9, '+'),
  ),
  entry(
    'backward.symbol_zero',
    ['cell_blocked'],
    sample_cell('cell_zero cell_gradient cell_blocked', 0, '0'),
  ),
  entry('backward.symbol_step', ['step_back'], <span class="step_arrow step_back" />),
  entry('backward.symbol_product', ['step'], <code>⊙</code>),
  entry('backward.symbol_path', ['path', 'path_stop'], path('path_stop')),
  entry('backward.symbol_cut', ['path_cut'], path('path_stop path_cut')),
  entry(
    'backward.symbol_with',
    ['ladder_with', 'ladder_line', 'ladder_marker'],
    ladder(line('with'), marker('with', 32)),
  ),
  entry(
    'backward.symbol_without',
    ['ladder_without'],
    ladder(line('without'), marker('without', 32)),
  ),
  entry(
    'backward.symbol_rung',
    ['ladder_rung'],
    ladder(rung, marker('without', 10), marker('with', 54)),
  ),
];
