import type { ChartExamples } from './examples.ts';
import { PairMap } from '../src/charts/pair_map.tsx';
import type { PairMapProps } from '../src/charts/pair_map.tsx';

const rows = (count: number) => Math.ceil(count / 32);

export const pair_map: ChartExamples<PairMapProps> = {
  Chart: PairMap,
  examples: {
    'some of the pairs': { held: 215, pairs: 1024 },
    'all pairs': { held: 1024, pairs: 1024 },
    'no pair': { held: 0, pairs: 1024 },
    'a last row that is not full': { held: 33, pairs: 50 },
  },
  // Each row of squares is one dashed line.
  marks: { pattern: /h\d+(?=[M"])/g, count: ({ held, pairs }) => rows(held) + rows(pairs) },
};
