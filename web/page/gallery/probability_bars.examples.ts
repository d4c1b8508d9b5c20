import type { ChartExamples } from './examples.ts';
import { ProbabilityBars } from '../src/charts/probability_bars.tsx';
import type { ProbabilityBarsProps } from '../src/charts/probability_bars.tsx';

const shared = { label: 'the next word', language: 'en' };

export const probability_bars: ChartExamples<ProbabilityBarsProps> = {
  Chart: ProbabilityBars,
  examples: {
    'the right word is the most probable one': {
      ...shared,
      bars: [
        { word: 'Paris', probability: 0.93, number: '93 %', mark: 'right' },
        { word: 'London', probability: 0.02, number: '2 %' },
      ],
    },
    'the right word is not there': {
      ...shared,
      bars: [{ word: 'Buenos Aires', probability: 1, number: '100 %' }],
    },
    'no probability at all': {
      ...shared,
      bars: [{ word: 'Hà Nội', probability: 0, number: '0 %' }],
    },
    'no word': { ...shared, bars: [] },
  },
  marks: { pattern: /class="probability_bar"/g, count: ({ bars }) => bars.length },
};
