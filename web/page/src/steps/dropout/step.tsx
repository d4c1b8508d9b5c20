/** Dropout: the mask of one training pass, and the distribution of one output element over many passes. */
import { HistogramPlot } from '../../charts/histogram_plot.tsx';
import { use_width } from '../../charts/use_width.ts';
import { CallErrorNotice } from '../../numbers/call_error.tsx';
import { Choice } from '../../controls/choice.tsx';
import { Covered } from '../../numbers/covered.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { HistogramText } from '../../numbers/histogram_text.tsx';
import { Message } from '../../words/message.tsx';
import { NumberField } from '../../controls/number_field.tsx';
import { Prediction } from '../../numbers/prediction.tsx';
import { Value } from '../../numbers/value.tsx';
import { core_resource } from '../../numbers/resource.ts';
import type { DropoutReply } from '../../numbers/protocol.ts';
import { format_count, format_number, format_tick, t } from '../../words/i18n.ts';
import { store } from '../../numbers/store.ts';
import { dropout_passes, dropout_placements, dropouts } from '../../numbers/url_state.ts';
import { sample_data } from './figures.ts';
import { DropoutMask } from './mask.tsx';
import { forward_request } from '../../numbers/forward_request.ts';
import { leading_index } from '../../numbers/token_choice.tsx';
import './dropout.css';

const experiment = core_resource('dropout', () => {
  const request = forward_request();
  return (
    request && {
      ...request,
      dropout: store.dropout.value,
      placement: store.dropout_placement.value,
      passes: store.dropout_passes.value,
      token: store.token.value,
      feature: store.feature.value,
    }
  );
});

function Controls({ d_model }: { readonly d_model: number }) {
  return (
    <div class="controls">
      <Choice
        legend={t('dropout.probability')}
        options={dropouts.map((p) => ({ name: String(p), label: format_number(p, 'tick') }))}
        value={String(store.dropout.value)}
        on_choose={(p) => (store.dropout.value = Number(p))}
      />
      <Choice
        legend={t('dropout.placement')}
        options={dropout_placements.map((name) => ({ name, label: t(`dropout.placement_${name}`) }))}
        value={store.dropout_placement.value}
        on_choose={(name) => (store.dropout_placement.value = name)}
      />
      <Choice
        legend={t('dropout.passes')}
        options={dropout_passes.map((passes) => ({ name: String(passes), label: format_number(passes, 'count') }))}
        value={String(store.dropout_passes.value)}
        on_choose={(passes) => (store.dropout_passes.value = Number(passes))}
      />
      <NumberField
        label={t('dropout.feature')}
        value={Math.min(store.feature.value, d_model - 1)}
        smallest={0}
        largest={d_model - 1}
        whole
        on_value={(feature) => (store.feature.value = feature)}
      />
    </div>
  );
}

const element_title = ({ token, shape, feature }: DropoutReply) =>
  t('dropout.samples', { place: `output[${[...leading_index(token, shape), feature].join(', ')}]` });

function Samples({ reply }: { readonly reply: DropoutReply }) {
  const { ref, width } = use_width<HTMLDivElement>(560);
  return (
    <div ref={ref}>
      <h3 class="plot_title">{element_title(reply)}</h3>
      <HistogramPlot
        name="samples"
        width={width}
        height={180}
        histogram={reply.histogram}
        brushed={undefined}
        marker={reply.evaluation}
        format_tick={format_tick}
        format_count={format_count}
      />
    </div>
  );
}

/** Provenance of a statistic: the output element and the parameters of the experiment. */
const element_of = ({ token, feature, dropout, placement, passes }: DropoutReply) =>
  `output[${token}, ${feature}], p ${dropout}, ${placement}, ${passes} passes`;

/** A measured statistic with its standard error: `value ± error`. */
function Measured({ reply, field }: { readonly reply: DropoutReply; readonly field: 'mean' | 'variance' }) {
  return (
    <>
      <Value value={reply[field]} style="statistic" call="dropout_statistics" tensor={element_of(reply)} index={field} />
      {' ± '}
      <Value
        value={reply[`${field}_error`]}
        style="statistic"
        call="dropout_statistics"
        tensor={element_of(reply)}
        index={`${field}_error`}
      />
    </>
  );
}

