import { CurvePlot } from '../src/charts/curve_plot.tsx';
import type { CurvePlotProps, Point, Series } from '../src/charts/curve_plot.tsx';
import type { ChartExamples } from './examples.ts';

const relu: Series = {
  name: 'relu',
  pieces: [
    [
      [-2, 0],
      [0, 0],
      [2, 2],
    ],
  ],
  cursor: [1, 1],
};
const jump: Series = {
  name: 'gelu',
  pieces: [
    [
      [-2, 0],
      [0, 0],
    ],
    [
      [0, 1],
      [2, 1],
    ],
  ],
  ends: [
    { at: [0, 0], taken: true },
    { at: [0, 1], taken: false },
  ],
};
const frame = {
  name: 'value',
  width: 420,
  height: 220,
  x_domain: [-2, 2] as const,
  y_domain: [-0.5, 2] as const,
  labels: [],
  cursor_x: 1,
  format_tick: String,
};
const curve = (points: readonly Point[]) => ({
  ...frame,
  series: [{ name: 'gelu', pieces: [points] }],
});
const label = {
  name: 'gelu',
  text: 'step',
  at: [1, 1],
  offset: [12, -12],
  anchor: 'start',
} as const;

export const curve_plot: ChartExamples<CurvePlotProps> = {
  Chart: CurvePlot,
  examples: {
    'two curves, one with a jump': {
      ...frame,
      series: [relu, jump],
      labels: [label],
      annotations: [{ ...label, name: 'dip', text: 'x = 1' }],
    },
    'a value that is no number': curve([
      [-2, 0],
      [-1, NaN],
      [0, 1],
      [1, Infinity],
      [2, 1],
    ]),
    'ends and a cursor that are no numbers': {
      ...frame,
      series: [
        { name: 'gelu', pieces: [], ends: [{ at: [0, NaN], taken: true }], cursor: [1, NaN] },
      ],
    },
    'one point': curve([[1, 1]]),
    'no curve': { ...frame, series: [] },
    'huge numbers': {
      ...curve([
        [-1e30, 0],
        [1e30, 3e38],
      ]),
      x_domain: [-1e30, 1e30],
      y_domain: [0, 3e38],
    },
    'a narrow frame': { ...frame, width: 160, height: 120, series: [relu] },
  },
  marks: { pattern: /<g class="series series_/g, count: ({ series }) => series.length },
};
