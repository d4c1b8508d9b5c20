import { no_action } from './examples.ts';
import type { ChartExamples } from './examples.ts';
import { MaskPlot } from '../src/charts/mask_plot.tsx';
import type { MaskPlotProps } from '../src/charts/mask_plot.tsx';

const units = (count: number, width = 320): MaskPlotProps => ({
  width,
  retained: Array.from({ length: count }, (_, unit) => unit % 3 > 0),
  attended: undefined,
  on_attend: no_action,
});

export const mask_plot: ChartExamples<MaskPlotProps> = {
  Chart: MaskPlot,
  examples: {
    'a highlighted unit': { ...units(64), attended: 5 },
    'one unit': units(1),
    'no unit': units(0),
    'thousands of units': units(3072),
    'a frame narrower than a unit': units(4, 10),
  },
  marks: { pattern: /<path/g, count: ({ retained }) => retained.length },
};
