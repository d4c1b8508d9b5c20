/**
 * Cost of the network: parameters for several ratios, its share of a block and of whole models,
 * operations per token.
 */
import { Heading } from '../../controls/heading.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { ProseAndFigure } from '../../controls/prose_and_figure.tsx';
import { figure_of } from '../../export/figure_data.ts';
import type { AnswerOf } from '../../numbers/answers.ts';
import { nearest_option } from '../../quiz/predictions.ts';
import { answer_shown } from '../../quiz/revealed_answers.ts';
import type { SheetCells } from '../../quiz/sheet_table.tsx';
import { curve_legend, identity_entry } from '../../charts/curve_plot.tsx';
import { pair_map_legend } from '../../charts/pair_map.tsx';
import { ShareBar, share_legend } from '../../charts/share_bar.tsx';
import { grid_entry } from '../../charts/ticks.tsx';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { Choice } from '../../controls/choice.tsx';
import { Covered } from '../../quiz/covered.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Message, Paragraph } from '../../controls/message.tsx';
import { NumberField } from '../../controls/number_field.tsx';
import { Prediction } from '../../quiz/prediction.tsx';
import { use_previous } from '../../numbers/previous.ts';
import { Value } from '../../numbers/value.tsx';
import type { NumberStyle } from '../../words/number_format.ts';
import { format_count, t } from '../../words/i18n.ts';
import type { Legend } from '../../words/legend.tsx';
import { store } from '../../state/store.ts';
import { largest_d_model } from './entry.ts';
import { usual_widths } from './reference_costs.ts';
import { attention, doubled, ratios, widths } from './answers.ts';
import { Gpt2Costs } from './gpt2_costs.tsx';
import { ShareLegend } from './share_legend.tsx';
import { Widths } from './widths.tsx';
import './cost.css';

type Ratios = AnswerOf<typeof ratios>;

function Controls() {
  const d_model = store.d_model.value;
  return (
    <div class="controls">
      <NumberField
        label="d_model"
        value={d_model}
        smallest={1}
        largest={largest_d_model}
        whole
        on_value={(value) => (store.d_model.value = value)}
      />
      <Choice
        legend={t('cost.bias')}
        values={[true, false]}
        label={(bias) => t(bias ? 'cost.bias_with' : 'cost.bias_without')}
        of={store.bias}
      />
      <Choice
        legend={t('cost.widths')}
        values={usual_widths}
        label={format_count}
        of={store.d_model}
      />
    </div>
  );
}

/** Rows of the ratios 1, 2, 4 and 8. */
const rows = [0, 1, 2, 3] as const;
const usual_row = 2;

function ratio_row(answer: Ratios | undefined, row: number) {
  const [cost, last] = [answer?.value.rows[row], answer?.value.rows.at(-1)];
  const value = (
    field: 'ratio' | 'd_ff' | 'parameters' | 'growth' | 'share_of_block',
    style: NumberStyle,
  ) => <Value of={answer} path={`rows.${row}.${field}`} style={style} />;
  const bar = cost && last && (
    <ShareBar parts={[{ name: 'feed_forward', count: cost.parameters }]} full={last.parameters} />
  );
  const numbers = [
    value('d_ff', 'count'),
    [value('parameters', 'count'), bar],
    value('growth', 'cell'),
  ];
  return { head: value('ratio', 'count'), cells: [...numbers, value('share_of_block', 'percent')] };
}

/** The parameters at the usual ratio, before the last change of d_model and now. */
function Before({ answer, before }: Readonly<Record<'answer' | 'before', Ratios>>) {
  const number = (of: Ratios, field: 'ratio' | 'parameters') => (
    <Value of={of} path={`rows.${usual_row}.${field}`} style="count" />
  );
  const values = {
    ratio: number(answer, 'ratio'),
    old: number(before, 'parameters'),
    now: number(answer, 'parameters'),
    d_model: format_count(before.state.d_model),
  };
  return <Paragraph class="cost_before" id="cost.before" values={values} />;
}

