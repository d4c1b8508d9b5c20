/**
 * Gradients, shown like the tensors of the forward pass: name, shape, heat map, and one row as
 * numbers.
 */
import type { Tensor } from 'ffn-lab';
import type { ComponentChildren, ComponentProps } from 'preact';
import { HeatMap, type HeatMapProps } from '../../charts/heat_map.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { TensorFigure } from '../../export/tensor_figure.tsx';
import type { Answer } from '../../numbers/answers.ts';
import { value_at } from '../../numbers/path.ts';
import { store } from '../../numbers/store.ts';
import { window_at, window_length, width_of, type TensorName } from '../../numbers/tensor_names.ts';
import { ScaleLegend, shape_text, WindowButtons } from '../../numbers/tensor_window.tsx';
import { token_name } from '../../numbers/token_choice.tsx';
import { activation_names } from '../../words/activation_names.ts';
import { format_number, t } from '../../words/i18n.ts';
import { GradientCells } from './gradient_cells.tsx';
import {
  choose_output,
  choose_unit,
  unit_path,
  type Branch,
  type GradientsAnswer,
  type WeightsAnswer,
} from './state.tsx';

const tensor_at = ({ value }: Answer, path: string) => value_at(value, path) as Tensor;

interface GradientFigureProps extends Pick<
  ComponentProps<typeof TensorFigure>,
  'heading' | 'about' | 'data'
> {
  readonly values: { readonly name: string; readonly shape: string; readonly limit: string };
  readonly answer: Answer;
  /** Path of the gradient in the answer. */
  readonly path: string;
  readonly map: HeatMapProps | undefined;
  /** Content beside the scale of the colours. */
  readonly beside: ComponentChildren;
  readonly children: ComponentChildren;
}

function GradientFigure({
  answer,
  path,
  values,
  map,
  beside,
  children,
  ...figure
}: GradientFigureProps) {
  const { name, shape, limit } = values;
  return (
    <div class="tensor gradient" data-gradient={path}>
      <TensorFigure
        {...figure}
        name={name}
        shape={shape}
        limit={() => limit}
        figure={path.replace('.', '_')}
        drawing={map !== undefined}
      >
        {map && <HeatMap {...map} />}
        <div class="tensor_bar">
          <ScaleLegend of={answer} path={`limits.${name}`} style="limit" />
          {beside}
        </div>
        {children}
      </TensorFigure>
    </div>
  );
}

/** The tensor of the forward pass for each gradient. */
const forward_tensor = {
  grad_output: 'output.gelu',
  grad_hidden: 'hidden.gelu',
  grad_pre_activation: 'pre_activation',
  grad_x: 'x',
} as const satisfies Readonly<Record<string, TensorName>>;

type GradientName = keyof typeof forward_tensor;

/** Returns the right side of the equation of a gradient. */
const formula_of = (name: GradientName, activation: string) =>
  ({
    grad_output: '∂loss / ∂output',
    grad_hidden: 'W2ᵀ · grad_output',
    grad_pre_activation: `grad_hidden ⊙ ${activation}′(pre_activation)`,
    grad_x: 'W1ᵀ · grad_pre_activation',
  })[name];

/** Handles a click on an element: an output becomes the loss, any other element is pinned. */
function choose(name: GradientName, token: number, feature: number): void {
  const tensor = forward_tensor[name];
  if (name === 'grad_output') choose_output(token, feature);
  else if (width_of(tensor) === 'd_ff') choose_unit(feature, token);
  else store.pinned.value = { tensor, token, feature };
}

/** Handles a click in the heat map, which may lie outside the window. */
function pick(name: GradientName, token: number, feature: number): void {
  store.token.value = token;
  store.window_start[width_of(forward_tensor[name])].value = feature - (feature % window_length);
  choose(name, token, feature);
}

/** Returns NaN if no feature is chosen. */
function chosen_feature(name: GradientName, { value, state }: GradientsAnswer): number {
  if (name === 'grad_output') return state.loss === 'element' ? value.feature : NaN;
  const pinned = store.pinned.value;
  const matches =
    pinned?.token === value.token && width_of(pinned.tensor) === width_of(forward_tensor[name]);
  return matches ? pinned.feature : NaN;
}

/** `branch` is undefined for a gradient that both activations share. */
type GradientProps = {
  readonly answer: GradientsAnswer;
  readonly name: GradientName;
  readonly branch?: Branch;
};

function TensorGradient({ answer, name, branch }: GradientProps) {
  const { token, limits } = answer.value;
  const path = branch === undefined ? name : `${name}.${branch}`;
  const { data, shape } = tensor_at(answer, path);
  const features = shape.at(-1) ?? 1;
  const limit = limits[name].high;
  const tensor = forward_tensor[name];
  const [from, to] = window_at(store.window_start[width_of(tensor)].value, features);
  const values = { name, shape: shape_text(shape), limit: format_number(limit, 'limit'), token };
  const tokens = Math.max(1, data.length / features);
  const map = {
    data,
    tokens,
    features,
    limit,
    token,
    window: [from, to] as const,
    attended: store.hovered_token.value,
  };
  return (
    <GradientFigure
      answer={answer}
      path={path}
      values={values}
      heading={branch === undefined ? 'h3' : 'h4'}
      about={t(`backward.about_${name}`)}
      data={() =>
        figure_of(answer, { parts: { [name]: path }, row_name: (row) => token_name(row, shape) })
      }
      map={{
        ...map,
        label: t('tensor.heat_map', values),
        on_pick: (row, feature) => pick(name, row, feature),
      }}
      beside={
        features > window_length && (
          <WindowButtons name={tensor} features={features} from={from} to={to} />
        )
      }
    >
      <GradientCells
        answer={answer}
        path={path}
        limit={limit}
        label_key="tensor.cell"
        window={[token * features + from, token * features + to]}
        place={(position) => from + position}
        at={(position) => ({ tensor, token, feature: from + position })}
        label={t('tensor.cells', values)}
        chosen={chosen_feature(name, answer) - from}
        on_choose={(position) => choose(name, token, from + position)}
      />
    </GradientFigure>
  );
}

export function GradientStep(props: GradientProps) {
  const { name, branch = 'gelu' } = props;
  return (
    <>
      <p class="step">
        <span class="step_arrow step_back" aria-hidden="true" />
        <code>{`${name} = ${formula_of(name, activation_names[branch])}`}</code>
      </p>
      <TensorGradient {...props} />
    </>
  );
}

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
  const [first, end] = rows;
  const features = columns[1] - columns[0];
  const selected = name === 'w1' ? unit_path.value.answer?.value.unit : answer.value.feature;
  /** Counted within the window. */
  const row = selected !== undefined && selected >= first && selected < end ? selected - first : 0;
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
    tokens: end - first,
    features,
    limit,
    token: row,
    window: [0, features] as const,
  };
  const label = t('backward.weight_map', {
    ...values,
    from: first,
    to: end - 1,
    first: columns[0],
    last: columns[1] - 1,
  });
  return (
    <GradientFigure
      answer={answer}
      path={path}
      values={values}
      heading="h4"
      data={() =>
        figure_of(answer, {
          parts: { [values.name]: path },
          row_name: (place) => String(first + place),
          feature_name: (place) => columns[0] + place,
        })
      }
      map={
        matrix
          ? { ...map, label, on_pick: (picked) => pick_row(answer, name, first + picked) }
          : undefined
      }
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
