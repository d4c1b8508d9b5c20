/** The figures of the race as figure data for download. */
import { number_column, vector } from '../../export/figure_data.ts';
import type { Column, FigureData } from '../../export/figure_data.ts';
import type { NumberStyle } from '../../words/number_format.ts';
import { bins } from './bins.ts';
import { networks } from './protocol.ts';
import type { Frame, HiddenTensor, RaceInfo } from './protocol.ts';

/** Provenance of the numbers: settings, changes and step. */
function race_provenance({ settings }: RaceInfo, { changes, step }: Frame): Pick<FigureData, 'call' | 'arguments'> {
  return { call: 'training_run', arguments: { settings, changes, step } };
}

type Index = (row: number) => number;

const column = (name: string, tensor: string, data: ArrayLike<number>, style: NumberStyle, index: Index): Column => ({
  name,
  at: (row) => data[index(row)] ?? NaN,
  style,
  single: data instanceof Float32Array,
  tensor,
  index,
});

/** One row per grid point: its inputs and the networks' predictions. */
export function picture_data(info: RaceInfo, frame: Frame, shown_class: number): FigureData | undefined {
  const { picture, grid, classes } = info;
  if (picture === 'none') return undefined;
  const [axes, call] = picture === 'curve' ? [1, 'predict'] : [2, 'probabilities'];
  const outputs = picture === 'curve' ? 1 : classes.length;
  const of_class: Index = (row) => row * outputs + (picture === 'curve' ? 0 : shown_class);
  const inputs = Array.from({ length: axes }, (_, axis) => column(`x${axis}`, 'grid', grid, 'precise', (row) => row * axes + axis));
  const outputs_of = networks.map((network) => column(network, `${call}.${network}`, frame.runners[network].fitted, 'precise', of_class));
  return {
    ...race_provenance(info, frame),
    tensors: [vector('grid', grid), ...networks.map((network) => vector(`${call}.${network}`, frame.runners[network].fitted))],
    table: { rows: grid.length / axes, columns: [...inputs, ...outputs_of] },
  };
}

/** One row per recorded step; the numbers are indexed by step, not by row. */
export function history_data(info: RaceInfo, frame: Frame): FigureData {
  const { steps, data_loss, dead } = frame.history;
  const step_of: Index = (row) => steps[row] ?? 0;
  const at_step = (name: string, tensor: string, data: ArrayLike<number>, style: NumberStyle): Column => ({
    ...number_column(name, data, style),
    tensor,
    index: step_of,
  });
  const vectors = networks.flatMap((network) => [
    vector(`data_loss.${network}`, data_loss[network]),
    vector(`dead.${network}`, dead[network]),
  ]);
  const columns = vectors.map(({ tensor, data }) =>
    at_step(tensor.replace('.', '_'), tensor, data, tensor.startsWith('dead') ? 'count' : 'precise'),
  );
  return {
    ...race_provenance(info, frame),
    tensors: [vector('steps', steps), ...vectors],
    table: { rows: steps.length, columns, row_name: (row) => String(step_of(row)) },
  };
}

/** One row per histogram bin of the current step. */
export function ridge_data(info: RaceInfo, frame: Frame, tensor: HiddenTensor): FigureData {
  const vectors = networks.flatMap((network) => {
    const { counts } = frame.runners[network].histograms[tensor];
    return [vector(`histogram.${tensor}.${network}`, counts)];
  });
  const { edges } = frame.runners.gelu.histograms[tensor];
  const past = frame.rows.flatMap((row) =>
    networks.map((network) => vector(`step_${row.step}.${tensor}.${network}`, row.counts[network][tensor])),
  );
  const low = Array.from(edges.subarray(0, bins[tensor].bins));
  return {
    ...race_provenance(info, frame),
    tensors: [vector('edges', edges), ...vectors, ...past],
    table: {
      rows: low.length,
      columns: vectors.map(({ tensor: name, data }) => number_column(name.replace('histogram.', ''), data, 'count')),
      row_name: (row) => String(low[row]),
    },
  };
}

/** One row per hidden unit. */
export function units_data(info: RaceInfo, frame: Frame): FigureData {
  const vectors = networks.flatMap((network) => {
    const { active_share, last_alive } = frame.runners[network];
    return [vector(`active_share.${network}`, active_share), vector(`last_alive.${network}`, last_alive)];
  });
  return {
    ...race_provenance(info, frame),
    tensors: [...vectors, ...networks.map((network) => vector(`dead.${network}`, frame.runners[network].dead))],
    table: {
      rows: info.units,
      columns: vectors.map(({ tensor, data }) =>
        number_column(tensor.replace('.', '_'), data, tensor.startsWith('last') ? 'count' : 'precise'),
      ),
    },
  };
}
