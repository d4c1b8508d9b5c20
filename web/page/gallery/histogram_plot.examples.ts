import type { ChartExamples } from './examples.ts';
import { HistogramPlot } from '../src/charts/histogram_plot.tsx';
import type { HistogramPlotProps } from '../src/charts/histogram_plot.tsx';

const histogram = (edges: readonly number[], counts: readonly number[]) => ({
  edges: Float64Array.from(edges),
  counts: Int32Array.from(counts),
  below: 0,
  above: 0,
  nan: 0,
});
const frame = {
  name: 'pre_activation',
  width: 420,
  height: 120,
  brushed: undefined,
  format_tick: String,
  format_count: String,
};
const usual = histogram([-2, -1, 0, 1, 2], [3, 0, 1, 4000]);

export const histogram_plot: ChartExamples<HistogramPlotProps> = {
  Chart: HistogramPlot,
  examples: {
    'four bins, one of them empty': { ...frame, histogram: usual, marker: 0.5 },
    'brushed elements': {
      ...frame,
      histogram: usual,
      brushed: histogram([-2, -1, 0, 1, 2], [1, 0, 0, 0]),
      band: [-2, -1],
    },
    'no element': { ...frame, histogram: histogram([], []) },
    'one value': { ...frame, histogram: histogram([3, 3], [7]) },
    'a marker that is no number': { ...frame, histogram: usual, marker: NaN },
    'huge numbers': { ...frame, histogram: histogram([-3e38, 0, 3e38], [2e9, 1]) },
    'a narrow frame': { ...frame, width: 160, histogram: usual },
  },
  marks: {
    pattern: /M[^"M]*Z/g,
    count: ({ histogram: { counts }, brushed }) =>
      [...counts, ...(brushed?.counts ?? [])].filter((count) => count > 0).length,
  },
};
