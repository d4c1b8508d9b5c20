import { signal } from '@preact/signals';
import { ChainFigure } from '../src/charts/chain_figure.tsx';
import type { ChainFigureProps } from '../src/charts/chain_figure.tsx';
import { no_action } from './examples.ts';
import type { ChartExamples } from './examples.ts';

const colours = 5;

/** Numbers from −`largest` to `largest`. */
const ramp = (length: number, largest: number) =>
  Float32Array.from({ length }, (_, index) => ((index % colours) - 2) * (largest / 2));

const no_attributes = () => ({});

function network(features: number, units: number, width: number, limit = 1): ChainFigureProps {
  const vector = (length: number) => ({ values: ramp(length, limit), limit });
  const numbers = (length: number) => ({ ...vector(length), attributes: no_attributes });
  const matrix = { ...vector(features * units), rows: features, columns: units };
  return {
    width,
    x: numbers(features),
    w1: matrix,
    pre_activation: vector(units),
    hidden: vector(units),
    w2: matrix,
    output: numbers(features),
    activation: 'GELU',
    feature: 0,
    unit: signal(units > 1 ? 1 : undefined),
    format: String,
    on_unit: no_action,
    on_pin: no_action,
    on_x: no_action,
    on_output: no_action,
    output_feature: 1,
  };
}

const no_numbers = { values: [NaN, Infinity, -Infinity, 0], limit: 1, attributes: no_attributes };

export const chain_figure: ChartExamples<ChainFigureProps> = {
  Chart: ChainFigure,
  examples: {
    '8 features, 32 units': network(8, 32, 480),
    'one feature, one unit': network(1, 1, 320),
    'no unit': network(2, 0, 320),
    'values that are no numbers': { ...network(4, 4, 320), x: no_numbers, hidden: no_numbers },
    'only zeros': network(2, 4, 320, 0),
    'huge numbers': network(2, 4, 320, 3e38),
    'a narrow frame': network(8, 32, 240),
  },
  marks: {
    pattern: /<rect class="chain_cell/g,
    count: ({ x, pre_activation, hidden, output }) =>
      [x, pre_activation, hidden, output].reduce((count, { values }) => count + values.length, 0),
  },
};
