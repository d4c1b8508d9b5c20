/** Gradients of the weights and biases: the rows and columns in the windows. */
import type { FeatureWindow } from '../../state/tensor_names.ts';
import { figure_of } from '../../export/figure_data.ts';
import { shape_text } from '../../numbers/tensor_window.tsx';
import { format_number, t } from '../../words/i18n.ts';
import { GradientCells } from './gradient_cells.tsx';
import {
  choose_output,
  choose_unit,
  unit_path,
  type Branch,
  type WeightsAnswer,
} from './state.tsx';
import { tensor_at, GradientFigure } from './gradient_view.tsx';

export const weight_names = ['w2', 'b2', 'w1', 'b1'] as const;
type WeightName = (typeof weight_names)[number];
const dimensions = {
  w2: ['d_model', 'd_ff'],
  b2: ['d_model'],
  w1: ['d_ff', 'd_model'],
  b1: ['d_ff'],
} as const;

/** Whole shape of a tensor, and its rows and columns within the windows. */
function place_of({ value }: WeightsAnswer, name: WeightName) {
  const windows = { d_model: value.features, d_ff: value.units };
  const [first, second]: readonly ['d_model' | 'd_ff', ('d_model' | 'd_ff')?] = dimensions[name];
  if (second === undefined)
    return { shape: [value[first]], rows: [0, 1] as const, columns: windows[first] };
  return { shape: [value[first], value[second]], rows: windows[first], columns: windows[second] };
}

/** Handles a click on a row: in W1 it selects the unit, in W2 the output. */
function pick_row({ value: { token } }: WeightsAnswer, name: WeightName, row: number): void {
  if (name === 'w1') choose_unit(row, token);
  if (name === 'w2') choose_output(token, row);
}

/** Returns the row of the selected unit or output, counted within the window; 0 if it is outside. */
function row_in(answer: WeightsAnswer, name: WeightName, [first, end]: FeatureWindow): number {
  const selected = name === 'w1' ? unit_path.value.answer?.value.unit : answer.value.feature;
  return selected !== undefined && selected >= first && selected < end ? selected - first : 0;
}

const map_label = (
  values: Readonly<Record<'name' | 'shape' | 'limit', string>>,
  [from, to]: FeatureWindow,
  [first, last]: FeatureWindow,
) => t('backward.weight_map', { ...values, from, to: to - 1, first, last: last - 1 });

/** The export names rows and columns by their places in the whole tensor. */
const selection_of = (
  name: string,
  path: string,
  [row]: FeatureWindow,
  [column]: FeatureWindow,
) => ({
  parts: { [name]: path },
  row_name: (place: number) => String(row + place),
  feature_name: (place: number) => column + place,
});

type WeightProps = {
  readonly answer: WeightsAnswer;
  readonly branch: Branch;
  readonly name: WeightName;
};

/**
 * The gradient of a weight or bias; a weight's numbers are the row of the selected unit or output.
 */
export function WeightView({ answer, branch, name }: WeightProps) {
  const path = `grad_${name}.${branch}` as const;
  const { rows, columns, shape } = place_of(answer, name);
  const [first] = rows;
  const features = columns[1] - columns[0];
  const row = row_in(answer, name, rows);
  const limit = answer.value.limits[`grad_${name}`].high;
  const values = {
    name: `grad_${name}`,
    shape: shape_text(shape),
    limit: format_number(limit, 'limit'),
  };
  const matrix = shape.length > 1;
  const shown_row = matrix ? `${values.name}[${first + row}, :]` : values.name;
  const map = {
    data: tensor_at(answer, path).data,
    tokens: rows[1] - first,
    features,
    limit,
    token: row,
    window: [0, features] as const,
    label: map_label(values, rows, columns),
    on_pick: (picked: number) => pick_row(answer, name, first + picked),
  };
  return (
    <GradientFigure
      answer={answer}
      path={path}
      values={values}
      heading="h4"
      data={() => figure_of(answer, selection_of(values.name, path, rows, columns))}
      map={matrix ? map : undefined}
      beside={<code class="tensor_shape">{shown_row}</code>}
    >
      <GradientCells
        answer={answer}
        path={path}
        limit={limit}
        label_key="backward.weight_cell"
        window={[row * features, (row + 1) * features]}
        place={(position) => columns[0] + position}
        label={t('backward.weight_row', { name: shown_row })}
      />
    </GradientFigure>
  );
}
