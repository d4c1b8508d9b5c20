/** Ranks neurons by their share of the output and counts how many of them make most of it. */
import { NumberTable } from '../../controls/number_table.tsx';
import { computed } from '@preact/signals';
import { CurvePlot } from '../../charts/curve_plot.tsx';
import type { Point } from '../../charts/curve_plot.tsx';
import { use_width } from '../../charts/use_width.ts';
import { Choice } from '../../controls/choice.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Message } from '../../words/message.tsx';
import { Value } from '../../numbers/value.tsx';
import { number_column, vector } from '../../export/figure_data.ts';
import type { FigureData } from '../../export/figure_data.ts';
import { format_number, format_tick, t } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import { SectionTitle } from './section_title.tsx';
import { most_of_output } from './settings.ts';
import { layer, neuron, opened, ranked_by, shown_pass, shown_ranking, token } from './state.ts';

const listed = 8;

/** Number of the strongest neurons that make 90% of the output; 0 if no number of them does. */
const ninety = computed(() => {
  const shares = shown_ranking.value?.cumulative_share;
  return shares === undefined ? undefined : 1 + shares.findIndex((share) => share >= most_of_output);
});

function Row({ rank }: { readonly rank: number }) {
  const shown = shown_ranking.value;
  const index = shown?.neuron[rank];
  const cell = (name: 'strength' | 'share' | 'cumulative_share', style: 'cell' | 'percent') => (
    <td>
      <Value value={shown?.[name][rank]} style={style} call="checkpoint.rank_neurons" tensor={name} index={rank} />
    </td>
  );
  const chosen = index !== undefined && index === neuron.value;
  return (
    <tr class={chosen ? 'checkpoint_chosen' : undefined}>
      <th scope="row">
        <button
          type="button"
          class="button button_small"
          aria-pressed={chosen}
          disabled={index === undefined}
          onClick={() => (store.model_neuron.value = index)}
        >
          <Value value={index} style="count" call="checkpoint.rank_neurons" tensor="neuron" index={rank} />
        </button>
      </th>
      {cell('strength', 'cell')}
      {cell('share', 'percent')}
      {cell('cumulative_share', 'percent')}
    </tr>
  );
}

function Table() {
  return (
    <NumberTable
      caption={t('checkpoint.ranking_caption', { count: listed })}
      heads={[t('checkpoint.neuron'), <code>|a|·‖v‖</code>, t('checkpoint.share'), t('checkpoint.sum')]}
    >
      <tbody>
        {Array.from({ length: Math.min(listed, shown_pass.value?.d_ff ?? listed) }, (_, rank) => (
          <Row key={rank} rank={rank} />
        ))}
      </tbody>
    </NumberTable>
  );
}

function figure_data(): FigureData | undefined {
  const shown = shown_ranking.value;
  if (shown === undefined) return undefined;
  const names = ['neuron', 'strength', 'share', 'cumulative_share'] as const;
  return {
    call: 'checkpoint.rank_neurons',
    arguments: { file: opened.value?.name, layer: layer.value, token: ranked_by.value === 'token' ? token.value : undefined },
    tensors: names.map((name) => vector(name, shown[name])),
    table: {
      rows: shown.neuron.length,
      columns: names.map((name) => number_column(name, shown[name], name === 'neuron' ? 'count' : 'precise')),
    },
  };
}

/** Points of the curve, thinned to about one per pixel. */
function points(shares: Float64Array, width: number): Point[] {
  const step = Math.max(1, Math.floor(shares.length / width));
  return Array.from(shares.keys())
    .filter((rank) => rank % step === 0 || rank === shares.length - 1)
    .map((rank) => [rank + 1, shares[rank] ?? 0] as const);
}

function Curve() {
  const { ref, width } = use_width<HTMLDivElement>(400);
  const shares = shown_ranking.value?.cumulative_share;
  // The shares are not finite if the output is zero or not finite.
  const known = Array.from(shares ?? []).filter(Number.isFinite);
  const most = ninety.value ?? 0;
  return (
    <div ref={ref}>
      <p class="plot_title">{t('checkpoint.cumulative')}</p>
      {shares && (
        <CurvePlot
          name="checkpoint_share"
          width={width}
          height={200}
          x_domain={[0, shares.length]}
          y_domain={[Math.min(0, ...known), Math.max(1, ...known)]}
          y_ticks={[0, 0.5, 0.9, 1]}
          series={[{ name: 'gelu', pieces: [points(shares, width)], ...(most > 0 && { cursor: [most, shares[most - 1] ?? 0] as const }) }]}
          labels={[]}
          {...(most > 0 && { cursor_x: most })}
          format_tick={format_tick}
        />
      )}
    </div>
  );
}

function Ninety() {
  const most = ninety.value;
  const shown = shown_pass.value;
  return (
    <p>
      <Message
        id={most === 0 ? 'checkpoint.never_ninety' : 'checkpoint.ninety'}
        values={{
          count: <Value value={most} style="count" call="checkpoint.rank_neurons" tensor="ninety" index="count" />,
          all: <Value value={shown?.d_ff} style="count" call="checkpoint.network" tensor="ffn" index="d_ff" />,
        }}
      />
    </p>
  );
}

export function RankingPart() {
  return (
    <section aria-label={t('checkpoint.ranking')}>
      <SectionTitle id="checkpoint.ranking" />
      <p>
        <Message id="checkpoint.ranking_text" />
      </p>
      <Choice
        legend={t('checkpoint.ranked_by')}
        options={[
          { name: 'all', label: t('checkpoint.ranked_all') },
          { name: 'token', label: t('checkpoint.ranked_token', { token: format_number(token.value, 'count') }) },
        ]}
        value={ranked_by.value}
        on_choose={(by) => (ranked_by.value = by)}
      />
      <FigureFrame name="checkpoint_ranking" title={t('checkpoint.ranking')} drawing data={figure_data}>
        <Table />
        <Ninety />
        <Curve />
      </FigureFrame>
    </section>
  );
}
