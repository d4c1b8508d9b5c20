/** One gradient, shown like its tensor in the forward pass: name, shape, heat map, and one token as numbers. */
import { HeatMap } from '../../charts/heat_map.tsx';
import { TensorFigure } from '../../export/tensor_figure.tsx';
import { window_at, window_length, width_of, type TensorName } from '../../numbers/tensor_names.ts';
import { answer_figure, tensor_table } from '../../export/figure_data.ts';
import { format_number, t } from '../../words/i18n.ts';
import { ScaleLegend, shape_text, WindowButtons } from '../../numbers/tensor_window.tsx';
import { token_name } from '../../numbers/token_choice.tsx';
import { store } from '../../numbers/store.ts';
import { GradientCells } from './gradient_cells.tsx';
import { choose_output, choose_unit, type Branch, type GradientsAnswer } from './state.ts';

/** The tensor of the forward pass for each gradient, in the order of the backward pass. */
const forward_tensor = {
  grad_output: 'output.gelu',
  grad_hidden: 'hidden.gelu',
  'grad_pre_activation.gelu': 'pre_activation',
  'grad_pre_activation.relu': 'pre_activation',
  'grad_x.gelu': 'x',
  'grad_x.relu': 'x',
} as const satisfies Readonly<Record<string, TensorName>>;

/** Its path in the answer. */
export type GradientName = keyof typeof forward_tensor;

type Base = 'grad_output' | 'grad_hidden' | 'grad_pre_activation' | 'grad_x';

function tensor_of({ value }: GradientsAnswer, name: GradientName) {
  const [base, branch] = name.split('.') as [Base, Branch];
  const found = value[base];
  return 'shape' in found ? found : found[branch];
}

/** Export data: the whole gradient. */
function gradient_data(answer: GradientsAnswer, name: GradientName, base: Base) {
  const numbers = { tensor: name, ...tensor_of(answer, name) };
  const row_name = (token: number) => token_name(token, numbers.shape);
  return answer_figure(answer, [numbers], { ...tensor_table(base, numbers), row_name });
}

/** Handles a click on an element: an output becomes the loss, any other element is pinned. */
function choose(name: GradientName, token: number, feature: number): void {
  if (name === 'grad_output') choose_output(token, feature);
  else if (width_of(forward_tensor[name]) === 'd_ff') choose_unit(feature, token);
  else store.pinned.value = { tensor: forward_tensor[name], token, feature };
}

/** Returns the handler of a click in the heat map, which may lie outside the window. */
const pick = (name: GradientName) => (token: number, feature: number) => {
  store.token.value = token;
  store.window_start[width_of(forward_tensor[name])].value = feature - (feature % window_length);
  choose(name, token, feature);
};

function chosen_feature(name: GradientName, { value, state }: GradientsAnswer): number | undefined {
  if (name === 'grad_output') return state.loss === 'element' ? value.feature : undefined;
  const pinned = store.pinned.value;
  const matches = pinned && pinned.token === value.token && width_of(pinned.tensor) === width_of(forward_tensor[name]);
  return matches ? pinned.feature : undefined;
}

interface GradientViewProps {
  readonly answer: GradientsAnswer;
  readonly name: GradientName;
  readonly heading: 'h3' | 'h4';
}

export function GradientView({ answer, name, heading }: GradientViewProps) {
  const { token, limits } = answer.value;
  const { data, shape } = tensor_of(answer, name);
  const features = shape[shape.length - 1] ?? 1;
  const base = name.replace(/\..*/, '') as Base;
  const limit = limits[base].high;
  const [from, to] = window_at(store.window_start[width_of(forward_tensor[name])].value, features);
  const values = { name: base, shape: shape_text(shape), limit: format_number(limit, 'limit'), token };
  const chosen = chosen_feature(name, answer);
  return (
    <div class="tensor gradient" data-gradient={name}>
      <TensorFigure
        {...{ heading, values }}
        figure={name.replace('.', '_')}
        about={t(`backward.about_${base}`)}
        data={() => gradient_data(answer, name, base)}
      >
        <HeatMap
          {...{ data, tokens: Math.max(1, data.length / features), features, limit, token, on_pick: pick(name) }}
          attended={store.hovered_token.value}
          window={[from, to]}
          label={t('tensor.heat_map', values)}
        />
        <div class="tensor_bar">
          <ScaleLegend of={answer} path={`limits.${base}`} style="limit" />
          {features > window_length && <WindowButtons name={forward_tensor[name]} features={features} from={from} to={to} />}
        </div>
        <GradientCells
          {...{ answer, path: name, limit, label_key: 'tensor.cell' }}
          window={[token * features + from, token * features + to]}
          place={(position) => from + position}
          at={(position) => ({ tensor: forward_tensor[name], token, feature: from + position })}
          label={t('tensor.cells', values)}
          chosen={chosen === undefined || chosen < from || chosen >= to ? undefined : chosen - from}
          on_choose={(position) => choose(name, token, from + position)}
        />
      </TensorFigure>
    </div>
  );
}
