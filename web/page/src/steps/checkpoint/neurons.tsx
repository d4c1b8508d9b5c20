/**
 * All neurons of the network: a heat map of the hidden activations, tokens down and neurons across,
 * and a ranking by their share of the output.
 */
import { computed, signal } from '@preact/signals';
import { CurvePlot, type Point } from '../../charts/curve_plot.tsx';
import { HeatMap } from '../../charts/heat_map.tsx';
import { use_width } from '../../charts/use_width.ts';
import { Button } from '../../controls/button.tsx';
import { Choice } from '../../controls/choice.tsx';
import { Folded } from '../../controls/folded.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { Waiting } from '../../controls/waiting.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { store } from '../../state/store.ts';
import { Value } from '../../numbers/value.tsx';
import { format_count, format_tick, t } from '../../words/i18n.ts';
import { Paragraph } from '../../controls/message.tsx';
import { folded_part } from '../../words/parts.ts';
import { Part } from './part.tsx';
import { network, neuron, ranked_by, ranking } from './answers.ts';
import { layer, model, token } from './state.ts';

const tensors = ['hidden', 'gate', 'pre_activation'] as const;

type Shown = (typeof tensors)[number];

/** Only gated networks have a gate. */
const tensor_names = () => tensors.filter((name) => name !== 'gate' || model.value?.gated);
const orders = ['file', 'strongest'] as const;

const chosen_tensor = signal<Shown>('hidden');
const shown_tensor = computed((): Shown =>
  network.shown.value?.value[chosen_tensor.value] ? chosen_tensor.value : 'hidden',
);
const order = signal<(typeof orders)[number]>('file');

/** Neuron of each column; undefined in the file's order. */
const map_columns = computed((): Int32Array | undefined => {
  const ranks = ranking.shown.value?.value.neuron;
  return order.value === 'strongest' && ranks?.length === network.shown.value?.value.d_ff
    ? ranks
    : undefined;
});

const ordered_data = computed((): Float32Array => {
  const shown = network.shown.value?.value;
  if (shown === undefined) return new Float32Array();
  const { data } = shown[shown_tensor.value] ?? shown.hidden;
  const [places, width] = [map_columns.value, shown.d_ff];
  return places
    ? Float32Array.from(data, (_, at) => data[at - (at % width) + (places[at % width] ?? 0)] ?? NaN)
    : data;
});

function pick(row: number, column: number): void {
  store.token.value = row;
  store.model_neuron.value = map_columns.peek()?.[column] ?? column;
}

const map_data = () => figure_of(network.shown.value, { parts: { neuron: shown_tensor.value } });

function Map() {
  const answer = network.shown.value;
  if (answer === undefined) return <Waiting />;
  const { tokens, d_ff, scales } = answer.value;
  const name = shown_tensor.value;
  const chosen = neuron.value ?? 0;
  const place = map_columns.value?.indexOf(chosen) ?? chosen;
  const map = {
    data: ordered_data.value,
    tokens,
    features: d_ff,
    limit: (scales[name] ?? scales.hidden).high,
  };
  const counts = { tokens, neurons: format_count(d_ff) };
  return (
    <>
      <HeatMap
        {...map}
        token={token.value}
        window={[place, place + 1]}
        label={t('checkpoint.map_alt', counts)}
        on_pick={pick}
      />
      <p class="hint checkpoint_scale">
        <span class="checkpoint_ramp" aria-hidden="true" />
        <Value of={answer} path={`scales.${name}.low` as 'scales.hidden.low'} style="limit" /> … 0 …{' '}
        <Value of={answer} path={`scales.${name}.high` as 'scales.hidden.high'} style="limit" />
      </p>
      <Paragraph class="hint" id="checkpoint.map_hint" />
    </>
  );
}

export const MapPart = () => (
  <Part name="map" of_layer folded="checkpoint.map_about">
    <div class="controls">
      <Choice
        legend={t('checkpoint.map_tensor')}
        values={tensor_names()}
        label={(name) => t(`checkpoint.tensor_${name}`)}
        value={shown_tensor.value}
        on_choose={(name) => (chosen_tensor.value = name)}
      />
      <Choice
        legend={t('checkpoint.map_order')}
        values={orders}
        label={(name) => t(`checkpoint.order_${name}`)}
        of={order}
      />
    </div>
    <FigureFrame name="checkpoint_map" title={t('checkpoint.map_title')} drawing data={map_data}>
      <Map />
    </FigureFrame>
  </Part>
);

