/** Legend entries of the self-check for the glossary. */
import { PlotSample } from '../../controls/legend.tsx';
import type { LegendEntry } from '../../controls/legend.tsx';

export const legend: readonly LegendEntry[] = [
  {
    text: 'proof.symbol_right',
    classes: ['check_marker'],
    sample: (
      <PlotSample>
        <circle class="check_marker" cx={32} cy={12} r={4} />
      </PlotSample>
    ),
  },
  {
    text: 'proof.symbol_beyond',
    classes: ['check_cross'],
    sample: (
      <PlotSample>
        <path class="check_cross" d="M27 7l10 10m0 -10l-10 10" />
      </PlotSample>
    ),
  },
  {
    text: 'proof.symbol_limit',
    classes: ['check_tolerance'],
    sample: (
      <PlotSample>
        <path class="check_tolerance" d="M32 0V24" />
      </PlotSample>
    ),
  },
];
