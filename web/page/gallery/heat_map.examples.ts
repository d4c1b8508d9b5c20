import { no_action } from './examples.ts';
import type { ChartExamples } from './examples.ts';
import { HeatMap } from '../src/charts/heat_map.tsx';
import type { HeatMapProps } from '../src/charts/heat_map.tsx';

function matrix(tokens: number, features: number, numbers: readonly number[]): HeatMapProps {
  const data = Float32Array.from(
    { length: tokens * features },
    (_, index) => numbers[index % numbers.length] ?? 0,
  );
  return {
    data,
    tokens,
    features,
    limit: 1,
    token: 0,
    window: [0, features],
    label: `${tokens} × ${features}`,
    on_pick: no_action,
  };
}

export const heat_map: ChartExamples<HeatMapProps> = {
  Chart: HeatMap,
  examples: {
    'four tokens': {
      ...matrix(4, 8, [-1, -0.5, 0, 0.5, 1]),
      token: 1,
      attended: 2,
      window: [0, 4],
    },
    'one value': matrix(1, 1, [0.5]),
    'no token': { ...matrix(0, 8, []), window: [0, 4] },
    'values that are no numbers': matrix(2, 8, [NaN, Infinity, -Infinity, 0]),
    'only zeros': { ...matrix(2, 8, [0]), limit: 0 },
    'huge numbers': { ...matrix(2, 8, [-3e38, 3e38]), limit: 3e38 },
    'more features than pixels': { ...matrix(64, 3072, [-1, 0, 1]), window: [32, 64] },
  },
  marks: { pattern: /<canvas role="img"/g, count: () => 1 },
};