function RatioFigure({ answer }: { readonly answer: Ratios | undefined }) {
  const before = use_previous(answer);
  const title = t('cost.table', {
    d_model: format_count(answer?.state.d_model ?? store.d_model.value),
  });
  const heads = [
    t('cost.ratio'),
    'd_ff',
    t('cost.parameters'),
    t('cost.growth'),
    t('cost.share_of_block'),
  ];
  return (
    <FigureFrame
      name="cost_of_ratios"
      title={title}
      data={() => figure_of(answer, { parts: ['rows'] })}
    >
      <NumberTable
        class="cost_table"
        caption={title}
        heads={heads}
        rows={rows.map((row) => ratio_row(answer, row))}
      />
      {answer && before && before.state.d_model !== answer.state.d_model && (
        <Before answer={answer} before={before} />
      )}
    </FigureFrame>
  );
}

/** The field of each part of a block. */
const block_fields = {
  attention: 'attention',
  norms: 'norms',
  feed_forward: 'parameters',
} as const;
const block_parts = ['attention', 'norms', 'feed_forward'] as const;

/** Parameters of attention, norms and network in one block, as a bar drawn to scale. */
function Block({ answer }: { readonly answer: Ratios | undefined }) {
  const cost = answer?.value.rows[usual_row];
  const value = (part: (typeof block_parts)[number]) => (
    <Value of={answer} path={`rows.${usual_row}.${block_fields[part]}`} style="count" />
  );
  const operations = {
    operations: <Value of={answer} path={`rows.${usual_row}.operations`} style="count" />,
    attention: <Value of={attention.value.answer} path="operations" style="count" />,
  };
  return (
    <div class="block_cost">
      <Heading part="cost.block" />
      {cost && (
        <ShareBar
          parts={block_parts.map((name) => ({ name, count: cost[block_fields[name]] }))}
          full={cost.block}
        />
      )}
      <ShareLegend parts={block_parts} count_of={value} />
      <p class="hint">
        <Message
          id="cost.bytes"
          values={{ bytes: <Value of={answer} path={`rows.${usual_row}.bytes`} style="count" /> }}
        />
      </p>
      <Paragraph id="cost.operations_text" values={operations} />
    </div>
  );
}

const growths = { same: 1, two: 2, four: 4, sixteen: 16 };
const shares = { quarter: 1 / 4, third: 1 / 3, half: 1 / 2, two_thirds: 2 / 3 };

/** The questions, at GPT-2's width, independently of the d_model that the user enters. */
function RatioGuess() {
  const { answer } = doubled.value;
  return (
    <Prediction
      name="doubled_ratio"
      question="cost.guess_ratio"
      options={Object.keys(growths)}
      right={answer && nearest_option(growths, answer.value.rows[1]?.growth ?? NaN)}
      values={{ growth: <Value of={answer} path="rows.1.growth" style="statistic" /> }}
    />
  );
}

function ShareGuess() {
  const { answer } = doubled.value;
  return (
    <Prediction
      name="share_of_block"
      question="cost.guess"
      options={Object.keys(shares)}
      right={answer && nearest_option(shares, answer.value.rows[0]?.share_of_block ?? NaN)}
      values={{ share: <Value of={answer} path="rows.0.share_of_block" style="percent" /> }}
    />
  );
}

export function Panel() {
  const { answer, error } = ratios.value;
  const corrections = <a href="#corrections_notebook">{t('corrections.title')}</a>;
  const prose = (
    <>
      <Paragraph id="cost.lead" />
      <RatioGuess />
      {answer_shown('doubled_ratio') && (
        <Paragraph id="cost.growth_text" values={{ corrections }} />
      )}
      <ShareGuess />
      <Paragraph class="try" id="cost.try" />
    </>
  );
  return (
    <>
      <ProseAndFigure prose={prose} figure="cost_figure" busy={ratios.pending}>
        <Controls />
        <CallErrorNotice error={error} />
        <Covered questions={['doubled_ratio', 'share_of_block']}>
          <RatioFigure answer={answer} />
          <Block answer={answer} />
        </Covered>
      </ProseAndFigure>
      <Widths />
      <Gpt2Costs />
    </>
  );
}

/** The parameters that the worksheet asks for; the factor between them is left to the reader. */
export const sheet_cells: SheetCells = () => {
  const { answer } = widths.value;
  return (
    answer &&
    rows.map((row) =>
      (['small', 'large'] as const).map((width) => (
        <Value key={width} of={answer} path={`${width}.${row}.parameters`} style="count" />
      )),
    )
  );
};

export const legend: Legend = [
  ...share_legend,
  ...pair_map_legend,
  ...curve_legend,
  identity_entry,
  grid_entry,
];
