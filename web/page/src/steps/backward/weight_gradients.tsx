/** The gradient of a weight or bias under one activation, as a heat map with one row as numbers. */
import { HeatMap } from '../../charts/heat_map.tsx';
import { TensorFigure } from '../../export/tensor_figure.tsx';
import { answer_figure, tensor_table } from '../../export/figure_data.ts';
import { format_number, t } from '../../words/i18n.ts';
import { ScaleLegend, shape_text } from '../../numbers/tensor_window.tsx';
import { GradientCells } from './gradient_cells.tsx';
import { choose_output, choose_unit, unit_path, type Branch, type WeightsAnswer } from './state.ts';

export const weight_names = ['w2', 'b2', 'w1', 'b1'] as const;
type WeightName = (typeof weight_names)[number];

interface WeightProps {
  readonly answer: WeightsAnswer;
  readonly branch: Branch;
  readonly name: WeightName;
}

/** Rows and columns of a tensor within the windows, and its whole shape. */
function place_of({ value }: WeightsAnswer, name: WeightName) {
  const { features, units, d_model, d_ff } = value;
  const one = [0, 1] as const;
  return {
    w1: { rows: units, columns: features, shape: [d_ff, d_model] },
    b1: { rows: one, columns: units, shape: [d_ff] },
    w2: { rows: features, columns: units, shape: [d_model, d_ff] },
    b2: { rows: one, columns: features, shape: [d_model] },
  }[name];
}

function weight_data({ answer, branch, name }: WeightProps) {
  const { rows, columns } = place_of(answer, name);
  const numbers = { tensor: `grad_${name}.${branch}`, ...answer.value[`grad_${name}`][branch] };
  const row_name = (row: number) => String(rows[0] + row);
  return answer_figure(answer, [numbers], { ...tensor_table('column', numbers, columns[0]), row_name });
}

/** The row shown as numbers, counted within the window: for W1 the selected unit's, for W2 the selected output's. */
function row_of(answer: WeightsAnswer, name: WeightName): number {
  const [first, end] = place_of(answer, name).rows;
  const selected = name === 'w1' ? (unit_path.value.answer?.value.unit ?? 0) : name === 'w2' ? answer.value.feature : 0;
  return selected >= first && selected < end ? selected - first : 0;
}

/** Handles a click on a row: in W1 it selects the unit, in W2 the output. */
function pick_row({ value: { token, units, features } }: WeightsAnswer, name: WeightName, row: number): void {
  if (name === 'w1') choose_unit(units[0] + row, token);
  if (name === 'w2') choose_output(token, features[0] + row);
}

export function WeightView(props: WeightProps) {
  const { answer, branch, name } = props;
  const { rows, columns, shape } = place_of(answer, name);
  const features = columns[1] - columns[0];
  const path = `grad_${name}.${branch}`;
  const { data } = answer.value[`grad_${name}`][branch];
  const matrix = shape.length > 1;
  const row = row_of(answer, name);
  const limit = answer.value.limits[`grad_${name}`].high;
  const values = { name: `grad_${name}`, shape: shape_text(shape), limit: format_number(limit, 'limit') };
  const shown_row = matrix ? `grad_${name}[${rows[0] + row}, :]` : `grad_${name}`;
  return (
    <div class="tensor gradient" data-gradient={path}>
      <TensorFigure {...{ heading: 'h4', values }} figure={`grad_${name}_${branch}`} drawing={matrix} data={() => weight_data(props)}>
        {matrix && (
          <HeatMap
            {...{ data, tokens: rows[1] - rows[0], features, limit, token: row }}
            window={[0, features]}
            label={t('backward.weight_map', { ...values, from: rows[0], to: rows[1] - 1, first: columns[0], last: columns[1] - 1 })}
            on_pick={(picked) => pick_row(answer, name, picked)}
          />
        )}
        <div class="tensor_bar">
          <ScaleLegend of={answer} path={`limits.grad_${name}`} style="limit" />
          <code class="tensor_shape">{shown_row}</code>
        </div>
        <GradientCells
          {...{ answer, path, limit, label_key: 'backward.weight_cell' }}
          window={[row * features, (row + 1) * features]}
          place={(position) => columns[0] + position}
          label={t('backward.weight_row', { name: shown_row })}
        />
      </TensorFigure>
    </div>
  );
}
