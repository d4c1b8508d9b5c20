/** Legend entries of the step's figures. */
import type { VNode } from 'preact';
import { curve_legend } from '../../charts/curve_plot.tsx';
import { heat_map_legend } from '../../charts/heat_map.tsx';
import { grid_entry } from '../../charts/ticks.tsx';
import { PlotSample, plot_entry, type Legend } from '../../words/legend.tsx';
import './fit.css';

const curve = (name: string, d: string) => (
  <g class={`series series_${name}`} data-kind={name}>
    <path d={d} />
  </g>
);

const sample = (name: string, ...curves: readonly VNode[]) => (
  <PlotSample name={name}>{curves}</PlotSample>
);

const points = (
  <g class="series series_drawn">
    {[18, 12, 7, 6, 12, 17].map((y, index) => (
      <circle key={index} class="series_taken" cx={6 + 10 * index} cy={y} />
    ))}
  </g>
);

export const legend: Legend = [
  ...heat_map_legend,
  ...curve_legend,
  plot_entry(
    'legend.guess',
    'series_guess',
    <g class="series series_guess">
      <path d="M32 4V20" />
      <circle class="series_taken" cx={32} cy={6} r={4} />
    </g>,
  ),
  grid_entry,
  {
    text: 'activation.symbol_points',
    classes: ['plot_fit', 'series_drawn', 'plot_dot_drawn'],
    sample: sample('plot_fit', points),
  },
  {
    text: 'activation.symbol_identity',
    classes: ['series_identity'],
    sample: sample('plot_fit', curve('identity', 'M2 18L62 6')),
  },
  {
    text: 'activation.symbol_unit',
    classes: ['plot_fit_units', 'series_unit', 'series_unit_chosen'],
    sample: sample(
      'plot_fit_units',
      curve('unit', 'M2 18H30L62 6'),
      curve('unit_chosen', 'M2 6L24 18H62'),
    ),
  },
];
