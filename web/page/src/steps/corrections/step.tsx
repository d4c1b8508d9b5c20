/** Compares what the teaching texts behind the page print with what is right. */
import { Folded } from '../../controls/folded.tsx';
import { Heading } from '../../controls/heading.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { figure_at, number_column, text_column, type FigureData } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { answers_of, type AnswerOf, type AnswerSignal } from '../../numbers/answers.ts';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import type { Path } from '../../numbers/path.ts';
import { Value } from '../../numbers/value.tsx';
import { format_number, t } from '../../words/i18n.ts';
import { Message, Paragraph } from '../../words/message.tsx';
import type { NumberStyle } from '../../words/number_format.ts';
import { folded_part } from '../../words/parts.ts';
import { printed_networks, printed_tensors } from './printed.ts';
import './corrections.css';
import type * as recipe from './recipe.ts';

export const { worked_example, parameters, activations, initial_weights, depth } = answers_of<typeof recipe>('corrections');

/** The printed numbers of the worked example: their names in the source, and their paths in the answer. */
const printed = printed_tensors.flatMap(({ name, tensor, rows }) =>
  rows.flatMap((row, token) =>
    row.map((value, k) => ({ name: `${name}[${token}][${k}]`, path: `${tensor}.${token * row.length + k}`, value })),
  ),
);

const worked_data = (answer: AnswerOf<typeof worked_example>): FigureData =>
  figure_at(answer, {
    rows: printed.length,
    columns: [
      text_column(
        'number',
        printed.map(({ name }) => name),
      ),
      number_column(
        'printed',
        printed.map(({ value }) => value),
        'cell',
      ),
      { name: 'right', path: (row) => printed[row]?.path ?? '' },
    ],
  });

const counts_data = (answer: AnswerOf<typeof parameters>): FigureData =>
  figure_at(answer, {
    rows: answer.value.networks.length,
    columns: (['d_model', 'd_ff', 'printed', 'parameters'] as const).map((name) => ({
      name,
      path: (row: number) => `networks.${row}.${name}`,
      style: 'count',
    })),
  });

/** The corrected statements of each source, by the names of their messages. */
const sources = {
  chapter: ['plot', 'probability', 'rounding', 'linear'],
  notebook: ['growth', 'jump', 'close', 'slope', 'init', 'form', 'dropout'],
  notes_fr: ['width', 'gradient', 'variance', 'input'],
  notes_vi: ['shape', 'order', 'as_gpt2'],
} as const;
type Source = keyof typeof sources;

const printed_number = (printed: number, right: number, style: NumberStyle) => {
  const text = format_number(printed, style);
  // Compares texts: numbers agree if they are equal at the printed precision.
  return text === format_number(right, style) ? text : <s class="printed">{text}</s>;
};

/** A table for each tensor and position of the worked example. */
function WorkedExample() {
  const { answer, error } = worked_example.value;
  const table = ({ name, tensor, style, rows }: (typeof printed_tensors)[number], token: number) => (
    <NumberTable
      key={token}
      caption={`${name}[${token}]`}
      heads={[undefined, t('corrections.printed'), t('corrections.right')]}
      rows={(rows[token] ?? []).map((printed: number, k: number, { length }: readonly number[]) => ({
        head: k,
        cells: [
          printed_number(printed, answer?.value[tensor].data[token * length + k] ?? printed, style),
          <Value of={answer} path={`${tensor}.${token * length + k}`} style={style} />,
        ],
      }))}
    />
  );
  return (
    <section aria-labelledby="corrections_worked">
      <Heading part="corrections.worked" />
      <Paragraph class="prose" id="corrections.worked_text" />
      <CallErrorNotice error={error} />
      <FigureFrame name="corrections_worked" title={t('corrections.worked_title')} data={() => answer && worked_data(answer)}>
        <div class="corrections_worked">{printed_tensors.map((printed) => [0, 1].map((token) => table(printed, token)))}</div>
      </FigureFrame>
    </section>
  );
}

function Counts() {
  const { answer } = parameters.value;
  return (
    <FigureFrame name="corrections_counts" title={t('corrections.counts')} data={() => answer && counts_data(answer)}>
      <NumberTable
        caption={t('corrections.counts')}
        heads={[t('corrections.network'), t('corrections.printed'), t('corrections.right')]}
        rows={printed_networks.map(({ d_model, d_ff, printed }, index) => ({
          head: `${d_model} → ${d_ff} → ${d_model}`,
          cells: [
            printed_number(printed, answer?.value.networks[index]?.parameters ?? printed, 'count'),
            <Value of={answer} path={`networks.${index}.parameters`} style="count" />,
          ],
        }))}
      />
    </FigureFrame>
  );
}

