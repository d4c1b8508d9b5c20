/** One gradient, shown like its tensor in the forward pass: name, shape, heat map, and one token as numbers. */
import { HeatMap } from '../../charts/heat_map.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Value } from '../../numbers/value.tsx';
import { width_of } from '../../numbers/tensor_names.ts';
import type { TensorName } from '../../numbers/tensor_names.ts';
import { tensor_table } from '../../export/figure_data.ts';
import type { FigureData } from '../../export/figure_data.ts';
import { format_number, t } from '../../words/i18n.ts';
import { window_length } from '../../numbers/tensor_names.ts';
import { shape_text, WindowButtons } from '../../numbers/tensor_window.tsx';
import { leading_index } from '../../numbers/token_choice.tsx';
import { store } from '../../numbers/store.ts';
import type { GradientName } from './calls.ts';
import { GradientCells } from './gradient_cells.tsx';
import { choose_output, choose_unit } from './state.ts';
import type { BackwardAnswer } from './state.ts';

/** The tensor of the forward pass for each gradient. */
const forward_tensor: Record<GradientName, TensorName> = {
  grad_output: 'output.gelu',
  grad_hidden: 'hidden.gelu',
  'grad_pre_activation.gelu': 'pre_activation',
  'grad_pre_activation.relu': 'pre_activation',
  'grad_x.gelu': 'x',
  'grad_x.relu': 'x',
};

export const base_of = (name: string): string => name.replace(/\..*/, '');

export function ScaleLegend({ tensor, limit }: { readonly tensor: string; readonly limit: number }) {
  return (
    <p class="scale_legend" aria-hidden="true">
      <Value value={-limit} style="limit" call="backward" tensor={tensor} index="-limit" />
      <span class="scale_bar" />
      <Value value={limit} style="limit" call="backward" tensor={tensor} index="limit" />
    </p>
  );
}

/** Export data: the whole gradient. */
function gradient_data({ request, reply }: BackwardAnswer, name: GradientName): FigureData {
  const numbers = { tensor: name, ...reply.tensors[name] };
  const row_name = (token: number) => `[${leading_index(token, numbers.shape).join(', ')}]`;
  return { call: 'backward', arguments: request, tensors: [numbers], table: { ...tensor_table(base_of(name), numbers), row_name } };
}

/** Handles a click on an element: an output becomes the loss, any other element is pinned. */
function choose(name: GradientName, token: number, feature: number): void {
  if (name === 'grad_output') choose_output(token, feature);
  else if (width_of(forward_tensor[name]) === 'd_ff') choose_unit(feature, token);
  else store.pinned.value = { tensor: forward_tensor[name], token, feature };
}

function chosen_feature(name: GradientName, { reply }: BackwardAnswer): number | undefined {
  if (name === 'grad_output') return reply.loss === 'element' ? reply.feature : undefined;
  const pinned = store.pinned.value;
  const matches = pinned && pinned.token === reply.token && width_of(pinned.tensor) === width_of(forward_tensor[name]);
  return matches ? pinned.feature : undefined;
}

interface GradientViewProps {
  readonly answer: BackwardAnswer;
  readonly name: GradientName;
  readonly heading: 'h3' | 'h4';
}

export function GradientView({ answer, name, heading: Heading }: GradientViewProps) {
  const { reply } = answer;
  const { data, shape } = reply.tensors[name];
  const features = shape[shape.length - 1] ?? 1;
  const { token } = reply;
  const base = base_of(name);
  const limit = reply.limits[base] ?? 0;
  const width = width_of(forward_tensor[name]);
  const [from, to] = width === 'd_ff' ? reply.units : reply.features;
  const values = { name: base, shape: shape_text(shape), limit: format_number(limit, 'limit'), token };
  const chosen = chosen_feature(name, answer);
  const entries = Array.from({ length: to - from }, (_, offset) => {
    const feature = from + offset;
    const index = token * features + feature;
    const value = data[index] ?? NaN;
    return { value, index, place: feature, at: { tensor: forward_tensor[name], token, feature } };
  });
  const on_pick = (picked_token: number, feature: number) => {
    store.token.value = picked_token;
    store.window_start[width].value = feature - (feature % window_length);
    choose(name, picked_token, feature);
  };
  return (
    <div class="tensor gradient" data-gradient={name}>
      <Heading class="tensor_title">
        <code>{base}</code> <span class="tensor_shape">{values.shape}</span>
        <span class="tensor_about">{t(`backward.about_${base as 'grad_x'}`)}</span>
      </Heading>
      <FigureFrame
        name={name.replace('.', '_')}
        title={`${base} ${values.shape}`}
        note={t('figure.colours', values)}
        drawing
        data={() => gradient_data(answer, name)}
      >
        <HeatMap
          {...{ data, tokens: Math.max(1, data.length / features), features, limit, token, on_pick }}
          attended={store.hovered_token.value}
          window={[from, to]}
          label={t('tensor.heat_map', values)}
        />
        <div class="tensor_bar">
          <ScaleLegend tensor={base} limit={limit} />
          {features > window_length && <WindowButtons name={forward_tensor[name]} features={features} from={from} to={to} />}
        </div>
        <GradientCells
          {...{ kind: 'gradient', call: 'backward', tensor: name, entries, limit, label_key: 'tensor.cell' }}
          label={t('tensor.cells', values)}
          chosen={chosen === undefined || chosen < from || chosen >= to ? undefined : chosen - from}
          on_choose={(position) => choose(name, token, from + position)}
        />
      </FigureFrame>
    </div>
  );
}
