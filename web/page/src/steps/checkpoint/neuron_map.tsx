/** Heat map of all hidden activations: tokens down, neurons across, in the file's order or with the strongest first. */
import { computed, signal } from '@preact/signals';
import { HeatMap } from '../../charts/heat_map.tsx';
import { Choice } from '../../controls/choice.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Message } from '../../words/message.tsx';
import { Value } from '../../numbers/value.tsx';
import { tensor_table } from '../../export/figure_data.ts';
import type { FigureData } from '../../export/figure_data.ts';
import { format_number, t } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import { SectionTitle } from './section_title.tsx';
import { neuron, opened, layer, shown_pass, shown_ranking, token } from './state.ts';

const tensors = ['hidden', 'pre_activation'] as const;
const orders = ['file', 'strongest'] as const;

const shown_tensor = signal<(typeof tensors)[number]>('hidden');
const order = signal<(typeof orders)[number]>('file');

/** Neuron of each column; undefined in the file's order. */
const columns = computed((): Int32Array | undefined => {
  const ranks = shown_ranking.value?.neuron;
  return order.value === 'strongest' && ranks?.length === shown_pass.value?.d_ff ? ranks : undefined;
});

/** Data of the shown tensor with the columns in the chosen order. */
const ordered_data = computed((): Float32Array => {
  const shown = shown_pass.value;
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
  const shown = shown_pass.value;
  if (shown === undefined) return undefined;
  const name = shown_tensor.value;
  const { data, shape } = shown[name];
  const tensor = { tensor: name, shape, data };
  return {
    call: 'checkpoint.trace',
    arguments: { file: opened.value?.name, layer: layer.value },
    tensors: [tensor],
    table: tensor_table('neuron', tensor),
  };
}

function Map() {
  const shown = shown_pass.value;
  if (shown === undefined) return <div class="waiting_cells" aria-hidden="true" />;
  const name = shown_tensor.value;
  const chosen = neuron.value ?? 0;
  const place = columns.value?.indexOf(chosen) ?? chosen;
  const limit = shown.limits[name];
  const end = (sign: -1 | 1) => (
    <Value value={sign * limit} style="limit" call="checkpoint.summarize" tensor={name} index={sign < 0 ? 'minus_limit' : 'limit'} />
  );
  return (
    <>
      <HeatMap
        data={ordered_data.value}
        tokens={shown.tokens}
        features={shown.d_ff}
        limit={limit}
        token={token.value}
        window={[place, place + 1]}
        label={t('checkpoint.map_alt', { tokens: format_number(shown.tokens, 'count'), neurons: format_number(shown.d_ff, 'count') })}
        on_pick={pick}
      />
      <p class="hint checkpoint_scale">
        <span class="checkpoint_ramp" aria-hidden="true" />
        {end(-1)} … 0 … {end(1)}
      </p>
      <p class="hint">
        <Message id="checkpoint.map_hint" />
      </p>
    </>
  );
}

export function MapPart() {
  return (
    <section aria-label={t('checkpoint.map')}>
      <SectionTitle id="checkpoint.map" />
      <div class="controls">
        <Choice
          legend={t('checkpoint.map_tensor')}
          options={tensors.map((name) => ({ name, label: t(`checkpoint.tensor_${name}`) }))}
          value={shown_tensor.value}
          on_choose={(name) => (shown_tensor.value = name)}
        />
        <Choice
          legend={t('checkpoint.map_order')}
          options={orders.map((name) => ({ name, label: t(`checkpoint.order_${name}`) }))}
          value={order.value}
          on_choose={(name) => (order.value = name)}
        />
      </div>
      <FigureFrame name="checkpoint_map" title={t('checkpoint.map')} drawing data={figure_data}>
        <Map />
      </FigureFrame>
    </section>
  );
}
