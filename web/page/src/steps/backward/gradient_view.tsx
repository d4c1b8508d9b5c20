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
import { store } from '../../state/store.ts';
import { window_at, window_length, width_of, type TensorName } from '../../state/tensor_names.ts';
import { ScaleLegend, shape_text, WindowButtons } from '../../numbers/tensor_window.tsx';
import { token_name } from '../../numbers/token_choice.tsx';
import { activation_names } from '../../words/activation_names.ts';
import { format_number, t } from '../../words/i18n.ts';
import { GradientCells } from './gradient_cells.tsx';
import { choose_output, choose_unit, type Branch, type GradientsAnswer } from './state.tsx';

export const tensor_at = ({ value }: Answer, path: string) => value_at(value, path) as Tensor;

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

export function GradientFigure({
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

type RowProps = {
  readonly path: string;
  readonly window: readonly [from: number, to: number];
  readonly label: string;
};

/** `branch` is undefined for a gradient that both activations share. */
type GradientProps = {
  readonly answer: GradientsAnswer;
  readonly name: GradientName;
  readonly branch?: Branch;
};

/** The cells of the chosen token in the window. */
function TokenRow({ answer, name, path, window: [from, to], label }: GradientProps & RowProps) {
  const { token, limits } = answer.value;
  const features = tensor_at(answer, path).shape.at(-1) ?? 1;
  return (
    <GradientCells
      answer={answer}
      path={path}
      limit={limits[name].high}
      label_key="tensor.cell"
      window={[token * features + from, token * features + to]}
      place={(position) => from + position}
      at={(position) => ({ tensor: forward_tensor[name], token, feature: from + position })}
      label={label}
      chosen={chosen_feature(name, answer) - from}
      on_choose={(position) => choose(name, token, from + position)}
    />
  );
}

function TensorGradient({ answer, name, branch }: GradientProps) {
  const { token, limits } = answer.value;
  const path = branch === undefined ? name : `${name}.${branch}`;
  const { data, shape } = tensor_at(answer, path);
  const features = shape.at(-1) ?? 1;
  const limit = limits[name].high;
  const tensor = forward_tensor[name];
  const window = window_at(store.window_start[width_of(tensor)].value, features);
  const [from, to] = window;
  const values = { name, shape: shape_text(shape), limit: format_number(limit, 'limit'), token };
  const tokens = Math.max(1, data.length / features);
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
        data,
        tokens,
        features,
        limit,
        token,
        window,
        attended: store.hovered_token.value,
        label: t('tensor.heat_map', values),
        on_pick: (row, feature) => pick(name, row, feature),
      }}
      beside={
        features > window_length && (
          <WindowButtons name={tensor} features={features} from={from} to={to} />
        )
      }
    >
      <TokenRow
        answer={answer}
        name={name}
        path={path}
        window={window}
        label={t('tensor.cells', values)}
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
