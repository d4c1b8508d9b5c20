/**
 * Compares a toy network, untrained or taken from the facts model, with one of GPT-2's size, as a
 * baseline for the effects of training.
 */
import { heat_map_legend } from '../../charts/heat_map.tsx';
import { histogram_legend } from '../../charts/histogram_plot.tsx';
import { grid_entry } from '../../charts/ticks.tsx';
import { Button } from '../../controls/button.tsx';
import { Choice } from '../../controls/choice.tsx';
import { Heading } from '../../controls/heading.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { ProseAndFigure } from '../../controls/prose_and_figure.tsx';
import { Waiting } from '../../controls/waiting.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { sparsity_parts, SparsityTable, ThresholdChoice } from '../../numbers/sparsity_table.tsx';
import { choose_example, store } from '../../state/store.ts';
import { thresholds } from '../../state/thresholds.ts';
import { Value } from '../../numbers/value.tsx';
import { t } from '../../words/i18n.ts';
import type { Legend } from '../../words/legend.tsx';
import { Paragraph, Prose } from '../../controls/message.tsx';
import {
  activations,
  common_range,
  large,
  network_name,
  small,
  summary_names,
  type NetworkAnswer,
} from './answers.ts';
import { bridge_toys } from './entry.ts';
import { Histograms, Strips } from './pictures.tsx';
import './bridge.css';

function Network({
  answer,
  name,
  range,
}: {
  readonly answer: NetworkAnswer | undefined;
  readonly name: 'toy' | 'large';
  readonly range: readonly [low: number, high: number];
}) {
  const title = t(`bridge.${name}_title`);
  return (
    <div class="bridge_network">
      <Heading part={`bridge.${name}`} />
      {answer ? (
        <>
          <p class="bridge_spread">
            {t('statistics.standard_deviation')} <code>{formulas.pre_activation}</code>{' '}
            <Value
              of={answer}
              path="summaries.pre_activation.standard_deviation"
              style="statistic"
            />
          </p>
          <Strips answer={answer} title={title} />
          <Histograms answer={answer} title={title} range={range} />
        </>
      ) : (
        <Waiting />
      )}
    </div>
  );
}

const trained = () => store.example.value === 'facts' && store.bridge_toy.value === 'notebook';

function show_trained(): void {
  choose_example('facts');
  store.bridge_toy.value = 'notebook';
}

/** Says what hides the effect of the size: it is gone once both networks' weights are drawn alike. */
const own_text = () =>
  store.bridge_toy.value === 'notebook' && !trained() ? (['bridge.own_text'] as const) : [];

const show_untrained = (): void => choose_example('notebook_batch');

const Controls = () => (
  <div class="controls">
    <Button
      text={t(trained() ? 'bridge.show_untrained' : 'example.show_trained')}
      small
      on_click={trained() ? show_untrained : show_trained}
    />
    <Choice
      legend={t('bridge.weights')}
      values={bridge_toys}
      label={(name) => t(`bridge.weights_${name}`)}
      of={store.bridge_toy}
    />
    <ThresholdChoice />
  </div>
);

/** The answers about the toy network and the one of GPT-2's size. */
type TableProps = Readonly<{ answers: readonly (NetworkAnswer | undefined)[] }>;

const network_head = (answer: NetworkAnswer | undefined, index: number) => (
  <>
    {t(index === 0 ? 'bridge.toy_title' : 'bridge.large_title')}
    <span class="bridge_sizes">
      {answer ? `${answer.value.d_model} → ${answer.value.d_ff}` : ''}
    </span>
  </>
);

/** Columns of two networks, each with two activations. */
function ActivationsTable({ answers }: TableProps) {
  const threshold = store.threshold.value;
  const columns = answers.flatMap((of, index) =>
    activations.map((activation) => {
      const form = activation === 'gelu' ? (of?.value.gelu ?? activation) : activation;
      const name = <span class="bridge_sizes">{t(`activation.short_${form}`)}</span>;
      return {
        head: [network_head(of, index), name],
        of,
        path: `sparsity.${thresholds.indexOf(threshold)}.${activation}`,
      };
    }),
  );
  return <SparsityTable caption={t('bridge.sparsity')} threshold={threshold} columns={columns} />;
}

