/** The figures of the race as figure data for download. */
import { number_column, origin_of, vector } from '../../export/figure_data.ts';
import type { Column, FigureData } from '../../export/figure_data.ts';
import type { NumberStyle } from '../../words/number_format.ts';
import type { RaceAnswer } from './connection.ts';
import type { HiddenTensor } from './record.ts';
import { networks } from './twins.ts';

type Index = (row: number) => number;

/** Returns a column with the numbers at a path; `index` maps a row to an element. */
const column = (name: string, tensor: string, data: ArrayLike<number>, style: NumberStyle, index: Index = (row) => row): Column => ({
  ...number_column(name, data, style),
  at: (row) => data[index(row)] ?? NaN,
  tensor,
  index,
});

/** One row per grid point: its inputs and the networks' predictions. */
export function picture_data(race: RaceAnswer, shown_class: number): FigureData | undefined {
  const { picture, grid, classes, runners } = race.value;
  if (picture === 'none') return undefined;
  const [axes, outputs, first] = picture === 'curve' ? [1, 1, 0] : [2, classes.length, shown_class];
  const inputs = Array.from({ length: axes }, (_, axis) => column(`x${axis}`, 'grid', grid.data, 'precise', (row) => row * axes + axis));
  const outputs_of = networks.map((name) =>
    column(name, `runners.${name}.fitted`, runners[name].fitted, 'precise', (row) => row * outputs + first),
  );
  return {
    ...origin_of(race),
    tensors: [vector('grid', grid.data), ...networks.map((name) => vector(`runners.${name}.fitted`, runners[name].fitted))],
    table: { rows: grid.data.length / axes, columns: [...inputs, ...outputs_of] },
  };
}

/** One row per recorded step. */
export function history_data(race: RaceAnswer): FigureData {
  const { steps, data_loss, dead } = race.value.history;
  const vectors = networks.flatMap((name) => [
    vector(`history.data_loss.${name}`, data_loss[name]),
    vector(`history.dead.${name}`, dead[name]),
  ]);
  const columns = vectors.map(({ tensor, data }) =>
    column(tensor.replace('history.', '').replace('.', '_'), tensor, data, tensor.includes('dead') ? 'count' : 'precise'),
  );
  return {
    ...origin_of(race),
    tensors: [vector('history.steps', steps), ...vectors],
    table: { rows: steps.length, columns, row_name: (row) => String(steps[row]) },
  };
}

/** One row per histogram bin of the current step. */
export function ridge_data(race: RaceAnswer, tensor: HiddenTensor): FigureData {
  const { runners, rows } = race.value;
  const path = (name: string) => `runners.${name}.histograms.${tensor}`;
  const { edges } = runners.gelu.histograms[tensor];
  const vectors = networks.map((name) => vector(`${path(name)}.counts`, runners[name].histograms[tensor].counts));
  const past = rows.flatMap(({ counts }, row) =>
    networks.map((name) => vector(`rows.${row}.counts.${name}.${tensor}`, counts[name][tensor])),
  );
  const steps = vector(
    'rows.step',
    rows.map(({ step }) => step),
  );
  return {
    ...origin_of(race),
    tensors: [vector(`${path('gelu')}.edges`, edges), ...vectors, steps, ...past],
    table: {
      rows: edges.length - 1,
      columns: vectors.map(({ tensor: name, data }, place) => column(`${tensor}.${networks[place]}`, name, data, 'count')),
      row_name: (row) => String(edges[row]),
    },
  };
}

/** One row per hidden unit. */
export function units_data(race: RaceAnswer): FigureData {
  const { runners, units } = race.value;
  const fields = networks.flatMap((name) => [
    { name, field: 'active_share' as const, style: 'precise' as const },
    { name, field: 'last_alive' as const, style: 'count' as const },
  ]);
  const path = (name: string, field: string) => `runners.${name}.${field}`;
  return {
    ...origin_of(race),
    tensors: [
      ...fields.map(({ name, field }) => vector(path(name, field), runners[name][field])),
      ...networks.map((name) => vector(path(name, 'dead'), runners[name].dead)),
    ],
    table: {
      rows: units,
      columns: fields.map(({ name, field, style }) => column(`${field}_${name}`, path(name, field), runners[name][field], style)),
    },
  };
}
