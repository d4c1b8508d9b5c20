/** Legend entries of the panel on the backward pass, shown in the glossary. */
import { PlotSample, sample_cell } from '../../controls/legend.tsx';
import type { LegendEntry } from '../../controls/legend.tsx';
import './legend.css';

const path_sample = (cut: boolean) => (
  <span class="branch legend_path">
    <span class={cut ? 'path_stop path_cut' : 'path_stop'} />
  </span>
);

const ladder_sample = (kind: 'with' | 'without') => (
  <PlotSample name="ladder">
    <path class={`ladder_line ladder_${kind}`} d="M2 12H62" />
    <circle class={`ladder_marker ladder_${kind}`} cx={32} cy={12} r={5} />
  </PlotSample>
);

export const legend: readonly LegendEntry[] = [
  { text: 'backward.symbol_gradient', classes: ['cell_gradient'], sample: sample_cell('cell_plus cell_gradient', 0.9, '+') },
  { text: 'backward.symbol_zero', classes: ['cell_blocked'], sample: sample_cell('cell_zero cell_gradient cell_blocked', 0, '0') },
  { text: 'backward.symbol_step', classes: ['step_back'], sample: <span class="step_arrow step_back" /> },
  { text: 'backward.symbol_path', classes: ['path', 'path_stop'], sample: path_sample(false) },
  { text: 'backward.symbol_cut', classes: ['path_cut'], sample: path_sample(true) },
  { text: 'backward.symbol_with', classes: ['ladder_with', 'ladder_line', 'ladder_marker'], sample: ladder_sample('with') },
  { text: 'backward.symbol_without', classes: ['ladder_without'], sample: ladder_sample('without') },
  {
    text: 'backward.symbol_rung',
    classes: ['ladder_rung'],
    sample: (
      <PlotSample name="ladder">
        <g class="ladder_rung">
          <path d="M10 12H54" />
        </g>
        <circle class="ladder_marker ladder_without" cx={10} cy={12} r={5} />
        <circle class="ladder_marker ladder_with" cx={54} cy={12} r={5} />
      </PlotSample>
    ),
  },
];
