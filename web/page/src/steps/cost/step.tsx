/** Cost of the network: parameters for several ratios, its share of a block and of whole models, operations per token. */
import { Heading } from '../../controls/heading.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { TwoColumns } from '../../controls/two_columns.tsx';
import { nearest_option } from '../../numbers/predictions.ts';
import { answer_shown } from '../../numbers/revealed_answers.ts';
import { ShareBar, ShareSwatch } from '../../charts/share_bar.tsx';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { Choice } from '../../controls/choice.tsx';
import { Covered } from '../../numbers/covered.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Paragraph } from '../../words/message.tsx';
import { NumberField } from '../../controls/number_field.tsx';
import { Prediction } from '../../numbers/prediction.tsx';
import { Value } from '../../numbers/value.tsx';
import type { NumberStyle } from '../../words/number_format.ts';
import { format_count, format_number, t } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import { largest_d_model } from '../../numbers/url_state.ts';
import { doubled, ratio_data, ratios } from './answers.ts';
import type { Ratios } from './answers.ts';
import { usual_widths } from './reference_costs.ts';
import { GptModels } from './tables.tsx';
import './cost.css';

/** Rows of the ratios 1, 2, 4 and 8. */
const rows = [0, 1, 2, 3] as const;
const usual_row = 2;

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
      <Choice legend={t('cost.widths')} values={usual_widths} label={format_count} of={store.d_model} />
      <Choice
        legend={t('cost.bias')}
        values={[true, false]}
        label={(bias) => t(bias ? 'cost.bias_with' : 'cost.bias_without')}
        of={store.bias}
      />
    </div>
  );
}

function ratio_row(answer: Ratios | undefined, row: number) {
  const [cost, last] = [answer?.value.rows[row], answer?.value.rows.at(-1)];
  const value = (field: 'ratio' | 'd_ff' | 'parameters' | 'growth' | 'share_of_block', style: NumberStyle) => (
    <Value of={answer} path={`rows.${row}.${field}`} style={style} />
  );
  const parameters = (
    <>
      {value('parameters', 'count')}
      {cost && last && <ShareBar parts={[{ name: 'feed_forward', count: cost.parameters }]} full={last.parameters} />}
    </>
  );
  const cells = [value('d_ff', 'count'), parameters, value('growth', 'factor'), value('share_of_block', 'percent')];
  return { head: value('ratio', 'count'), cells };
}

const table_title = (answer: Ratios | undefined) =>
  t('cost.table', { d_model: format_number(answer?.state.d_model ?? store.d_model.value, 'count') });

function RatioTable({ answer }: { readonly answer: Ratios | undefined }) {
  return (
    <NumberTable
      class="cost_table"
      caption={table_title(answer)}
      heads={[t('cost.ratio'), 'd_ff', t('cost.parameters'), t('cost.growth'), t('cost.share_of_block')]}
      rows={rows.map((row) => ratio_row(answer, row))}
    />
  );
}

/** Parameters of attention, norms and network in one block, as a bar drawn to scale. */
function Block({ answer }: { readonly answer: Ratios | undefined }) {
  const cost = answer?.value.rows[usual_row];
  const parts = [
    { name: 'attention', field: 'attention' },
    { name: 'norms', field: 'norms' },
    { name: 'feed_forward', field: 'parameters' },
  ] as const;
  return (
    <div class="block_cost">
      <Heading part="cost.block" />
      {cost && <ShareBar parts={parts.map(({ name, field }) => ({ name, count: cost[field] }))} full={cost.block} />}
      <ul class="share_legend">
        {parts.map(({ name, field }) => (
          <li key={name}>
            <ShareSwatch name={name} /> {t(`cost.${name}`)} <Value of={answer} path={`rows.${usual_row}.${field}`} style="count" />
          </li>
        ))}
      </ul>
    </div>
  );
}

const guessed_shares = { quarter: 1 / 4, third: 1 / 3, half: 1 / 2, two_thirds: 2 / 3 };
const guess_names = ['quarter', 'third', 'half', 'two_thirds'] as const;

/** At GPT-2's width, independently of the d_model that the user enters. */
function ShareGuess() {
  const { answer } = doubled.value;
  return (
    <Prediction
      name="share_of_block"
      question="cost.guess"
      options={guess_names}
      right={answer && nearest_option(guessed_shares, answer.value.rows[0]?.share_of_block ?? NaN)}
      values={{ share: <Value of={answer} path="rows.0.share_of_block" style="percent" /> }}
    />
  );
}

const growth_values = (answer: Ratios | undefined) => ({
  growth: <Value of={answer} path="rows.3.growth" style="cell" />,
  corrections: <a href="#corrections_notebook">{t('corrections.title')}</a>,
});

export function Panel() {
  const { answer, error } = ratios.value;
  const usual = (field: 'operations' | 'bytes') => <Value of={answer} path={`rows.${usual_row}.${field}`} style="count" />;
  const prose = (
    <>
      <Paragraph id="cost.lead" />
      <RatioGuess />
      {answer_shown('doubled_ratio') && <Paragraph id="cost.growth_text" values={growth_values(answer)} />}
      <ShareGuess />
      <Paragraph id="cost.operations_text" values={{ operations: usual('operations'), bytes: usual('bytes') }} />
      <Paragraph class="try" id="cost.try" />
    </>
  );
  return (
    <>
      <TwoColumns prose={prose} figure="cost_figure" busy={ratios.pending}>
        <Controls />
        <CallErrorNotice error={error} />
        <Covered questions={['doubled_ratio', 'share_of_block']}>
          <FigureFrame name="cost_of_ratios" title={table_title(answer)} data={() => ratio_data(answer)}>
            <RatioTable answer={answer} />
          </FigureFrame>
          <Block answer={answer} />
        </Covered>
      </TwoColumns>
      <GptModels />
    </>
  );
}

const factors = { same: 1, two: 2, four: 4, sixteen: 16 };
const options = ['same', 'two', 'four', 'sixteen'] as const;

export function RatioGuess() {
  const { answer } = doubled.value;
  const wide = answer?.value.rows[1];
  return (
    <Prediction
      name="doubled_ratio"
      question="cost.guess_ratio"
      options={options}
      right={wide && nearest_option(factors, wide.growth)}
      values={{ growth: <Value of={answer} path="rows.1.growth" style="statistic" /> }}
    />
  );
}