const formulas: Record<(typeof summary_names)[number], string> = {
  w1: 'W1',
  x: 'x',
  pre_activation: 'z = W1 · x + b1',
  hidden: 'a = GELU(z)',
  output: 'y = W2 · a + b2',
};

function SizeTable({ answers }: TableProps) {
  const deviations = summary_names.map((name) => ({
    head: <code>{formulas[name]}</code>,
    cells: answers.map((answer) => (
      <Value of={answer} path={`summaries.${name}.standard_deviation`} style="statistic" />
    )),
  }));
  const costs = (['parameters', 'operations'] as const).map((field, row) => ({
    class: row === 0 ? 'row_of_sums' : undefined,
    head: t(`bridge.${field}`),
    cells: answers.map((answer) => <Value of={answer} path={`cost.${field}`} style="count" />),
  }));
  const head = (answer: NetworkAnswer | undefined, index: number) => (
    <>
      {network_head(answer, index)}
      <span class="bridge_sizes">{answer && t(`activation.short_${answer.value.gelu}`)}</span>
    </>
  );
  const heads = [t('bridge.quantity'), ...answers.map(head)];
  return (
    <NumberTable
      class="bridge_table"
      caption={t('bridge.spread')}
      heads={heads}
      rows={[...deviations, ...costs]}
    />
  );
}

/** The export has a row for each network and activation. */
const sparsity_rows = (answers: readonly NetworkAnswer[]) => ({
  rows: activations.map((name) => `sparsity.${thresholds.indexOf(store.threshold.value)}.${name}`),
  parts: sparsity_parts,
  beside: {
    network: answers.flatMap((answer) =>
      activations.map((name) => `${network_name(answer)}.${name}`),
    ),
  },
});

const size_parts = [
  'cost.parameters',
  'cost.operations',
  ...summary_names.map((name) => `summaries.${name}.standard_deviation`),
];

/** Sparsity and sizes of both networks; the files have those that are computed. */
function Tables({ answers }: TableProps) {
  const present = answers.filter((answer) => answer !== undefined);
  return (
    <div class="bridge_pair bridge_tables">
      <FigureFrame
        name="bridge_sparsity"
        title={t('bridge.sparsity')}
        data={() => figure_of(present, sparsity_rows(present))}
      >
        <ActivationsTable answers={answers} />
      </FigureFrame>
      <FigureFrame
        name="bridge_sizes"
        title={t('bridge.spread')}
        data={() =>
          figure_of(present, {
            parts: size_parts,
            beside: { network: present.map(network_name) },
          })
        }
      >
        <SizeTable answers={answers} />
      </FigureFrame>
    </div>
  );
}

export function Panel() {
  const toy = small();
  const answers = [toy.value.answer, large.value.answer] as const;
  const range = common_range(answers);
  return (
    <div class="bridge" aria-busy={toy.pending.value || large.pending.value}>
      <ProseAndFigure
        wide
        figure="bridge_figure"
        prose={
          <>
            <Prose
              ids={[
                'bridge.lead',
                trained() ? 'bridge.trained_text' : 'bridge.same_text',
                'bridge.spread_text',
                ...own_text(),
              ]}
            />
            <Paragraph
              class="try"
              id="bridge.try"
              values={{ d_model: <Value of={answers[0]} path="d_model" style="count" /> }}
            />
          </>
        }
      >
        <Controls />
        <CallErrorNotice error={toy.value.error ?? large.value.error} />
        <div class="bridge_pair">
          <Network answer={answers[0]} name="toy" range={range} />
          <Network answer={answers[1]} name="large" range={range} />
        </div>
        <p class="hint">{t('bridge.pixels')}</p>
        <Tables answers={answers} />
      </ProseAndFigure>
    </div>
  );
}

export const legend: Legend = [...heat_map_legend, grid_entry, ...histogram_legend];
