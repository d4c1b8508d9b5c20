/** Compares what the teaching texts behind the page print with what is right. */
import { Folded } from '../../controls/folded.tsx';
import { Heading } from '../../controls/heading.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import {
  answers_of,
  type Answer,
  type AnswerOf,
  type AnswerSignal,
} from '../../numbers/answers.ts';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { number_at, type Path } from '../../numbers/path.ts';
import { Value } from '../../numbers/value.tsx';
import { format_number, t } from '../../words/i18n.ts';
import { legend_entry, type Legend } from '../../words/legend.tsx';
import { Message, Paragraph } from '../../controls/message.tsx';
import type { NumberStyle } from '../../words/number_format.ts';
import { folded_part } from '../../words/parts.ts';
import { printed_networks, printed_tensors } from './printed.ts';
import './corrections.css';
import type * as recipe from './recipe.ts';

export const { worked_example, parameters, activations, initial_weights, depth } =
  answers_of<typeof recipe>('corrections');

/**
 * The printed numbers of the worked example by tensor and position, with their paths in the answer.
 */
const worked = printed_tensors.flatMap(({ name, tensor, style, rows }) =>
  rows.map((row, token) => {
    const path = (k: number) => `${tensor}.${token * row.length + k}` as const;
    return {
      name: `${name}[${token}]`,
      style,
      numbers: row.map((printed, k) => ({ printed, path: path(k) })),
    };
  }),
);

/** The export has a row for each printed number. */
const worked_numbers = worked.flatMap((of) =>
  of.numbers.map((number, k) => ({ ...number, name: `${of.name}[${k}]` })),
);
const worked_rows = {
  rows: worked_numbers.map(({ path }) => path),
  parts: { right: '' },
  beside: {
    number: worked_numbers.map(({ name }) => name),
    printed: worked_numbers.map(({ printed }) => printed),
  },
};

/** The corrected statements of each source, by the names of their messages. */
const sources = {
  chapter: ['plot', 'probability', 'rounding', 'linear'],
  notebook: ['growth', 'jump', 'close', 'slope', 'init', 'form', 'dropout'],
  notes_fr: ['width', 'gradient', 'variance', 'input'],
  notes_vi: ['shape', 'order', 'as_gpt2'],
} as const;
type Source = keyof typeof sources;

/** A printed number, struck out if it is wrong, and the right one. */
function cells_of<Found>(
  answer: Answer<Found> | undefined,
  path: Path<Found>,
  printed: number,
  style: NumberStyle,
) {
  const text = format_number(printed, style);
  const right = number_at(answer?.value, path) ?? printed;
  // Compares texts: numbers agree if they are equal at the printed precision.
  const shown = text === format_number(right, style) ? text : <s class="printed">{text}</s>;
  return [shown, <Value key={path} of={answer} path={path} style={style} />];
}

const printed_and_right = () => [t('corrections.printed'), t('corrections.right')];

/** A table for each tensor and position of the worked example. */
function WorkedExample() {
  const { answer, error } = worked_example.value;
  return (
    <section aria-labelledby="corrections_worked">
      <Heading part="corrections.worked" />
      <Paragraph class="prose" id="corrections.worked_text" />
      <CallErrorNotice error={error} />
      <FigureFrame
        name="corrections_worked"
        title={t('corrections.worked_title')}
        data={() => figure_of(answer, worked_rows)}
      >
        <div class="corrections_worked">
          {worked.map(({ name, style, numbers }) => {
            const rows = numbers.map(({ printed, path }, k) => ({
              head: k,
              cells: cells_of(answer, path, printed, style),
            }));
            return (
              <NumberTable
                key={name}
                caption={name}
                heads={[undefined, ...printed_and_right()]}
                rows={rows}
              />
            );
          })}
        </div>
      </FigureFrame>
    </section>
  );
}

function Counts() {
  const { answer } = parameters.value;
  const title = t('corrections.counts');
  const rows = printed_networks.map(({ d_model, d_ff, printed }, index) => ({
    head: `${d_model} → ${d_ff} → ${d_model}`,
    cells: cells_of(answer, `networks.${index}.parameters`, printed, 'count'),
  }));
  return (
    <FigureFrame
      name="corrections_counts"
      title={title}
      data={() => figure_of(answer, { parts: ['networks'] })}
    >
      <NumberTable
        caption={title}
        heads={[t('corrections.network'), ...printed_and_right()]}
        rows={rows}
      />
    </FigureFrame>
  );
}

type Numbers<Source> = Readonly<
  Record<string, readonly [Path<AnswerOf<Source>['value']>, NumberStyle]>
>;

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

/** Returns numbers of an answer by placeholder. */
const values_at = <Source extends AnswerSignal>(
  { value: { answer } }: Source,
  numbers: Numbers<Source>,
) =>
  Object.fromEntries(
    Object.entries(numbers).map(([name, [path, style]]) => [
      name,
      <Value of={answer} path={path as never} style={style} key={name} />,
    ]),
  );

const correction_values = () => ({
  ...values_at(activations, of_activations),
  ...values_at(parameters, {
    growth: ['ratios.3.growth', 'cell'],
    narrow: ['narrow.parameters', 'count'],
    wide: ['wide.parameters', 'count'],
    linear1: ['gpt2.linear1', 'count'],
    linear2: ['gpt2.linear2', 'count'],
  }),
  ...values_at(initial_weights, { pytorch: ['pytorch', 'tick'], xavier: ['xavier', 'tick'] }),
  ...values_at(depth, {
    blocks: ['n_layers', 'count'],
    later: ['block', 'count'],
    later_gradient: ['gradient', 'cell'],
    earlier_gradient: ['before', 'cell'],
  }),
  ...values_at(worked_example, {
    w1_rows: ['w1_shape.0', 'count'],
    w1_columns: ['w1_shape.1', 'count'],
  }),
  backward: <a href="#backward_depth">{t('backward.title')}</a>,
  block: <a href="#block">{t('block.title')}</a>,
});

function Statements({ source }: { readonly source: Source }) {
  const values = correction_values();
  const error = [activations, parameters, initial_weights, depth]
    .map(({ value }) => value.error)
    .find(Boolean);
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
      <Paragraph
        class="prose conclusion"
        id="corrections.conclusion"
        values={{ sources: of_glossary }}
      />
    </div>
  );
}

export const legend: Legend = [
  legend_entry('legend.printed', 'printed', <s class="printed">abc</s>),
];
