/** One tensor: its name and shape, a heat map of all elements, and the numbers of one token. */
import { HeatMap } from '../../charts/heat_map.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Value } from '../../numbers/value.tsx';
import type { FeedForwardReply } from '../../numbers/protocol.ts';
import { window_length } from '../../numbers/feature_window.ts';
import { base_name, tensor_names, width_of } from '../../numbers/tensor_names.ts';
import type { TensorName } from '../../numbers/tensor_names.ts';
import { tensor_table } from '../../export/figure_data.ts';
import type { FigureData } from '../../export/figure_data.ts';
import { format_number, t } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import { forward_pass } from '../../numbers/forward_pass.ts';
import { TensorCells } from './tensor_cells.tsx';
import { shape_text, WindowButtons } from '../../numbers/tensor_window.tsx';
import { leading_index } from '../../numbers/token_choice.tsx';

/** Returns the limit of the colour scale. The GELU and the ReLU version of a tensor share it, so that they can be compared. */
function colour_limit({ summaries }: FeedForwardReply, name: TensorName): number {
  const versions = tensor_names.filter((other) => base_name(other) === base_name(name));
  return Math.max(...versions.map((version) => summaries[version].largest_finite_magnitude));
}

function ScaleLegend({ limit, name }: { readonly limit: number; readonly name: TensorName }) {
  return (
    <p class="scale_legend" aria-hidden="true">
      <Value value={-limit} style="cell" call="summarize" tensor={name} index="-limit" />
      <span class="scale_bar" />
      <Value value={limit} style="cell" call="summarize" tensor={name} index="limit" />
    </p>
  );
}

/** Data of the tensor for export, with the request that computed it. */
function tensor_data(reply: FeedForwardReply, name: TensorName): FigureData | undefined {
  const { current } = forward_pass.value;
  if (current?.reply !== reply) return undefined;
  const numbers = { tensor: name, ...reply.tensors[name] };
  const row_name = (token: number) => `[${leading_index(token, numbers.shape).join(', ')}]`;
  return {
    call: 'feed_forward',
    arguments: current.request,
    tensors: [numbers],
    table: { ...tensor_table(base_name(name), numbers), row_name },
  };
}

interface TensorViewProps {
  readonly reply: FeedForwardReply;
  readonly name: TensorName;
  readonly token: number;
  /** Level of the title: h4 inside a branch, h3 outside. */
  readonly heading: 'h3' | 'h4';
  /** In slow motion, the last feature computed so far. */
  readonly last?: number | undefined;
}

export function TensorView({ reply, name, token, heading: Heading, last }: TensorViewProps) {
  const { data, shape } = reply.tensors[name];
  const features = shape[shape.length - 1] ?? 1;
  const tokens = Math.max(1, data.length / features);
  const limit = colour_limit(reply, name);
  const start = store.window_start[width_of(name)].value;
  const from = start < features ? start : 0;
  const to = Math.min(features, from + window_length);
  const on_pick = (picked_token: number, feature: number) => {
    store.token.value = picked_token;
    store.window_start[width_of(name)].value = feature - (feature % window_length);
    store.pinned.value = { tensor: name, token: picked_token, feature };
    store.hovered.value = undefined;
  };
  const values = { name: base_name(name), shape: shape_text(shape), limit: format_number(limit, 'cell'), token };
  return (
    <div class="tensor" data-tensor-view={name}>
      <Heading class="tensor_title">
        <code>{base_name(name)}</code> <span class="tensor_shape">{shape_text(shape)}</span>
        <span class="tensor_about">{t(`tensor.about_${base_name(name) as 'hidden'}`)}</span>
      </Heading>
      <FigureFrame
        name={name.replace('.', '_')}
        title={`${values.name} ${values.shape}`}
        note={t('figure.colours', values)}
        drawing
        data={() => tensor_data(reply, name)}
      >
        <HeatMap
          {...{ data, tokens, features, limit, token, on_pick }}
          attended={store.hovered_token.value}
          window={[from, to]}
          label={t('tensor.heat_map', values)}
        />
        <div class="tensor_bar">
          <ScaleLegend limit={limit} name={name} />
          {features > window_length && <WindowButtons name={name} features={features} from={from} to={to} />}
        </div>
        <TensorCells {...{ name, data, features, token, limit, last }} window={[from, to]} label={t('tensor.cells', values)} />
      </FigureFrame>
    </div>
  );
}
