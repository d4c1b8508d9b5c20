/** Lists the examples of every chart. */
import { block_switches } from './block_switches.examples.ts';
import { chain_figure } from './chain_figure.examples.ts';
import { curve_plot } from './curve_plot.examples.ts';
import { fact_map } from './fact_map.examples.ts';
import { heat_map } from './heat_map.examples.ts';
import { histogram_plot } from './histogram_plot.examples.ts';
import { mask_plot } from './mask_plot.examples.ts';
import { pair_map } from './pair_map.examples.ts';
import { probability_bars } from './probability_bars.examples.ts';
import { share_bar } from './share_bar.examples.ts';

export const charts = {
  block_switches,
  chain_figure,
  curve_plot,
  fact_map,
  heat_map,
  histogram_plot,
  mask_plot,
  pair_map,
  probability_bars,
  share_bar,
};
