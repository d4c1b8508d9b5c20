/**
 * One tensor: its name and shape, a heat map of all elements, and the numbers of one token;
 * highlighting is linked to the other tensors.
 */
import { useMemo } from 'preact/hooks';
import { HeatMap } from '../../charts/heat_map.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { TensorFigure } from '../../export/tensor_figure.tsx';
import { shown_pass, token_of, type Pass } from '../../numbers/forward_pass.ts';
import { NumberCells, blur_cell } from '../../numbers/number_cells.tsx';
import { attended, hover, store } from '../../state/store.ts';
import {
  base_name,
  tensor_key,
  width_of,
  window_at,
  window_length,
} from '../../state/tensor_names.ts';
import type { ElementReference, TensorName } from '../../state/tensor_names.ts';
import { ScaleLegend, shape_text, WindowButtons } from '../../numbers/tensor_window.tsx';
import { token_name } from '../../numbers/token_choice.tsx';
import { answer_attributes } from '../../numbers/value.tsx';
import { format_number, t } from '../../words/i18n.ts';
import { memo } from '../../controls/memo.ts';

interface TensorProps {
  readonly pass: Pass;
  readonly name: TensorName;
  /** In slow motion, the last feature computed so far; the others are blank. */
  readonly last: number | undefined;
}

/**
 * Returns the tensor, the end of its colour scale, and the token and the features that are shown as
 * numbers.
 */
function view_of({ pass, name }: TensorProps) {
  const { data, shape } = pass.value.tensors[tensor_key(name)];
  const features = shape.at(-1) ?? 1;
  const limit = pass.value.scales[base_name(name)].high;
  return {
    data,
    shape,
    features,
    limit,
    token: token_of(pass),
    window: window_at(store.window_start[width_of(name)].value, features),
  };
}

/**
 * Clears the hovered element when a cell or the trace loses the focus. It stays without a pinned
 * element, or the inspector would be empty when the Tab key reaches it, and while the focus is in
 * the element's trace.
 */
export function clear_hovered(event: FocusEvent): void {
  const { relatedTarget } = event;
  const moves_to_trace =
    relatedTarget instanceof Element && relatedTarget.closest('.trace') !== null;
  if (store.pinned.value && !moves_to_trace) blur_cell(event);
}

function TensorCells({ label, ...tensor }: TensorProps & { readonly label: string }) {
  const { pass, name, last = Infinity } = tensor;
  const { data, features, limit, token, window } = view_of(tensor);
  const [from, to] = window;
  const { value: pinned } = store.pinned;
  /** Returns the feature of an element of this token in a tensor of the same width. */
  const feature_of = (at: ElementReference | undefined) =>
    at?.token === token && width_of(at.tensor) === width_of(name) ? at.feature : undefined;
  const linked = [feature_of(attended.value), feature_of(store.term.value)];
  const pinned_here = pinned?.tensor === name ? pinned.feature : undefined;
  const tab_stop =
    pinned_here !== undefined && pinned_here >= from && pinned_here < to ? pinned_here : from;
  const element_at = (position: number) => ({ tensor: name, token, feature: from + position });
  return (
    <NumberCells
      label={label}
      on_look={(position) => hover(element_at(position))}
      on_blur={clear_hovered}
      on_choose={(position) => (store.pinned.value = element_at(position))}
      on_escape={() => (store.pinned.value = undefined)}
      cells={Array.from({ length: to - from }, (_, offset) => {
        const feature = from + offset;
        const index = token * features + feature;
        return {
          limit,
          value: data[index] ?? NaN,
          cell: feature,
          place: feature,
          ...answer_attributes(pass, `tensors.${tensor_key(name)}.${index}`),
          label_key: 'tensor.cell',
          modifiers: linked.includes(feature) ? 'cell_linked' : '',
          blank: feature > last,
          focusable: feature === tab_stop,
          chosen: pinned?.token === token && feature === pinned_here,
        };
      })}
    />
  );
}

/** Data of the tensor for export. */
function tensor_data(name: TensorName) {
  const path = `tensors.${tensor_key(name)}` as const;
  const pass = shown_pass();
  const shape = pass?.value.tensors[tensor_key(name)].shape ?? [];
  return figure_of(pass, {
    parts: { [base_name(name)]: path },
    row_name: (token) => token_name(token, shape),
  });
}

function pick(name: TensorName, token: number, feature: number): void {
  store.token.value = token;
  store.window_start[width_of(name)].value = feature - (feature % window_length);
  store.pinned.value = { tensor: name, token, feature };
  store.hovered.value = undefined;
}

function Drawing(props: TensorProps) {
  const { pass, name, last = Infinity } = props;
  const { data, shape, features, limit, token, window } = view_of(props);
  // Blank features are painted as zeros, which have no colour.
  const computed = useMemo(
    () => data.map((value, index) => (index % features > last ? 0 : value)),
    [data, features, last],
  );
  const values = {
    name: base_name(name),
    shape: shape_text(shape),
    limit: format_number(limit, 'cell'),
    token,
  };
  return (
    <>
      <HeatMap
        features={features}
        limit={limit}
        token={token}
        window={window}
        on_pick={(row, feature) => pick(name, row, feature)}
        data={computed}
        tokens={Math.max(1, data.length / features)}
        attended={store.hovered_token.value}
        label={t('tensor.heat_map', values)}
      />
      <div class="tensor_bar">
        <ScaleLegend of={pass} path={`scales.${base_name(name)}`} style="cell" />
        {features > window_length && (
          <WindowButtons name={name} features={features} from={window[0]} to={window[1]} />
        )}
      </div>
      <TensorCells {...props} label={t('tensor.cells', values)} />
    </>
  );
}

function ShownDrawing(props: Omit<TensorProps, 'pass'>) {
  const pass = shown_pass();
  return pass && <Drawing pass={pass} {...props} />;
}

interface TensorViewProps extends Omit<TensorProps, 'pass'> {
  readonly shape: string;
}

/** Memoized: when numbers change, only the drawing renders again. */
export const TensorView = memo(function TensorView({ name, last, shape }: TensorViewProps) {
  return (
    <div class="tensor" data-tensor-view={name}>
      <TensorFigure
        name={base_name(name)}
        shape={shape}
        limit={() => format_number(shown_pass()?.value.scales[base_name(name)].high ?? NaN, 'cell')}
        // A branch, of GELU or of ReLU, has its own title.
        heading={name.includes('.') ? 'h4' : 'h3'}
        figure={tensor_key(name)}
        about={t(`tensor.about_${base_name(name)}`)}
        data={() => tensor_data(name)}
      >
        <ShownDrawing name={name} last={last} />
      </TensorFigure>
    </div>
  );
});
