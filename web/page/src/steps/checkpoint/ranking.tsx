/** Ranks neurons by their share of the output and counts how many of them make most of it. */
import { NumberTable } from '../../controls/number_table.tsx';
import { CurvePlot } from '../../charts/curve_plot.tsx';
import type { Point } from '../../charts/curve_plot.tsx';
import { use_width } from '../../charts/use_width.ts';
import { Choice } from '../../controls/choice.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Message } from '../../words/message.tsx';
import { Value } from '../../numbers/value.tsx';
import { number_column, origin_of, vector } from '../../export/figure_data.ts';
import type { FigureData } from '../../export/figure_data.ts';
import { format_number, format_tick, t } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import { network, neuron, ranked_by, ranking } from './answers.ts';
import { Part } from './part.tsx';
import { token } from './state.ts';

const listed = 8;

function Row({ rank }: { readonly rank: number }) {
  const answer = ranking.shown.value;
  const index = answer?.value.neuron[rank];
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
          <Value of={answer} path={`neuron.${rank}`} style="count" />
        </button>
      </th>
      <td>
        <Value of={answer} path={`strength.${rank}`} style="cell" />
      </td>
      <td>
        <Value of={answer} path={`share.${rank}`} style="percent" />
      </td>
      <td>
        <Value of={answer} path={`cumulative_share.${rank}`} style="percent" />
      </td>
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
        {Array.from({ length: Math.min(listed, network.shown.value?.value.d_ff ?? listed) }, (_, rank) => (
          <Row key={rank} rank={rank} />
        ))}
      </tbody>
    </NumberTable>
  );
}

function figure_data(): FigureData | undefined {
  const answer = ranking.shown.value;
  if (answer === undefined) return undefined;
  const { value } = answer;
  const names = ['neuron', 'strength', 'share', 'cumulative_share'] as const;
  const columns = names.map((name) => number_column(name, value[name], name === 'neuron' ? 'count' : 'precise'));
  return { ...origin_of(answer), tensors: names.map((name) => vector(name, value[name])), table: { rows: value.neuron.length, columns } };
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
  const { cumulative_share: shares, most = 0 } = ranking.shown.value?.value ?? {};
  // The shares are not finite if the output is zero or not finite.
  const known = Array.from(shares ?? []).filter(Number.isFinite);
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

function Most() {
  const answer = ranking.shown.value;
  return (
    <p>
      <Message
        id={answer?.value.most === 0 ? 'checkpoint.never_ninety' : 'checkpoint.ninety'}
        values={{
          count: <Value of={answer} path="most" style="count" />,
          all: <Value of={network.shown.value} path="d_ff" style="count" />,
        }}
      />
    </p>
  );
}

export function RankingPart() {
  return (
    <Part name="ranking" of_layer text="checkpoint.ranking_text">
      <Choice
        legend={t('checkpoint.ranked_by')}
        values={['all', 'token']}
        label={(by) =>
          by === 'all' ? t('checkpoint.ranked_all') : t('checkpoint.ranked_token', { token: format_number(token.value, 'count') })
        }
        of={ranked_by}
      />
      <FigureFrame name="checkpoint_ranking" title={t('checkpoint.ranking')} drawing data={figure_data}>
        <Table />
        <Most />
        <Curve />
      </FigureFrame>
    </Part>
  );
}