type Numbers<Source> = Readonly<Record<string, readonly [Path<AnswerOf<Source>['value']>, NumberStyle]>>;

const of_activations: Numbers<typeof activations> = {
  minimum: ['landmarks.minimum.y', 'cell'],
  dip: ['landmarks.minimum.x', 'cell'],
  exact_low: ['gelu.value.1', 'statistic'],
  exact_high: ['gelu.value.3', 'statistic'],
  tanh_low: ['gelu_tanh.value.0', 'statistic'],
  tanh_high: ['gelu_tanh.value.1', 'statistic'],
  relu_at: ['relu.value.0', 'tick'],
  right_x: ['relu.x.1', 'tick'],
  relu_right: ['relu.value.1', 'tick'],
  slope_at: ['relu.derivative.0', 'tick'],
  slope_right: ['relu.derivative.1', 'tick'],
  gap: ['from_relu.y', 'cell'],
  gap_x: ['from_relu.x', 'cell'],
  half_x: ['gelu.x.2', 'tick'],
  half: ['gelu.value.2', 'cell'],
  far_x: ['gelu.x.0', 'tick'],
  far: ['gelu.derivative.0', 'limit'],
  tanh_gap: ['from_tanh.y', 'limit'],
  tanh_x: ['from_tanh.x', 'cell'],
};

const of_parameters: Numbers<typeof parameters> = {
  growth: ['ratios.3.growth', 'cell'],
  narrow: ['narrow.parameters', 'count'],
  wide: ['wide.parameters', 'count'],
  linear1: ['gpt2.linear1', 'count'],
  linear2: ['gpt2.linear2', 'count'],
};

const of_weights: Numbers<typeof initial_weights> = { pytorch: ['pytorch', 'tick'], xavier: ['xavier', 'tick'] };

const of_depth: Numbers<typeof depth> = {
  blocks: ['n_layers', 'count'],
  later: ['block', 'count'],
  later_gradient: ['gradient', 'cell'],
  earlier_gradient: ['before', 'cell'],
};

const of_example: Numbers<typeof worked_example> = { w1_rows: ['w1_shape.0', 'count'], w1_columns: ['w1_shape.1', 'count'] };

/** Returns numbers of an answer by placeholder. */
const values_at = <Source extends AnswerSignal>({ value: { answer } }: Source, numbers: Numbers<Source>) =>
  Object.fromEntries(
    Object.entries(numbers).map(([name, [path, style]]) => [name, <Value of={answer} path={path as never} style={style} key={name} />]),
  );

const correction_values = () => ({
  ...values_at(activations, of_activations),
  ...values_at(parameters, of_parameters),
  ...values_at(initial_weights, of_weights),
  ...values_at(depth, of_depth),
  ...values_at(worked_example, of_example),
  backward: <a href="#backward_depth">{t('backward.title')}</a>,
  block: <a href="#block">{t('block.title')}</a>,
});

function Statements({ source }: { readonly source: Source }) {
  const values = correction_values();
  const error = [activations, parameters, initial_weights, depth].map(({ value }) => value.error).find((one) => one !== undefined);
  return (
    <>
      <CallErrorNotice error={error} />
      {source === 'notes_vi' && <Counts />}
      <dl class="corrections_list">
        {sources[source].map((name) => (
          <div key={name}>
            <dt>{t(`corrections.${name}_said`)}</dt>
            <dd>
              <Message id={`corrections.${name}`} values={values} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

export function Panel() {
  const of_glossary = <a href="#glossary_sources">{t('glossary.sources_title')}</a>;
  return (
    <div class="corrections">
      <Paragraph class="prose" id="corrections.lead" />
      <WorkedExample />
      <div>
        {(Object.keys(sources) as Source[]).map((source) => (
          <Folded key={source} {...folded_part(`corrections.${source}`)}>
            <Statements source={source} />
          </Folded>
        ))}
      </div>
      <Paragraph class="prose conclusion" id="corrections.conclusion" values={{ sources: of_glossary }} />
    </div>
  );
}
