/**
 * Dropout: the mask of one training pass, and the distribution of one output element over many
 * passes.
 */
import { MaskPlot, linked_unit_entry, mask_legend } from '../../charts/mask_plot.tsx';
import { grid_entry } from '../../charts/ticks.tsx';
import { Button } from '../../controls/button.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { shown_answer } from '../../numbers/answers.ts';
import { ProseAndFigure } from '../../controls/prose_and_figure.tsx';
import { HistogramPlot, histogram_legend } from '../../charts/histogram_plot.tsx';
import { use_width } from '../../charts/use_width.ts';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { Choice } from '../../controls/choice.tsx';
import { Covered } from '../../quiz/covered.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { HistogramText } from '../../numbers/histogram_text.tsx';
import { leading_index, width_of } from '../../state/tensor_names.ts';
import type { Legend } from '../../words/legend.tsx';
import { Paragraph, Message } from '../../controls/message.tsx';
import { NumberField } from '../../controls/number_field.tsx';
import { Waiting } from '../../controls/waiting.tsx';
import { use_previous } from '../../numbers/previous.ts';
import { Prediction } from '../../quiz/prediction.tsx';
import { Value } from '../../numbers/value.tsx';
import { format_count, format_tick, t } from '../../words/i18n.ts';
import { store, attended, hover } from '../../state/store.ts';
import { experiment, type Experiment } from './answers.ts';
import './dropout.css';
import { dropout_passes, dropout_placements, dropouts } from './entry.ts';
import { Rates } from './rates.tsx';
import { of_same_output, Statistics } from './statistics.tsx';

export { sheet_cells } from './statistics.tsx';

type ExperimentProps = { readonly answer: Experiment };

const sample_parts = [
  'histogram',
  'evaluation',
  'mean',
  'mean_error',
  'variance',
  'variance_error',
  'theory_variance',
];

/** Largest number of squares drawn. */
const max_units = 128;

function MaskTitle({ answer }: ExperimentProps) {
  const number = (path: 'mask.dropped' | 'mask.units') => (
    <Value of={answer} path={path} style="count" />
  );
  const values = { dropped: number('mask.dropped'), total: number('mask.units') };
  return (
    <h3 class="plot_title">
      <Message id={`dropout.mask_${answer.state.dropout_placement}`} values={values} />
      {/* The scale of the retained units: there is none if all were dropped. */}
      {answer.value.mask?.factor !== 0 && (
        <>
          {' ('}
          <Value of={answer} path="mask.factor" style="factor" />
          {')'}
        </>
      )}
    </h3>
  );
}

/** The mask of one training pass: a square for each unit, filled if the unit is retained. */
function DropoutMask({
  answer,
  mask,
}: ExperimentProps & { readonly mask: NonNullable<Experiment['value']['mask']> }) {
  const { ref, width } = use_width<HTMLDivElement>(560);
  const { token } = answer.value;
  const { data } = mask.tensor;
  const placement = answer.state.dropout_placement;
  const tensor = placement === 'hidden' ? 'hidden.gelu' : 'output.gelu';
  const same_width =
    attended.value !== undefined && width_of(attended.value.tensor) === width_of(tensor);
  return (
    <FigureFrame
      name="dropout_mask"
      title={t(`dropout.mask_${placement}`, {
        dropped: format_count(mask.dropped),
        total: format_count(mask.units),
      })}
      drawing
      data={() => figure_of(answer, { parts: { mask: 'mask.tensor' } })}
    >
      <div ref={ref}>
        <MaskTitle answer={answer} />
        <MaskPlot
          width={width}
          retained={Array.from(data.subarray(0, max_units), (multiplier) => multiplier > 0)}
          attended={same_width ? attended.value?.feature : undefined}
          on_attend={(feature) =>
            hover(feature === undefined ? undefined : { tensor, token, feature })
          }
        />
        {data.length > max_units && (
          <p class="mask_part">
            {t('dropout.mask_first', {
              shown: format_count(max_units),
              total: format_count(data.length),
            })}
          </p>
        )}
      </div>
    </FigureFrame>
  );
}

