/** Legend entries of the panel, shown in the glossary. */
import { curve_legend } from '../../charts/curve_plot.tsx';
import { heat_map_legend } from '../../charts/heat_map.tsx';
import { histogram_legend } from '../../charts/histogram_plot.tsx';
import { grid_entry } from '../../charts/ticks.tsx';
import { PlotSample, type Legend } from '../../words/legend.tsx';
import './legend.css';

/** Sample of a bar in a table of tokens; `part` is its share of the full width. */
const bar = (kind: string, part: string) => (
  <span class="legend_bar">
    <span class={`tokens_bar tokens_bar_${kind}`} style={{ '--part': part }} />
  </span>
);

export const legend: Legend = [
  ...heat_map_legend,
  ...curve_legend,
  grid_entry,
  ...histogram_legend,
  {
    text: 'checkpoint.symbol_curve',
    classes: ['checkpoint_curve', 'checkpoint_axis', 'checkpoint_dot'],
    sample: (
      <PlotSample>
        <path class="checkpoint_axis" d="M2 21H62M24 21V2" />
        <path class="checkpoint_curve" d="M2 20C20 19 40 16 62 3" />
        <circle class="checkpoint_dot" cx={24} cy={17.7} r={3} />
      </PlotSample>
    ),
  },
  {
    text: 'checkpoint.symbol_change',
    classes: ['checkpoint_bar'],
    sample: (
      <span class="checkpoint_bar legend_bar">
        <span style={{ width: '70%' }} />
      </span>
    ),
  },
  {
    text: 'checkpoint.symbol_ramp',
    classes: ['checkpoint_ramp'],
    sample: <span class="checkpoint_ramp legend_ramp" />,
  },
  {
    text: 'checkpoint.symbol_chosen',
    classes: ['checkpoint_chosen'],
    sample: <span class="legend_chosen">17</span>,
  },
  {
    text: 'checkpoint.symbol_share',
    classes: ['plot_checkpoint_share'],
    sample: (
      <PlotSample>
        <g class="series" data-kind="gelu">
          <path d="M2 22C10 8 24 4 62 3" />
        </g>
        <path class="plot_cursor" d="M22 0V24" />
      </PlotSample>
    ),
  },
  {
    text: 'checkpoint.symbol_piece',
    classes: ['tokens_strip', 'tokens_piece', 'tokens_id'],
    sample: (
      <span class="legend_piece">
        <span class="tokens_piece">␣the</span>
        <span class="tokens_id">262</span>
      </span>
    ),
  },
  {
    text: 'checkpoint.symbol_probability',
    classes: ['tokens_bar_share'],
    sample: bar('share', '0.7'),
  },
  {
    text: 'checkpoint.symbol_score',
    classes: ['tokens_bar_plus', 'tokens_bar_minus'],
    sample: (
      <span class="legend_scores">
        {bar('plus', '0.9')}
        {bar('minus', '0.6')}
      </span>
    ),
  },
];
