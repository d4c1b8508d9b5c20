/** Lists the examples of every chart. */
import { block_switches } from '../src/charts/block_switches.examples.ts';
import { chain_figure } from '../src/charts/chain_figure.examples.ts';
import { curve_plot } from '../src/charts/curve_plot.examples.ts';
import { heat_map } from '../src/charts/heat_map.examples.ts';
import { histogram_plot } from '../src/charts/histogram_plot.examples.ts';
import { mask_plot } from '../src/charts/mask_plot.examples.ts';
import { probability_bars } from '../src/charts/probability_bars.examples.ts';
import { share_bar } from '../src/charts/share_bar.examples.ts';

export const charts = { block_switches, chain_figure, curve_plot, heat_map, histogram_plot, mask_plot, probability_bars, share_bar };