function Controls({ d_model }: { readonly d_model: number }) {
  return (
    <div class="controls">
      <Choice
        legend={t('dropout.placement')}
        values={dropout_placements}
        label={(name) => t(`dropout.placement_${name}`)}
        of={store.dropout_placement}
      />
      <Choice
        legend={t('dropout.passes')}
        values={dropout_passes}
        label={format_count}
        of={store.dropout_passes}
      />
      <NumberField
        label={t('dropout.feature')}
        value={Math.min(store.feature.value, d_model - 1)}
        smallest={0}
        largest={d_model - 1}
        whole
        on_value={(feature) => (store.feature.value = feature)}
      />
      <Choice
        legend={t('dropout.probability')}
        values={dropouts}
        label={format_tick}
        of={store.dropout}
      />
    </div>
  );
}

/** The outputs of the chosen element in all passes. */
function Samples({ answer }: ExperimentProps) {
  const { ref, width } = use_width<HTMLDivElement>(560);
  const { token, feature, shape, histogram, evaluation: marker } = answer.value;
  const title = t('dropout.samples', {
    place: `output[${[...leading_index(token, shape), feature].join(', ')}]`,
  });
  const description = <HistogramText of={answer} path="histogram" count="count" />;
  return (
    <FigureFrame
      name="dropout_samples"
      title={title}
      description={description}
      drawing
      data={() => figure_of(answer, { parts: sample_parts })}
    >
      <div ref={ref}>
        <h3 class="plot_title">{title}</h3>
        <HistogramPlot
          name="samples"
          width={width}
          height={width < 480 ? 140 : 180}
          histogram={histogram}
          brushed={undefined}
          marker={marker}
          format_tick={format_tick}
          format_count={format_count}
        />
      </div>
    </FigureFrame>
  );
}

/** A measured mean within five standard errors counts as unchanged. */
function MeanGuess({ answer }: { readonly answer: Experiment | undefined }) {
  const { mean = NaN, evaluation = NaN, mean_error = NaN } = answer?.value ?? {};
  const stays = Math.abs(mean - evaluation) <= 5 * mean_error;
  const known = [mean, evaluation, mean_error].every(Number.isFinite);
  const right = known ? (stays ? 'stays' : 'falls') : undefined;
  return (
    <Prediction
      name="dropout_mean"
      question="dropout.guess"
      options={['falls', 'stays', 'grows']}
      right={right}
    />
  );
}

/** Progress of a long experiment, with a button that stops it. */
function Progress() {
  const { stopped } = experiment.value;
  const progress = experiment.progress.value?.done;
  const passes = store.dropout_passes.value;
  return (
    <div class="dropout_progress">
      {progress !== undefined && (
        <>
          <progress value={progress} max={passes} aria-label={t('dropout.progress')} />
          <span>
            {t('dropout.done', { done: format_count(progress), passes: format_count(passes) })}
          </span>
          <Button text={t('dropout.stop')} small on_click={experiment.stop} />
        </>
      )}
      <span role="status">{stopped && t('dropout.stopped')}</span>
      {stopped && <Button text={t('dropout.again')} small on_click={experiment.again} />}
    </div>
  );
}

function Results({ answer }: ExperimentProps) {
  const { mask } = answer.value;
  const before = of_same_output(answer, use_previous(answer));
  return (
    <>
      {mask ? (
        <DropoutMask answer={answer} mask={mask} />
      ) : (
        <p class="hint">{t('dropout.no_mask')}</p>
      )}
      <Samples answer={answer} />
      <Covered questions={['dropout_mean']}>
        <Statistics answer={answer} before={before} />
      </Covered>
    </>
  );
}

export function Panel() {
  const answer = shown_answer(experiment);
  const prose = (
    <>
      <Paragraph id="dropout.lead" />
      <MeanGuess answer={answer} />
      <Paragraph id="dropout.theory_text" />
      <Paragraph id="dropout.placement_text" />
      <Paragraph class="try" id="dropout.try" />
    </>
  );
  return (
    <>
      <ProseAndFigure prose={prose} figure="dropout_figure" busy={experiment.pending}>
        <Controls d_model={answer?.value.d_model ?? 1} />
        <Progress />
        <CallErrorNotice error={experiment.value.error} />
        {answer ? <Results answer={answer} /> : <Waiting />}
      </ProseAndFigure>
      <Rates />
    </>
  );
}

export const legend: Legend = [linked_unit_entry, grid_entry, ...histogram_legend, ...mask_legend];