function Statistics({ reply }: { readonly reply: DropoutReply }) {
  const expected = { mean: 'evaluation', variance: 'theory_variance' } as const;
  return (
    <div class="table_frame">
      <table class="numbers">
        <caption>{t('dropout.table', { passes: format_number(reply.passes, 'count') })}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('dropout.measured')}</th>
            <th scope="col">{t('dropout.expected')}</th>
          </tr>
        </thead>
        <tbody>
          {(['mean', 'variance'] as const).map((field) => (
            <tr key={field}>
              <th scope="row">{t(`dropout.${field}`)}</th>
              <td>
                <Measured reply={reply} field={field} />
              </td>
              <td>
                <Value
                  value={reply[expected[field]]}
                  style="statistic"
                  call="dropout_statistics"
                  tensor={element_of(reply)}
                  index={expected[field]}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A measured mean within this number of standard errors counts as unchanged. */
const max_standard_errors = 5;

function MeanGuess({ reply }: { readonly reply: DropoutReply | undefined }) {
  const is_finite = reply && Number.isFinite(reply.mean) && Number.isFinite(reply.evaluation) && Number.isFinite(reply.mean_error);
  const stays = is_finite ? Math.abs(reply.mean - reply.evaluation) <= max_standard_errors * reply.mean_error : undefined;
  return (
    <Prediction
      name="dropout_mean"
      question="dropout.guess"
      options={(['falls', 'stays', 'grows'] as const).map((name) => ({ name, label: t(`dropout.guess_${name}`) }))}
      right={stays === undefined ? undefined : stays ? 'stays' : 'falls'}
    >
      <Message id="dropout.guess_answer" />
    </Prediction>
  );
}

/** Progress of a long experiment, with a button that stops it. */
function Progress() {
  const { stopped } = experiment.value;
  const progress = experiment.progress.value;
  const passes = store.dropout_passes.value;
  const done = format_number(progress ?? 0, 'count');
  return (
    <div class="dropout_progress">
      {progress !== undefined && (
        <>
          <progress value={progress} max={passes} aria-label={t('dropout.progress')} />
          <span>{t('dropout.done', { done, passes: format_number(passes, 'count') })}</span>
          <button type="button" class="button button_small" onClick={experiment.stop}>
            {t('dropout.stop')}
          </button>
        </>
      )}
      <span role="status">{stopped && t('dropout.stopped')}</span>
      {stopped && (
        <button type="button" class="button button_small" onClick={experiment.again}>
          {t('dropout.again')}
        </button>
      )}
    </div>
  );
}

export function Panel() {
  const { current, error } = experiment.value;
  const answer = current?.reply.example === store.example.value ? current : undefined;
  const shown = answer?.reply;
  return (
    <div class="prose_and_figure" aria-busy={experiment.pending}>
      <div class="prose">
        <p>
          <Message id="dropout.lead" />
        </p>
        <MeanGuess reply={shown} />
        <p>
          <Message id="dropout.theory_text" />
        </p>
        <p>
          <Message id="dropout.placement_text" />
        </p>
        <p class="try">
          <Message id="dropout.try" />
        </p>
      </div>
      <figure class="dropout_figure">
        <Controls d_model={shown?.d_model ?? 1} />
        <Progress />
        <CallErrorNotice error={error} />
        {answer && shown ? (
          <>
            <DropoutMask answer={answer} />
            <FigureFrame
              name="dropout_samples"
              title={element_title(shown)}
              description={<HistogramText tensor="samples" count={shown.passes} histogram={shown.histogram} />}
              drawing
              data={() => sample_data(answer)}
            >
              <Samples reply={shown} />
            </FigureFrame>
            <Covered questions={['dropout_mean']}>
              <Statistics reply={shown} />
            </Covered>
          </>
        ) : (
          <div class="waiting_cells" aria-hidden="true" />
        )}
      </figure>
    </div>
  );
}
