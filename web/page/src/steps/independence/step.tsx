/** The network is position-wise: one token is replaced, and all outputs are compared with the originals, bit by bit. */
import { ArrowButton } from '../../controls/button.tsx';
import type { LegendEntry } from '../../controls/legend.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { figure_at, type FigureData } from '../../export/figure_data.ts';
import { answers_of, shown_answer, type AnswerOf } from '../../numbers/answers.ts';
import { shown_pass } from '../../numbers/forward_pass.ts';
import { MoreTokens } from '../../numbers/more_tokens.tsx';
import { TwoColumns } from '../../controls/two_columns.tsx';
import { nearest_option } from '../../numbers/predictions.ts';
import { answer_shown } from '../../numbers/revealed_answers.ts';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { Covered } from '../../numbers/covered.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Message, Paragraph } from '../../words/message.tsx';
import { memo } from '../../words/memo.ts';
import { Value } from '../../numbers/value.tsx';
import { t } from '../../words/i18n.ts';
import { attended, store } from '../../numbers/store.ts';
import { token_name } from '../../numbers/token_choice.tsx';
import './independence.css';
import { Prediction } from '../../numbers/prediction.tsx';
import type * as recipe from './recipe.ts';

export const { comparison, ten_tokens, one_of_ten } = answers_of<typeof recipe>('independence');
type Comparison = AnswerOf<typeof comparison>;

/** Returns the comparison that the step shows: of the example's tokens, or of ten others if it has a single one; undefined at first. */
function shown_comparison() {
  const pass = shown_pass();
  if (pass === undefined) return undefined;
  const alone = pass.value.tensors.x.data.length === pass.value.d_model;
  return { alone, source: alone ? ten_tokens : comparison, answer: alone ? ten_tokens.value.answer : shown_answer(comparison) };
}

const layers = ['feed_forward', 'attention'] as const;
const experiments = ['alone', 'permuted', 'others'] as const;

const fields = ['differing', 'largest', 'mean'] as const;

function independence_data(answer: Comparison): FigureData {
  const { feed_forward, shape } = answer.value;
  return figure_at(answer, {
    rows: feed_forward.length,
    columns: layers.flatMap((layer) =>
      fields.map((field) => ({
        name: `${layer}.${field}`,
        path: (row: number) => `${layer}.${row}.${field}`,
        style: field === 'differing' ? ('count' as const) : ('precise' as const),
      })),
    ),
    others: experiments.flatMap((name) => [`experiments.${name}.differing`, `experiments.${name}.count`]),
    row_name: (row) => token_name(row, shape),
  });
}

const place_of = ({ value: { shape } }: Comparison, token: number) => token_name(token, shape);

interface CellsProps {
  readonly answer: Comparison;
  readonly layer: (typeof layers)[number];
  readonly token: number;
}

function Cells({ answer, layer, token }: CellsProps) {
  const changed = answer.value[layer][token]?.differing === 0 ? 'unchanged' : 'changed';
  return (
    <>
      <td class={changed}>
        <Value of={answer} path={`${layer}.${token}.differing`} style="count" />
      </td>
      <td class={changed}>
        <Value of={answer} path={`${layer}.${token}.largest`} style="cell" />
      </td>
    </>
  );
}

interface TokenRowProps {
  readonly answer: Comparison;
  readonly token: number;
  readonly attended: boolean;
}

const TokenRow = memo(function TokenRow({ answer, token, attended }: TokenRowProps) {
  const replaced = token === answer.value.token;
  return (
    <tr
      class={`${replaced ? 'replaced' : ''} ${attended ? 'row_attended' : ''}`}
      onPointerEnter={(event) => event.pointerType === 'mouse' && (store.hovered_token.value = token)}
      onPointerLeave={() => (store.hovered_token.value = undefined)}
    >
      <th scope="row">
        {place_of(answer, token)}
        {replaced && <span class="replaced_label">{t('independence.replaced')}</span>}
      </th>
      {layers.map((layer) => (
        <Cells key={layer} answer={answer} layer={layer} token={token} />
      ))}
    </tr>
  );
});

