import type { ChartExamples } from './examples.ts';
import { ShareBar } from '../src/charts/share_bar.tsx';
import type { ShareBarProps } from '../src/charts/share_bar.tsx';

export const share_bar: ChartExamples<ShareBarProps> = {
  Chart: ShareBar,
  examples: {
    'two parts of a whole': {
      full: 100,
      parts: [
        { name: 'attention', count: 25 },
        { name: 'feed_forward', count: 50 },
      ],
    },
    'the whole': { full: 7, parts: [{ name: 'feed_forward', count: 7 }] },
    'no part': { full: 7, parts: [] },
    'a whole of nothing': { full: 0, parts: [{ name: 'norms', count: 0 }] },
    'huge numbers': { full: 1e300, parts: [{ name: 'embeddings', count: 5e299 }] },
  },
  marks: { pattern: /class="share_part/g, count: ({ parts }) => parts.length },
};
