/** Legend entries of the self-check for the glossary. */
import type { VNode } from 'preact';
import { PlotSample } from '../../controls/legend.tsx';
import type { LegendEntry } from '../../controls/legend.tsx';

const entry = (name: 'right' | 'beyond' | 'limit', drawn: string, mark: VNode): LegendEntry => ({
  text: `proof.symbol_${name}`,
  classes: [drawn],
  sample: <PlotSample>{mark}</PlotSample>,
});

export const legend: readonly LegendEntry[] = [
  entry('right', 'check_marker', <circle class="check_marker" cx={32} cy={12} r={4} />),
  entry('beyond', 'check_cross', <path class="check_cross" d="M27 7l10 10m0 -10l-10 10" />),
  entry('limit', 'check_tolerance', <path class="check_tolerance" d="M32 0V24" />),
];
