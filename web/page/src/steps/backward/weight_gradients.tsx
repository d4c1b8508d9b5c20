/** The gradients of the weights and biases under one activation, as heat maps with one row as numbers. */
import { HeatMap } from '../../charts/heat_map.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import type { FigureData } from '../../export/figure_data.ts';
import { format_number, t } from '../../words/i18n.ts';
import { shape_text } from '../../numbers/tensor_window.tsx';
import type { Branch, WeightName } from './calls.ts';
import { GradientCells } from './gradient_cells.tsx';
import { ScaleLegend } from './gradient_view.tsx';
import { choose_output, choose_unit } from './state.ts';
import type { BackwardAnswer } from './state.ts';

interface WeightProps {
  readonly answer: BackwardAnswer;
  readonly branch: Branch;
}

/** Rows and columns of a tensor within the windows, its whole shape, and the flat index in it of an element of the window. */
function place_of({ reply }: BackwardAnswer, name: WeightName) {
  const { features, units, d_model, d_ff } = reply;
  const places = {
    w1: { rows: units, columns: features, shape: [d_ff, d_model] },
    b1: { rows: [0, 1] as const, columns: units, shape: [d_ff] },
    w2: { rows: features, columns: units, shape: [d_model, d_ff] },
    b2: { rows: [0, 1] as const, columns: features, shape: [d_model] },
  };
  const { rows, columns, shape } = places[name];
  const length = shape[shape.length - 1] ?? 1;
  const width = columns[1] - columns[0];
  const full_index = (index: number) => (rows[0] + Math.floor(index / width)) * length + columns[0] + (index % width);
  return { rows, columns, shape, width, full_index };
}

function weight_data(answer: BackwardAnswer, branch: Branch, name: WeightName): FigureData {
  const { rows, columns, width, full_index } = place_of(answer, name);
  const { data, shape } = answer.reply.weights[branch][name];
  const tensor = `grad_${name}.${branch}`;
  const column = (offset: number) => ({
    name: `column_${columns[0] + offset}`,
    at: (row: number) => data[row * width + offset] ?? NaN,
    style: 'precise' as const,
    single: true,
    tensor,
    index: (row: number) => full_index(row * width + offset),
  });
  return {
    call: 'backward',
    arguments: answer.request,
    tensors: [{ tensor, shape, data }],
    table: {
      rows: rows[1] - rows[0],
      columns: Array.from({ length: width }, (_, offset) => column(offset)),
      row_name: (row) => String(rows[0] + row),
    },
  };
}

/** The row shown as numbers, counted within the window: for W1 the selected unit's, for W2 the selected output's. */
function row_of({ reply }: BackwardAnswer, name: WeightName): number {
  const selected_row = name === 'w1' ? reply.path.unit - reply.units[0] : name === 'w2' ? reply.feature - reply.features[0] : 0;
  const count = name === 'w1' ? reply.units[1] - reply.units[0] : name === 'w2' ? reply.features[1] - reply.features[0] : 1;
  return selected_row >= 0 && selected_row < count ? selected_row : 0;
}

/** Handles a click on a row: in W1 it selects the unit, in W2 the output. */
function pick_row({ reply }: BackwardAnswer, name: WeightName, row: number): void {
  if (name === 'w1') choose_unit(reply.units[0] + row, reply.token);
  if (name === 'w2') choose_output(reply.token, reply.features[0] + row);
}

function WeightView({ answer, branch, name }: WeightProps & { readonly name: WeightName }) {
  const { reply } = answer;
  const { rows, columns, shape, width, full_index } = place_of(answer, name);
  const { data } = reply.weights[branch][name];
  const matrix = shape.length > 1;
  const row = row_of(answer, name);
  const limit = reply.limits[`grad_${name}`] ?? 0;
  const values = { name: `grad_${name}`, shape: shape_text(shape), limit: format_number(limit, 'limit') };
  const entries = Array.from({ length: width }, (_, offset) => {
    const index = row * width + offset;
    const value = data[index] ?? NaN;
    return { value, index: full_index(index), place: columns[0] + offset };
  });
  const shown_row = matrix ? `grad_${name}[${rows[0] + row}, :]` : `grad_${name}`;
  return (
    <div class="tensor gradient" data-gradient={`grad_${name}.${branch}`}>
      <h4 class="tensor_title">
        <code>{values.name}</code> <span class="tensor_shape">{values.shape}</span>
      </h4>
      <FigureFrame
        name={`grad_${name}_${branch}`}
        title={`${values.name} ${values.shape}`}
        note={t('figure.colours', values)}
        drawing={matrix}
        data={() => weight_data(answer, branch, name)}
      >
        {matrix && (
          <HeatMap
            {...{ data, tokens: rows[1] - rows[0], features: width, limit, token: row }}
            window={[0, width]}
            label={t('backward.weight_map', { ...values, from: rows[0], to: rows[1] - 1, first: columns[0], last: columns[1] - 1 })}
            on_pick={(picked) => pick_row(answer, name, picked)}
          />
        )}
        <div class="tensor_bar">
          <ScaleLegend tensor={name === 'b2' ? 'grad_b2' : `grad_${name}`} limit={limit} />
          <code class="tensor_shape">{shown_row}</code>
        </div>
        <GradientCells
          {...{ kind: 'gradient', call: 'backward', tensor: `grad_${name}.${branch}`, entries, limit, label_key: 'backward.weight_cell' }}
          label={t('backward.weight_row', { name: shown_row })}
        />
      </FigureFrame>
    </div>
  );
}

export function WeightGradients({ answer, branch }: WeightProps) {
  return (
    <>
      {(['w2', 'b2', 'w1', 'b1'] as const).map((name) => (
        <WeightView key={name} answer={answer} branch={branch} name={name} />
      ))}
    </>
  );
}