const table_title = ({ value }: Comparison) => t('independence.table', { features: value.d_model });

function Rows({ answer }: { readonly answer: Comparison }) {
  // The highlighted token is one of the example.
  const attended_token = shown_comparison()?.alone ? undefined : attended.value?.token;
  return (
    <NumberTable
      class="independence_table"
      caption={table_title(answer)}
      groups={layers.map((layer) => t(`independence.${layer}`))}
      heads={[t('token.choose'), t('independence.differing'), t('independence.largest')]}
    >
      <tbody>
        {answer.value.feed_forward.map((_, token) => (
          <TokenRow key={token} answer={answer} token={token} attended={token === attended_token} />
        ))}
      </tbody>
    </NumberTable>
  );
}

function Experiments({ answer }: { readonly answer: Comparison }) {
  return (
    <ul class="experiments">
      {experiments.map((name) => (
        <li key={name}>
          <Message
            id={`independence.${name}`}
            values={{
              differing: <Value of={answer} path={`experiments.${name}.differing`} style="count" />,
              count: <Value of={answer} path={`experiments.${name}.count`} style="count" />,
            }}
          />
        </li>
      ))}
    </ul>
  );
}

function TokenButtons({ answer }: { readonly answer: Comparison }) {
  const { token, feed_forward } = answer.value;
  const last = feed_forward.length - 1;
  // Steps from the chosen token, not from the answer's: the next click may precede the answer.
  const step = (by: number) => () => (store.token.value = Math.min(last, Math.max(0, Math.min(store.token.value, last) + by)));
  return (
    <div class="token_choice">
      <span>{t('independence.replace')}</span>
      <ArrowButton arrow="‹" label={t('token.previous')} disabled={token === 0} on_click={step(-1)} />
      <strong>{place_of(answer, token)}</strong>
      <ArrowButton arrow="›" label={t('token.next')} disabled={token === last} on_click={step(1)} />
    </div>
  );
}

function Figure({ answer, alone }: { readonly answer: Comparison | undefined; readonly alone: boolean }) {
  if (answer === undefined) return <div class="waiting_cells" aria-hidden="true" />;
  return (
    <>
      {alone && <MoreTokens>{t('independence.one_token')}</MoreTokens>}
      <TokenButtons answer={answer} />
      <Covered questions={['other_tokens']}>
        <FigureFrame name="independence" title={table_title(answer)} data={() => independence_data(answer)}>
          <Rows answer={answer} />
        </FigureFrame>
      </Covered>
    </>
  );
}

export function Panel() {
  const { alone = false, source = comparison, answer } = shown_comparison() ?? {};
  const prose = (
    <>
      <TokensGuess />
      {answer_shown('other_tokens') && (
        <>
          <Paragraph id="independence.lead" />
          <Paragraph id="independence.attention_text" />
          {answer && <Experiments answer={answer} />}
        </>
      )}
      <Paragraph class="try" id="independence.try" />
    </>
  );
  return (
    <TwoColumns prose={prose} figure="independence_figure" busy={source.pending}>
      <CallErrorNotice error={source.value.error} />
      <Figure answer={answer} alone={alone} />
    </TwoColumns>
  );
}

export const legend: readonly LegendEntry[] = [
  { text: 'independence.symbol_changed', classes: ['changed', 'unchanged'], sample: <span class="legend_changed">≠</span> },
  { text: 'independence.symbol_replaced', classes: ['replaced'], sample: <span class="legend_replaced" /> },
];

/** Number of other tokens that each option stands for: the example has ten tokens in two sequences. */
const others = { none: 0, neighbours: 2, sequence: 4, all: 9 };
const options = ['none', 'neighbours', 'sequence', 'all'] as const;

export function TokensGuess() {
  const { answer } = one_of_ten.value;
  const count = (field: 'differing' | 'count') => <Value of={answer} path={`others.${field}`} style="count" />;
  return (
    <Prediction
      name="other_tokens"
      question="independence.guess"
      options={options}
      right={answer && nearest_option(others, answer.value.changed_tokens)}
      values={{ differing: count('differing'), count: count('count') }}
    />
  );
}
