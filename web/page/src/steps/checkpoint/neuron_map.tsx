/** Heat map of all hidden activations: tokens down, neurons across, in the file's order or with the strongest first. */
import { computed, signal } from '@preact/signals';
import { HeatMap } from '../../charts/heat_map.tsx';
import { Choice } from '../../controls/choice.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Message } from '../../words/message.tsx';
import { Value } from '../../numbers/value.tsx';
import { origin_of, tensor_table } from '../../export/figure_data.ts';
import type { FigureData } from '../../export/figure_data.ts';
import { format_number, t } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import { network, neuron, ranking } from './answers.ts';
import { Part } from './part.tsx';
import { token } from './state.ts';

const tensors = ['hidden', 'pre_activation'] as const;
const orders = ['file', 'strongest'] as const;

const shown_tensor = signal<(typeof tensors)[number]>('hidden');
const order = signal<(typeof orders)[number]>('file');

/** Neuron of each column; undefined in the file's order. */
const columns = computed((): Int32Array | undefined => {
  const ranks = ranking.shown.value?.value.neuron;
  return order.value === 'strongest' && ranks?.length === network.shown.value?.value.d_ff ? ranks : undefined;
});

/** Data of the shown tensor with the columns in the chosen order. */
const ordered_data = computed((): Float32Array => {
  const shown = network.shown.value?.value;
  if (shown === undefined) return new Float32Array();
  const { data } = shown[shown_tensor.value];
  const places = columns.value;
  if (places === undefined) return data;
  const width = shown.d_ff;
  return Float32Array.from(data, (_, at) => data[at - (at % width) + (places[at % width] ?? 0)] ?? NaN);
});

function pick(row: number, column: number): void {
  store.token.value = row;
  store.model_neuron.value = columns.peek()?.[column] ?? column;
}

function figure_data(): FigureData | undefined {
  const answer = network.shown.value;
  if (answer === undefined) return undefined;
  const name = shown_tensor.value;
  const tensor = { tensor: name, ...answer.value[name] };
  return { ...origin_of(answer), tensors: [tensor], table: tensor_table('neuron', tensor) };
}

function Map() {
  const answer = network.shown.value;
  if (answer === undefined) return <div class="waiting_cells" aria-hidden="true" />;
  const { tokens, d_ff, scales } = answer.value;
  const name = shown_tensor.value;
  const chosen = neuron.value ?? 0;
  const place = columns.value?.indexOf(chosen) ?? chosen;
  return (
    <>
      <HeatMap
        data={ordered_data.value}
        tokens={tokens}
        features={d_ff}
        limit={scales[name].high}
        token={token.value}
        window={[place, place + 1]}
        label={t('checkpoint.map_alt', { tokens: format_number(tokens, 'count'), neurons: format_number(d_ff, 'count') })}
        on_pick={pick}
      />
      <p class="hint checkpoint_scale">
        <span class="checkpoint_ramp" aria-hidden="true" />
        <Value of={answer} path={`scales.${name}.low`} style="limit" /> … 0 …{' '}
        <Value of={answer} path={`scales.${name}.high`} style="limit" />
      </p>
      <p class="hint">
        <Message id="checkpoint.map_hint" />
      </p>
    </>
  );
}

export function MapPart() {
  return (
    <Part name="map" of_layer>
      <div class="controls">
        <Choice legend={t('checkpoint.map_tensor')} values={tensors} label={(name) => t(`checkpoint.tensor_${name}`)} of={shown_tensor} />
        <Choice legend={t('checkpoint.map_order')} values={orders} label={(name) => t(`checkpoint.order_${name}`)} of={order} />
      </div>
      <FigureFrame name="checkpoint_map" title={t('checkpoint.map')} drawing data={figure_data}>
        <Map />
      </FigureFrame>
    </Part>
  );
}
