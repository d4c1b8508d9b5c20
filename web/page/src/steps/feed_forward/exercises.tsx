/** Exercises of the source texts: the shapes that a network keeps, and two ways of writing it. */
import { CopyText } from '../../controls/copy_text.tsx';
import { Heading } from '../../controls/heading.tsx';
import { Message, Paragraph } from '../../controls/message.tsx';
import { NumberField } from '../../controls/number_field.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { computed } from '@preact/signals';
import { answers_of, shown_answer, type Answer } from '../../numbers/answers.ts';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import type { Path } from '../../numbers/path.ts';
import { Value } from '../../numbers/value.tsx';
import { store } from '../../state/store.ts';
import { t } from '../../words/i18n.ts';
import { largest_width } from './entry.ts';
import type * as recipe from './recipe.ts';

const { checked_width, dimensions, two_ways } = answers_of<typeof recipe>('feed_forward');

/** A shape, each size with its provenance: (2, 10, 128). */
function Shape<Found>({
  of,
  path,
  length,
}: {
  readonly of: Answer<Found> | undefined;
  readonly path: string;
  readonly length: number;
}) {
  const sizes = Array.from({ length }, (_, at) => [
    at > 0 && ', ',
    <Value key={at} of={of} path={`${path}.${at}` as Path<Found>} style="count" />,
  ]);
  return <>({sizes})</>;
}

/** The shape of the output, or the error of the core, beside the field with the width. */
function OwnWidth() {
  const { answer, error } = checked_width.value;
  const shape = (path: 'input' | 'output') => <Shape of={answer} path={path} length={2} />;
  return (
    <>
      <div class="controls">
        <NumberField
          label={t('feed_forward.width')}
          value={store.checked_width.value}
          smallest={1}
          largest={largest_width}
          whole
          on_value={(width) => (store.checked_width.value = width)}
        />
      </div>
      <CallErrorNotice error={error} />
      <p role="status" aria-busy={checked_width.pending} class="checked_width">
        {answer?.value.error ? (
          <>
            {t('feed_forward.refused')} <code lang="en">{answer.value.error}</code>
          </>
        ) : (
          <Message
            id="feed_forward.accepted"
            values={{ input: shape('input'), output: shape('output') }}
          />
        )}
      </p>
    </>
  );
}

function Configurations() {
  const { answer } = dimensions.value;
  return (
    <NumberTable
      caption={t('feed_forward.dimensions')}
      heads={['d_model', 'd_ff', t('feed_forward.input'), t('feed_forward.output')]}
      rows={Array.from({ length: answer?.value.rows.length ?? 3 }, (_, row) => ({
        head: <Value of={answer} path={`rows.${row}.d_model`} style="count" />,
        cells: [
          <Value of={answer} path={`rows.${row}.d_ff`} style="count" />,
          <Shape of={answer} path={`rows.${row}.input`} length={3} />,
          <Shape of={answer} path={`rows.${row}.output`} length={3} />,
        ],
      }))}
    />
  );
}

export function Dimensions() {
  return (
    <div class="exercise">
      <Heading part="feed_forward.widths" />
      <Paragraph id="feed_forward.widths_text" />
      <OwnWidth />
      <Configurations />
    </div>
  );
}

const module_text = `class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff, p):
        super().__init__()
        self.linear1 = nn.Linear(d_model, d_ff)
        self.linear2 = nn.Linear(d_ff, d_model)
        self.dropout = nn.Dropout(p)

    def forward(self, x):
        hidden = nn.functional.gelu(self.linear1(x))
        return self.linear2(self.dropout(hidden))`;

const sequential_text = `ffn = nn.Sequential(
    nn.Linear(d_model, d_ff),  # 0
    nn.GELU(),                 # 1
    nn.Dropout(p),             # 2
    nn.Linear(d_ff, d_model),  # 3
)`;

const writings = {
  module: computed(() => module_text),
  sequential: computed(() => sequential_text),
};

/** First outputs that are printed. */
const printed = 4;

export function TwoWays() {
  const answer = shown_answer(two_ways);
  const ways = ['module', 'sequential'] as const;
  const values = {
    count: <Value of={answer} path="difference.count" style="count" />,
    differing: <Value of={answer} path="difference.differing" style="count" />,
    largest: <Value of={answer} path="difference.largest" style="statistic" />,
  };
  return (
    <div class="exercise">
      <Heading part="feed_forward.sequential" />
      <Paragraph id="feed_forward.sequential_text" />
      {ways.map((way) => (
        <CopyText key={way} title={t(`feed_forward.as_${way}`)} text={writings[way]} code />
      ))}
      <CallErrorNotice error={two_ways.value.error} />
      <NumberTable
        caption={t('feed_forward.first_outputs')}
        heads={[undefined, ...Array.from({ length: printed }, (_, at) => at)]}
        rows={ways.map((way) => ({
          head: t(`feed_forward.as_${way}`),
          cells: Array.from({ length: printed }, (_, at) => (
            <Value of={answer} path={`${way}.${at}`} style="precise" />
          )),
        }))}
      />
      <Paragraph id="feed_forward.same_bits" values={values} />
    </div>
  );
}
