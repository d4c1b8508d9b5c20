/** Legend entries of the speed panel for the glossary. */
import type { VNode } from 'preact';
import { PlotSample } from '../../controls/legend.tsx';
import type { LegendEntry } from '../../controls/legend.tsx';

type Symbol = 'bar' | 'other' | 'spread' | 'limit' | 'product' | 'activation' | 'rest';

const entry = (name: Symbol, classes: readonly string[], mark: VNode): LegendEntry => ({
  text: `speed.symbol_${name}`,
  classes,
  sample: <PlotSample>{mark}</PlotSample>,
});

const bar = (drawn: string) => <rect class={drawn} x={2} y={5} width={60} height={14} />;

export const legend: readonly LegendEntry[] = [
  entry('bar', ['speed_bar'], bar('speed_bar')),
  entry('other', ['speed_bar_other'], bar('speed_bar speed_bar_other')),
  entry('spread', ['speed_spread'], <path class="speed_spread" d="M12 12H52M12 8v8M52 8v8" />),
  entry('limit', ['speed_limit'], <path class="speed_limit" d="M32 1V23" />),
  entry('product', ['stage_linear1', 'stage_linear2'], bar('stage_bar stage_linear1')),
  entry('activation', ['stage_activation'], bar('stage_bar stage_activation')),
  entry('rest', ['stage_rest'], bar('stage_bar stage_rest')),
];