const listed = 8;

const columns = ['strength', 'share', 'cumulative_share'] as const;

const ranking_data = (...parts: readonly string[]) => figure_of(ranking.shown.value, { parts });

function Table() {
  const answer = ranking.shown.value;
  const rows = Array.from(
    { length: Math.min(listed, network.shown.value?.value.d_ff ?? listed) },
    (_, rank) => {
      const index = answer?.value.neuron[rank];
      const chosen = index !== undefined && index === neuron.value;
      const choose = () => (store.model_neuron.value = index);
      const number = <Value of={answer} path={`neuron.${rank}`} style="count" />;
      return {
        class: chosen ? 'checkpoint_chosen' : undefined,
        head: (
          <Button
            text={number}
            small
            aria-pressed={chosen}
            disabled={index === undefined}
            on_click={choose}
          />
        ),
        cells: columns.map((name) => (
          <Value
            of={answer}
            path={`${name}.${rank}`}
            style={name === 'strength' ? 'cell' : 'percent'}
          />
        )),
      };
    },
  );
  const heads = [
    t('checkpoint.neuron'),
    <code>|a|·‖v‖</code>,
    t('checkpoint.share'),
    t('checkpoint.sum'),
  ];
  return (
    <NumberTable
      caption={t('checkpoint.ranking_caption', { count: listed })}
      heads={heads}
      rows={rows}
    />
  );
}

/** Points of the curve, thinned to about one per pixel. */
function points(shares: Float64Array, width: number): Point[] {
  const [step, last] = [Math.max(1, Math.floor(shares.length / width)), shares.length - 1];
  return Array.from(shares, (share, rank) => [rank + 1, share] as const).filter(
    (_, rank) => rank % step === 0 || rank === last,
  );
}

function Curve() {
  const { ref, width } = use_width<HTMLDivElement>(400);
  const { cumulative_share: shares = new Float64Array(), most = 0 } =
    ranking.shown.value?.value ?? {};
  // The shares are not finite if the output is zero or not finite.
  const known = Array.from(shares).filter(Number.isFinite);
  const plot = { width, height: 200, labels: [], cursor_x: most > 0 ? most : NaN, format_tick };
  return (
    <div ref={ref}>
      {shares.length > 0 && (
        <CurvePlot
          {...plot}
          name="checkpoint_share"
          x_domain={[0, shares.length]}
          y_domain={[Math.min(0, ...known), Math.max(1, ...known)]}
          y_ticks={[0, 0.5, 0.9, 1]}
          series={[
            {
              name: 'gelu',
              pieces: [points(shares, width)],
              cursor: most > 0 ? [most, shares[most - 1] ?? 0] : undefined,
            },
          ]}
        />
      )}
    </div>
  );
}

export function RankingPart() {
  const answer = ranking.shown.value;
  const shares = () => ranking_data('cumulative_share');
  const by_text = (by: 'all' | 'token') =>
    t(`checkpoint.ranked_${by}`, { token: format_count(token.value) });
  const count = <Value of={answer} path="most" style="count" />;
  const { b2 } = model.value?.layers[layer.value] ?? {};
  const direction = <code>{b2 === undefined ? 'y' : 'y − b2'}</code>;
  const values = { count, all: <Value of={network.shown.value} path="d_ff" style="count" /> };
  return (
    <Part name="ranking" of_layer text="checkpoint.ranking_text" values={{ direction }}>
      <Choice
        legend={t('checkpoint.ranked_by')}
        values={['all', 'token']}
        label={by_text}
        of={ranked_by}
      />
      <FigureFrame
        name="checkpoint_ranking"
        title={t('checkpoint.ranking_title')}
        data={() => ranking_data('neuron', ...columns)}
      >
        <Table />
        <Paragraph
          id={answer?.value.most === 0 ? 'checkpoint.never_ninety' : 'checkpoint.ninety'}
          values={values}
        />
      </FigureFrame>
      <Folded {...folded_part('checkpoint.cumulative')}>
        <FigureFrame
          name="checkpoint_cumulative"
          title={t('checkpoint.cumulative_title')}
          drawing
          data={shares}
        >
          <Curve />
        </FigureFrame>
      </Folded>
    </Part>
  );
}
