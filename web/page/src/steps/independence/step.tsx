/**
 * The network is position-wise: one token is replaced, and all outputs are compared with the
 * originals, bit by bit.
 */
import type { Legend } from '../../words/legend.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { ProseAndFigure } from '../../controls/prose_and_figure.tsx';
import { Waiting } from '../../controls/waiting.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { answers_of, shown_answer, type AnswerOf } from '../../numbers/answers.ts';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { Covered } from '../../quiz/covered.tsx';
import { shown_pass } from '../../numbers/forward_pass.ts';
import { MoreTokens } from '../../numbers/more_tokens.tsx';
import { Prediction } from '../../quiz/prediction.tsx';
import { nearest_option } from '../../quiz/predictions.ts';
import { answer_shown } from '../../quiz/revealed_answers.ts';
import { attended, store } from '../../state/store.ts';
import { token_name, TokenSteps } from '../../numbers/token_choice.tsx';
import { Value } from '../../numbers/value.tsx';
import { t } from '../../words/i18n.ts';
import { memo } from '../../controls/memo.ts';
import { Message, Paragraph, Prose } from '../../controls/message.tsx';
import './independence.css';
import type * as recipe from './recipe.ts';

const { comparison, ten_tokens } = answers_of<typeof recipe>('independence');
type Comparison = AnswerOf<typeof comparison>;

const layers = ['feed_forward', 'attention'] as const;
const experiments = ['alone', 'permuted', 'others'] as const;

const shown_fields = [
  { field: 'differing', style: 'count' },
  { field: 'largest', style: 'cell' },
] as const;

type TokenRowProps = Readonly<{ answer: Comparison; token: number; attended: boolean }>;

const TokenRow = memo(function TokenRow({ answer, token, attended }: TokenRowProps) {
  const { value } = answer;
  const replaced = token === value.token;
  return (
    <tr
      class={`${replaced ? 'replaced' : ''} ${attended ? 'row_attended' : ''}`}
      onPointerEnter={(event) =>
        event.pointerType === 'mouse' && (store.hovered_token.value = token)
      }
      onPointerLeave={() => (store.hovered_token.value = undefined)}
    >
      <th scope="row">
        {token_name(token, value.shape)}
        {replaced && <span class="replaced_label">{t('independence.replaced')}</span>}
      </th>
      {layers.flatMap((layer) =>
        shown_fields.map(({ field, style }) => (
          <td
            key={`${layer} ${field}`}
            class={value[layer][token]?.differing === 0 ? 'unchanged' : 'changed'}
          >
            <Value of={answer} path={`${layer}.${token}.${field}`} style={style} />
          </td>
        )),
      )}
    </tr>
  );
});

const Experiments = ({ answer }: { readonly answer: Comparison }) => (
  <ul class="experiments">
    {experiments.map((name) => (
      <li key={name}>
        <Message
          id={`independence.${name}`}
          values={{
            differing: <Value of={answer} path={`experiments.${name}.differing`} style="count" />,
            count: <Value of={answer} path={`experiments.${name}.count`} style="count" />,
            // Chooses the plural.
            changed: answer.value.experiments[name].differing,
          }}
        />
      </li>
    ))}
  </ul>
);

/** The differences of each token's output, in the network and in attention. */
function Differences({
  answer,
  attended_token,
}: {
  readonly answer: Comparison;
  readonly attended_token: number | undefined;
}) {
  const { shape, feed_forward, d_model } = answer.value;
  const title = t('independence.table', { features: d_model });
  const selection = {
    parts: [...layers, 'experiments'],
    row_name: (row: number) => token_name(row, shape),
  };
  return (
    <FigureFrame name="independence" title={title} data={() => figure_of(answer, selection)}>
      <NumberTable
        class="independence_table"
        caption={title}
        groups={layers.map((layer) => t(`independence.${layer}`))}
        heads={[t('token.choose'), ...shown_fields.map(({ field }) => t(`independence.${field}`))]}
      >
        <tbody>
          {feed_forward.map((_, row) => (
            <TokenRow key={row} answer={answer} token={row} attended={row === attended_token} />
          ))}
        </tbody>
      </NumberTable>
    </FigureFrame>
  );
}

function Figure({
  answer,
  alone,
}: {
  readonly answer: Comparison | undefined;
  readonly alone: boolean;
}) {
  if (answer === undefined) return <Waiting />;
  const { token, shape, feed_forward } = answer.value;
  // The highlighted token is one of the example.
  const attended_token = alone ? undefined : attended.value?.token;
  return (
    <>
      {alone && <MoreTokens>{t('independence.one_token')}</MoreTokens>}
      <TokenSteps
        class="token_choice"
        label={t('independence.replace')}
        tokens={feed_forward.length}
        token={token}
      >
        {token_name(token, shape)}
      </TokenSteps>
      <Covered questions={['other_tokens']}>
        <Differences answer={answer} attended_token={attended_token} />
      </Covered>
    </>
  );
}

export function Panel() {
  const pass = shown_pass();
  // A single token has no other to compare with: ten others are compared.
  const alone = pass !== undefined && pass.value.tensors.x.data.length === pass.value.d_model;
  const source = alone ? ten_tokens : comparison;
  const answer = pass && (alone ? ten_tokens.value.answer : shown_answer(comparison));
  const shown = answer_shown('other_tokens');
  const prose = (
    <>
      <Paragraph id="independence.intro" />
      <TokensGuess answer={answer} />
      {shown && <Prose ids={['independence.lead', 'independence.attention_text']} />}
      {shown && answer && <Experiments answer={answer} />}
      <Paragraph class="try" id="independence.try" />
    </>
  );
  return (
    <ProseAndFigure prose={prose} figure="independence_figure" busy={source.pending}>
      <CallErrorNotice error={source.value.error} />
      <Figure answer={answer} alone={alone} />
    </ProseAndFigure>
  );
}

export const legend: Legend = [
  {
    text: 'independence.symbol_changed',
    classes: ['changed', 'unchanged'],
    sample: <span class="legend_changed">≠</span>,
  },
  {
    text: 'independence.symbol_replaced',
    classes: ['replaced'],
    sample: <span class="legend_replaced" />,
  },
];

const options = ['none', 'neighbours', 'later', 'all'] as const;

/** About the shown example, whichever of its tokens is replaced. */
function TokensGuess({ answer }: { readonly answer: Comparison | undefined }) {
  const count = (field: 'differing' | 'count') => (
    <Value of={answer} path={`experiments.others.${field}`} style="count" />
  );
  const others = (answer?.value.feed_forward.length ?? 0) - 1;
  return (
    <Prediction
      name="other_tokens"
      question="independence.guess"
      options={options}
      right={answer && nearest_option({ none: 0, all: others }, answer.value.changed_tokens)}
      values={{
        differing: count('differing'),
        count: count('count'),
        // Chooses the plural.
        changed: answer?.value.experiments.others.differing ?? 0,
      }}
    />
  );
}
