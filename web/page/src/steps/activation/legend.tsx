/** Legend entries of the step's figures. */
import { PlotSample, type LegendEntry } from '../../controls/legend.tsx';
import './fit.css';

export const legend: readonly LegendEntry[] = [
  {
    text: 'activation.symbol_points',
    classes: ['plot_fit', 'series_drawn', 'plot_dot_drawn'],
    sample: (
      <PlotSample name="plot_fit">
        <g class="series series_drawn">
          {[6, 16, 26, 36, 46, 56].map((x, index) => (
            <circle key={x} class="series_taken" cx={x} cy={[18, 12, 7, 6, 12, 17][index]} />
          ))}
        </g>
      </PlotSample>
    ),
  },
  {
    text: 'activation.symbol_identity',
    classes: ['series_identity'],
    sample: (
      <PlotSample name="plot_fit">
        <g class="series series_identity">
          <path d="M2 18L62 6" />
        </g>
      </PlotSample>
    ),
  },
  {
    text: 'activation.symbol_unit',
    classes: ['plot_fit_units', 'series_unit', 'series_unit_chosen'],
    sample: (
      <PlotSample name="plot_fit_units">
        <g class="series series_unit">
          <path d="M2 18H30L62 6" />
        </g>
        <g class="series series_unit_chosen">
          <path d="M2 6L24 18H62" />
        </g>
      </PlotSample>
    ),
  },
];
