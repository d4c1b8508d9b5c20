import { FactMap } from '../src/charts/fact_map.tsx';
import type { FactMapProps } from '../src/charts/fact_map.tsx';
import { map_layout } from '../src/charts/fact_map_layout.ts';
import { no_action } from './examples.ts';
import type { ChartExamples } from './examples.ts';

/** Fields of as many places in each group, with two rows each. */
function table(fields: number, groups: readonly number[]): FactMapProps {
  const squares = Array.from({ length: fields }, (_, field) =>
    groups.flatMap((places, group) =>
      Array.from({ length: places * 2 }, (__, number) => ({
        field,
        group,
        place: Math.floor(number / 2),
        row: number % 2,
      })),
    ),
  ).flat();
  return {
    size: { width: 640, height: 200, names: 60 },
    squares,
    heads: Array.from({ length: fields }, (_, field) => `field ${field}`),
    groups: groups.map((_, group) => `group ${group}`),
    levels: squares.map((_, number) => (number % 3 === 0 ? 0 : 1)),
    label: 'map',
    described_by: 'map_text',
    on_attend: no_action,
    on_choose: no_action,
  };
}

const of_table = table(3, [24, 12, 5]);

/** Runs of neighbours in the same shade: the lines that are drawn. */
const runs = ({ squares, size, levels }: FactMapProps): number => {
  const { rows, x, step } = map_layout(squares, size);
  const begins = (row: readonly number[], place: number) => {
    const [before, here] = [row[place - 1] ?? -1, row[place] ?? -1];
    return levels[before] !== levels[here] || (x[here] ?? 0) - (x[before] ?? 0) !== step;
  };
  return rows.reduce(
    (sum, row) => sum + row.filter((_, place) => place === 0 || begins(row, place)).length,
    0,
  );
};

export const fact_map: ChartExamples<FactMapProps> = {
  Chart: FactMap,
  examples: {
    'lit and dark': of_table,
    'all lit': { ...of_table, levels: of_table.squares.map(() => 1) },
    'by degrees': {
      ...of_table,
      levels: of_table.squares.map((_, number) => (number % 9) - 1),
      limit: 8,
    },
    'one field, marked': {
      ...table(1, [24, 12, 5]),
      size: { width: 320, height: 200, names: 60 },
      chosen: 4,
      attended: 9,
      related: [5, 6],
      marks: [undefined, 'wanted', 'lost'],
    },
    'no square': table(1, []),
    'a frame narrower than a square': {
      ...table(1, [3]),
      size: { width: 10, height: 10, names: 0 },
    },
  },
  marks: {
    pattern: /M[\d.]+ [\d.]+h\d+(?=[M"])/g,
    count: runs,
  },
};
