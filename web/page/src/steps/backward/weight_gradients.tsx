/** The gradients of the weights and biases under one activation, as heat maps with one row as numbers. */
import { HeatMap } from '../../charts/heat_map.tsx';
import { TensorFigure } from '../../export/tensor_figure.tsx';
import { origin_of } from '../../export/figure_data.ts';
import type { FigureData } from '../../export/figure_data.ts';
import { format_number, t } from '../../words/i18n.ts';
import { ScaleLegend, shape_text } from '../../numbers/tensor_window.tsx';
import type { FeatureWindow } from '../../numbers/feature_window.ts';
import { GradientCells } from './gradient_cells.tsx';
import type { CellEntry } from './gradient_cells.tsx';
import type { Branch } from './gradients.ts';
import { choose_output, choose_unit, unit_path } from './state.ts';
import type { WeightsAnswer } from './state.ts';

const weight_names = ['w2', 'b2', 'w1', 'b1'] as const;
type WeightName = (typeof weight_names)[number];

interface WeightProps {
  readonly answer: WeightsAnswer;
  readonly branch: Branch;
}

/** Rows and columns of a tensor within the windows, and its whole shape. */
function place_of({ value }: WeightsAnswer, name: WeightName) {
  const { features, units, d_model, d_ff } = value;
  const places = {
    w1: { rows: units, columns: features, shape: [d_ff, d_model] },
    b1: { rows: [0, 1] as const, columns: units, shape: [d_ff] },
    w2: { rows: features, columns: units, shape: [d_model, d_ff] },
    b2: { rows: [0, 1] as const, columns: features, shape: [d_model] },
  };
  const { rows, columns, shape } = places[name];
  return { rows, columns, shape, width: columns[1] - columns[0] };
}

function weight_data(answer: WeightsAnswer, branch: Branch, name: WeightName): FigureData {
  const { rows, columns, width } = place_of(answer, name);
  const { data, shape } = answer.value[`grad_${name}`][branch];
  const tensor = `grad_${name}.${branch}`;
  const column = (offset: number) => ({
    name: `column_${columns[0] + offset}`,
    at: (row: number) => data[row * width + offset] ?? NaN,
    style: 'precise' as const,
    single: true,
    tensor,
    index: (row: number) => row * width + offset,
  });
  return {
    ...origin_of(answer),
    tensors: [{ tensor, shape, data }],
    table: {
      rows: rows[1] - rows[0],
      columns: Array.from({ length: width }, (_, offset) => column(offset)),
      row_name: (row) => String(rows[0] + row),
    },
  };
}

/** The row shown as numbers, counted within the window: for W1 the selected unit's, for W2 the selected output's. */
function row_of(answer: WeightsAnswer, name: WeightName): number {
  const { rows } = place_of(answer, name);
  const selected = name === 'w1' ? (unit_path.value.answer?.value.unit ?? 0) : name === 'w2' ? answer.value.feature : 0;
  const [selected_row, count] = [selected - rows[0], rows[1] - rows[0]];
  return selected_row >= 0 && selected_row < count ? selected_row : 0;
}

/** Handles a click on a row: in W1 it selects the unit, in W2 the output. */
function pick_row({ value: { token, units, features } }: WeightsAnswer, name: WeightName, row: number): void {
  if (name === 'w1') choose_unit(units[0] + row, token);
  if (name === 'w2') choose_output(token, features[0] + row);
}

const entries_of = (data: Float32Array, path: string, start: number, [first, end]: FeatureWindow): CellEntry[] =>
  Array.from({ length: end - first }, (_, offset) => {
    const index = start + offset;
    return { value: data[index] ?? NaN, path: `${path}.${index}`, place: first + offset };
  });

function WeightView({ answer, branch, name }: WeightProps & { readonly name: WeightName }) {
  const { rows, columns, shape, width } = place_of(answer, name);
  const path = `grad_${name}.${branch}`;
  const { data } = answer.value[`grad_${name}`][branch];
  const matrix = shape.length > 1;
  const row = row_of(answer, name);
  const limit = answer.value.limits[`grad_${name}`].high;
  const values = { name: `grad_${name}`, shape: shape_text(shape), limit: format_number(limit, 'limit') };
  const entries = entries_of(data, path, row * width, columns);
  const shown_row = matrix ? `grad_${name}[${rows[0] + row}, :]` : `grad_${name}`;
  return (
    <div class="tensor gradient" data-gradient={path}>
      <TensorFigure
        {...{ heading: 'h4', values }}
        figure={`grad_${name}_${branch}`}
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
          <ScaleLegend of={answer} path={`limits.grad_${name}`} style="limit" />
          <code class="tensor_shape">{shown_row}</code>
        </div>
        <GradientCells
          {...{ kind: 'gradient', recipe: answer.recipe, entries, limit, label_key: 'backward.weight_cell' }}
          label={t('backward.weight_row', { name: shown_row })}
        />
      </TensorFigure>
    </div>
  );
}

export function WeightGradients({ answer, branch }: WeightProps) {
  return (
    <>
      {weight_names.map((name) => (
        <WeightView key={name} answer={answer} branch={branch} name={name} />
      ))}
    </>
  );
}
