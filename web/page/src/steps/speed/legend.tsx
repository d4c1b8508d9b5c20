/** Legend entries of the speed panel for the glossary. */
import { PlotSample } from '../../controls/legend.tsx';
import type { LegendEntry } from '../../controls/legend.tsx';

const bar = (name: string) => (
  <PlotSample>
    <rect class={name} x={2} y={5} width={60} height={14} />
  </PlotSample>
);

const stage = (name: string) => bar(`stage_bar stage_${name}`);

export const legend: readonly LegendEntry[] = [
  { text: 'speed.symbol_bar', classes: ['speed_bar'], sample: bar('speed_bar') },
  { text: 'speed.symbol_other', classes: ['speed_bar_other'], sample: bar('speed_bar speed_bar_other') },
  {
    text: 'speed.symbol_spread',
    classes: ['speed_spread'],
    sample: (
      <PlotSample>
        <path class="speed_spread" d="M12 12H52M12 8v8M52 8v8" />
      </PlotSample>
    ),
  },
  {
    text: 'speed.symbol_limit',
    classes: ['speed_limit'],
    sample: (
      <PlotSample>
        <path class="speed_limit" d="M32 1V23" />
      </PlotSample>
    ),
  },
  { text: 'speed.symbol_product', classes: ['stage_linear1', 'stage_linear2'], sample: stage('linear1') },
  { text: 'speed.symbol_activation', classes: ['stage_activation'], sample: stage('activation') },
  { text: 'speed.symbol_rest', classes: ['stage_rest'], sample: stage('rest') },
];
