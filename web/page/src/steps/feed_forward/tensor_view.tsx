/** One tensor: its name and shape, a heat map of all elements, and the numbers of one token. */
import { useMemo } from 'preact/hooks';
import { HeatMap } from '../../charts/heat_map.tsx';
import { TensorFigure } from '../../export/tensor_figure.tsx';
import type { Pass } from '../../numbers/forward_pass.ts';
import { window_at, window_length, base_name, tensor_key, width_of, type TensorName } from '../../numbers/tensor_names.ts';
import { origin_of, tensor_table, type FigureData } from '../../export/figure_data.ts';
import { format_number, t } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import { TensorCells } from './tensor_cells.tsx';
import { ScaleLegend, shape_text, WindowButtons } from '../../numbers/tensor_window.tsx';
import { token_name } from '../../numbers/token_choice.tsx';

/** Data of the tensor for export. */
function tensor_data(pass: Pass, name: TensorName): FigureData {
  const key = tensor_key(name);
  const numbers = { tensor: `tensors.${key}`, ...pass.value.tensors[key] };
  const row_name = (token: number) => token_name(token, numbers.shape);
  return { ...origin_of(pass), tensors: [numbers], table: { ...tensor_table(base_name(name), numbers), row_name } };
}

interface TensorViewProps {
  readonly pass: Pass;
  readonly name: TensorName;
  readonly token: number;
  /** Level of the title: h4 inside a branch, h3 outside. */
  readonly heading: 'h3' | 'h4';
  /** In slow motion, the last feature computed so far. */
  readonly last?: number | undefined;
}

/** Returns the tensor with zeros, which have no colour, in place of the features after `last`. */
function blanked(data: Float32Array, features: number, last: number | undefined): Float32Array {
  return last === undefined ? data : data.map((value, index) => (index % features > last ? 0 : value));
}

export function TensorView({ pass, name, token, heading, last }: TensorViewProps) {
  const { data, shape } = pass.value.tensors[tensor_key(name)];
  const features = shape[shape.length - 1] ?? 1;
  const tokens = Math.max(1, data.length / features);
  const limit = pass.value.scales[base_name(name)].high;
  const [from, to] = window_at(store.window_start[width_of(name)].value, features);
  const computed = useMemo(() => blanked(data, features, last), [data, features, last]);
  const on_pick = (picked_token: number, feature: number) => {
    store.token.value = picked_token;
    store.window_start[width_of(name)].value = feature - (feature % window_length);
    store.pinned.value = { tensor: name, token: picked_token, feature };
    store.hovered.value = undefined;
  };
  const values = { name: base_name(name), shape: shape_text(shape), limit: format_number(limit, 'cell'), token };
  return (
    <div class="tensor" data-tensor-view={name}>
      <TensorFigure
        {...{ heading, values }}
        figure={name.replace('.', '_')}
        about={t(`tensor.about_${base_name(name)}`)}
        data={() => tensor_data(pass, name)}
      >
        <HeatMap
          {...{ tokens, features, limit, token, on_pick }}
          data={computed}
          attended={store.hovered_token.value}
          window={[from, to]}
          label={t('tensor.heat_map', values)}
        />
        <div class="tensor_bar">
          <ScaleLegend of={pass} path={`scales.${base_name(name)}`} style="cell" />
          {features > window_length && <WindowButtons name={name} features={features} from={from} to={to} />}
        </div>
        <TensorCells {...{ pass, name, features, token, limit, last }} window={[from, to]} label={t('tensor.cells', values)} />
      </TensorFigure>
    </div>
  );
}
