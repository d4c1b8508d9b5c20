/** Legend entries of the training panel for the glossary. */
import type { ComponentChildren, VNode } from 'preact';
import { curve_legend } from '../../charts/curve_plot.tsx';
import { grid_entry } from '../../charts/ticks.tsx';
import type { CurveKind } from '../../words/curve_kinds.ts';
import { PlotSample, type LegendEntry, type Legend } from '../../words/legend.tsx';
import { marker } from './data_plot.tsx';
import './legend.css';

const in_plot = (
  text: LegendEntry['text'],
  classes: readonly string[],
  piece: ComponentChildren,
  name = '',
): LegendEntry => ({
  text,
  classes,
  sample: <PlotSample name={name}>{piece}</PlotSample>,
});

/** Marks in the colour of an activation. */
const group = (name: string, kind: CurveKind, ...marks: readonly VNode[]) => (
  <g class={name} data-kind={kind}>
    {marks}
  </g>
);

export const legend: Legend = [
  ...curve_legend,
  grid_entry,
  in_plot(
    'training.symbol_points',
    ['race_points'],
    <path class="race_points" d="M6 18h0M16 12h0M26 7h0M36 6h0M46 12h0M56 17h0" />,
  ),
  {
    text: 'training.symbol_surface',
    classes: ['race_surface'],
    sample: (
      <span class="legend_surface">
        <svg width={64} height={24} viewBox="0 0 64 24">
          <path class="legend_other" d="M8 8h7v7h-7Z" />
          <circle class="legend_own" cx={52} cy={12} r={4} />
        </svg>
      </span>
    ),
  },
  in_plot(
    'training.symbol_now',
    ['plot_loss', 'plot_dead', 'plot_cursor'],
    [
      group('series race_history', 'gelu', <path d="M2 4C10 16 24 20 62 21" />),
      <path class="plot_cursor" d="M32 0V24" />,
    ],
  ),
  in_plot('training.symbol_change', ['race_change'], <path class="race_change" d="M32 0V24" />),
  in_plot(
    'training.symbol_ridge',
    ['ridge_row', 'ridge_now', 'ridge_gelu', 'ridge_relu'],
    [
      group('ridge_row', 'gelu', <path d="M2 16C20 16 22 5 30 5S44 16 62 16Z" />),
      group('ridge_row ridge_now', 'gelu', <path d="M2 22C16 22 18 9 24 9S36 22 62 22Z" />),
    ],
  ),
  {
    text: 'training.symbol_unit',
    classes: ['race_unit', 'race_unit_name'],
    sample: (
      <span class="race_unit legend_unit" style={{ '--share': '0.8' }}>
        <span class="race_unit_name">3</span>
      </span>
    ),
  },
  {
    text: 'training.symbol_dead',
    classes: ['race_unit_dead'],
    sample: (
      <span class="race_unit race_unit_dead legend_unit">
        <span class="race_unit_name">3</span>
        <span class="number">120</span>
      </span>
    ),
  },
  in_plot(
    'training.symbol_example',
    ['data_marker', ...[0, 1, 2, 3, 4].map((kind) => `data_marker_${kind}`)],
    [0, 1, 2].map((kind) => (
      <path {...marker(kind)} transform={`translate(${12 + 20 * kind} 12)`} />
    )),
  ),
  in_plot(
    'training.symbol_pen',
    ['own_cursor'],
    <path class="own_cursor" d="M32 0V24M2 12H62" />,
    'legend_pen',
  ),
  in_plot(
    'training.symbol_run',
    ['seeds_gelu', 'seeds_relu'],
    [
      group('seeds_row', 'gelu', <circle cx={20} cy={12} r={4.5} />),
      group('seeds_row', 'relu', <path d="M44 6.5L49.5 12L44 17.5L38.5 12Z" />),
    ],
  ),
  in_plot('training.symbol_pair', ['seeds_pair'], <path class="seeds_pair" d="M24 0L40 24" />),
  in_plot(
    'training.symbol_box',
    ['seeds_box', 'seeds_median'],
    group(
      'seeds_row',
      'gelu',
      <rect class="seeds_box" x={12} y={4} width={40} height={16} />,
      <path class="seeds_median" d="M28 1V23" />,
    ),
  ),
];
