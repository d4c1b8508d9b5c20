/**
 * The figures of the training: curves over its steps, counts of right sentences, and the comparison
 * with the shipped models.
 */
import { CurvePlot, type Point } from '../../charts/curve_plot.tsx';
import { use_width } from '../../charts/use_width.ts';
import { FoldedOnPhone } from '../../controls/folded.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { SeriesSwatch } from '../../controls/series_swatch.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { relations } from '../../language_model/corpus.ts';
import { AnswersMap } from '../../language_model/answers_map.tsx';
import { fact_activations, type FactActivation } from '../../state/url_state.ts';
import { Value } from '../../numbers/value.tsx';
import { activation_names } from '../../words/activation_names.ts';
import { format_count, format_tick, t } from '../../words/i18n.ts';
import { autonyms, languages } from '../../words/languages.ts';
import { Message, Paragraph } from '../../controls/message.tsx';
import { worker, type Compared, type Learned } from './answers.ts';

type LearnedProps = { readonly answer: Learned };

const TwinName = ({ name }: { readonly name: FactActivation }) => (
  <>
    <SeriesSwatch kind={name} />
    {activation_names[name]}
  </>
);

const heads = [undefined, ...fact_activations.map((name) => <TwinName key={name} name={name} />)];

function Curve({
  answer,
  of,
  width,
}: LearnedProps & { readonly of: 'right' | 'loss'; readonly width: number }) {
  const { step, last, history, of: all } = answer.value;
  const series = fact_activations.map((name) => {
    const piece = Array.from(history.steps, (at, place): Point => [
      at,
      history[of][name][place] ?? NaN,
    ]);
    return { name, pieces: [piece], cursor: piece.find(([at]) => at === step) };
  });
  const losses = fact_activations
    .flatMap((name) => Array.from(history.loss[name]))
    .filter(Number.isFinite);
  return (
    <CurvePlot
      name={`learning_${of}`}
      width={width}
      series={series}
      labels={[]}
      x_domain={[0, last]}
      cursor_x={step}
      height={of === 'right' ? 200 : 120}
      y_domain={[0, of === 'right' ? all.all : Math.max(1, ...losses)]}
      format_tick={of === 'right' ? format_count : format_tick}
    />
  );
}

export function Curves({ answer }: LearnedProps) {
  const { ref, width } = use_width<HTMLDivElement>(400);
  const number = (path: 'right.gelu.all' | 'right.relu.all' | 'of.all' | 'step') => (
    <Value of={answer} path={path} style="count" />
  );
  const values = {
    right_gelu: number('right.gelu.all'),
    right_relu: number('right.relu.all'),
    of: number('of.all'),
    step: number('step'),
  };
  const description = <Message id="learning.curves_text" values={values} />;
  return (
    <FigureFrame
      name="learning_curves"
      title={t('learning.curves')}
      description={description}
      drawing
      data={() => figure_of(answer, { parts: ['history'] })}
    >
      <div ref={ref}>
        <p class="series_legend">
          {fact_activations.map((name) => (
            <span key={name}>
              <TwinName name={name} />
            </span>
          ))}
        </p>
        <h3 class="plot_title">{t('learning.right_over_time')}</h3>
        <Curve answer={answer} of="right" width={width} />
        <h3 class="plot_title">{t('learning.loss_over_time')}</h3>
        <Curve answer={answer} of="loss" width={width} />
      </div>
    </FigureFrame>
  );
}

/** One twin's answers to all sentences. */
function TwinMap({ answer, name }: LearnedProps & { readonly name: FactActivation }) {
  const count = (path: `right.${FactActivation}.all` | 'of.all') => (
    <Value of={answer} path={path} style="count" />
  );
  const counts = { right: count(`right.${name}.all`), of: count('of.all') };
  return (
    <div>
      <h3 class="plot_title">
        <TwinName name={name} />
      </h3>
      <AnswersMap
        name={`learning_map_${name}`}
        title={t('learning.map_of', { name: activation_names[name] })}
        of={answer}
        part={`answers.${name}`}
        answers={answer.value.answers[name]}
        counts={counts}
        description={<Message id="map.count" values={counts} />}
      />
    </div>
  );
}

/** The twins side by side: which sentences each ends rightly at this step. */
export const TwinMaps = ({ answer }: LearnedProps) => (
  <div class="learning_pair">
    <TwinMap answer={answer} name="gelu" />
    <FoldedOnPhone title={t('learning.relu')} about={t('learning.relu_about')}>
      <TwinMap answer={answer} name="relu" />
    </FoldedOnPhone>
  </div>
);

/** The paths of counts by the names of the table's rows. */
const counted = [
  { path: 'all', text: () => t('learning.all') },
  ...languages.map((code, place) => ({
    path: `languages.${place}` as const,
    text: () => autonyms[code],
  })),
  ...relations.map((name, place) => ({
    path: `relations.${place}` as const,
    text: () => t(`sentence.relation_${name}`),
  })),
] as const;

const style = 'count' as const;

/** Counts of the same sentences: right ones of each twin, and all. */
const counts = ['right.gelu', 'right.relu', 'of'] as const;

const right_rows = {
  rows: counts,
  beside: { sentences: counts },
  feature_name: (place: number, name: string) =>
    (name === 'languages' ? languages : relations)[place] ?? '',
};

export function RightAnswers({ answer }: LearnedProps) {
  return (
    <FigureFrame
      name="learning_right"
      title={t('learning.right')}
      data={() => figure_of(answer, right_rows)}
    >
      <NumberTable
        caption={t('learning.right')}
        heads={[...heads, t('learning.of')]}
        rows={counted.map(({ path, text }) => ({
          head: text(),
          cells: counts.map((of) => (
            <Value key={of} of={answer} path={`${of}.${path}`} style={style} />
          )),
        }))}
      />
    </FigureFrame>
  );
}

const parts = ['parameters', 'bytes'] as const;

const compared_rows = {
  rows: fact_activations,
  parts,
  beside: { activation: fact_activations },
};

/** The trained weights beside the shipped ones, after the last step. */
export function Comparison({ answer }: { readonly answer: Compared | undefined }) {
  if (answer === undefined) return null;
  const state = worker.state.value;
  const equal = fact_activations.every((name) => answer.value[name].bytes.differing === 0);
  const cell = (name: FactActivation, part: (typeof parts)[number]) => {
    const number = (field: 'differing' | 'count') => (
      <Value of={answer} path={`${name}.${part}.${field}`} style="count" />
    );
    return (
      <Message
        key={name}
        id="learning.differing"
        values={{
          changed: answer.value[name][part].differing,
          differing: number('differing'),
          count: number('count'),
        }}
      />
    );
  };
  return (
    <FigureFrame
      name="learning_compared"
      title={t('learning.compared')}
      data={() => figure_of(answer, compared_rows)}
    >
      <NumberTable
        caption={t('learning.compared')}
        heads={heads}
        rows={parts.map((part) => ({
          head: t(`learning.${part}`),
          cells: fact_activations.map((name) => cell(name, part)),
        }))}
      />
      <Paragraph class="learning_verdict" id={equal ? 'learning.equal' : 'learning.different'} />
      {state.phase === 'ready' && state.info.variant === 'relaxed' && (
        <Paragraph class="hint" id="learning.relaxed" />
      )}
    </FigureFrame>
  );
}
