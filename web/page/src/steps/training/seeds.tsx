/** Repeats the race with ten seeds, so that the final losses are compared as distributions, not as single runs. */
import { computed, signal } from '@preact/signals';
import { use_width } from '../../charts/use_width.ts';
import { Button } from '../../controls/button.tsx';
import { Choice } from '../../controls/choice.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { figure_at, type FigureData } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { connect } from '../../numbers/connection.ts';
import { core_error_text } from '../../numbers/call_error.tsx';
import { run_alone } from '../../numbers/run_alone.ts';
import { same_value } from '../../numbers/recipe.ts';
import { Value } from '../../numbers/value.tsx';
import { activation_names } from '../../words/activation_names.ts';
import { format_count, format_number, t } from '../../words/i18n.ts';
import { Message, Paragraph } from '../../words/message.tsx';
import type { NumberStyle } from '../../words/number_format.ts';
import { answer_from_start, current_request, type AnswerFromStart } from './race.ts';
import { measures, percents, type Measure, type SeedsProgress, type SeedsRequest } from './seed_runs.ts';
import { SeedsPlot } from './seeds_plot.tsx';
import type { SeedsCalls } from './service.ts';
import { both, networks, type Network } from './twins.ts';
import './seeds.css';

const seed_count = 10;
const step_choices = [200, 500, 1000] as const;
const seed_steps = signal<(typeof step_choices)[number]>(500);

type SeedsAnswer = AnswerFromStart<'seeds'>;

/** The last outcome; the settings may have changed since. */
const found = signal<SeedsAnswer | undefined>(undefined);
const request_of = ({ given }: SeedsAnswer) => given as SeedsRequest;

/** Whether the settings differ from those of the outcome. */
const outdated = computed(() => {
  const of_found = found.value && request_of(found.value);
  return !same_value({ ...current_request.value, steps: seed_steps.value, seeds: of_found?.seeds }, of_found);
});

/** Set while the experiment runs: the progress. After it: how it has ended. */
const status = signal<{
  readonly progress?: Pick<SeedsProgress, 'done' | 'total'>;
  readonly end?: 'done' | 'cancelled' | 'failed';
  readonly message?: string;
}>({});
const running = computed(() => status.value.progress !== undefined);

const connection = connect<SeedsCalls>('training_seeds');
let controller = new AbortController();

/** Runs the experiment; when it is cancelled, the outcome of the completed seeds stays. */
async function run_seeds(current: NonNullable<typeof current_request.value>): Promise<void> {
  const request: SeedsRequest = { ...current, steps: seed_steps.peek(), seeds: seed_count };
  const show = ({ outcome, ...progress }: SeedsProgress) => {
    status.value = { progress };
    if (outcome) found.value = answer_from_start('seeds', outcome, { ...request, seeds: outcome.seeds });
  };
  controller = new AbortController();
  show({ done: 0, total: request.seeds * request.steps, outcome: undefined });
  try {
    await run_alone(connection, 'run', request, controller.signal, show);
    status.value = { end: 'done' };
  } catch (error) {
    status.value = controller.signal.aborted ? { end: 'cancelled' } : { end: 'failed', message: core_error_text(error) };
  }
  connection.stop();
}

type FoundProps = { readonly found: SeedsAnswer };

const styles: Readonly<Record<Measure, NumberStyle>> = { loss: 'statistic', accuracy: 'percent', dead: 'tick' };

/** Returns the measures that the outcome has: regression has no accuracy. */
const measures_of = ({ value }: SeedsAnswer): Measure[] => measures.filter((measure) => value.spread.gelu[measure] !== undefined);

const values_of = ({ value }: SeedsAnswer, name: Network, measure: Measure) => value.ends[name].map((end) => end[measure] ?? NaN);

/** Counts of dead units are small integers, whose dots would overlap: only the table shows them. */
function Dots({ found, measure }: FoundProps & { readonly measure: 'loss' | 'accuracy' }) {
  const { ref, width } = use_width<HTMLDivElement>(560);
  const style = measure === 'accuracy' ? 'percent' : 'limit';
  const rows = both((name) => ({
    label: activation_names[name],
    values: values_of(found, name, measure),
    // The percentiles are 0, 25, 50, 75, 100.
    box: Array.from(found.value.spread[name][measure]?.subarray(1, 4) ?? []),
  }));
  return (
    <div ref={ref}>
      <h4 class="plot_title">{t(`training.seeds_plot_${measure}`)}</h4>
      <SeedsPlot width={width} rows={rows} logarithmic={measure === 'loss'} format_tick={(value) => format_number(value, style)} />
    </div>
  );
}

function seeds_data(found: SeedsAnswer): FigureData {
  const columns = measures_of(found).flatMap((measure) =>
    networks.map((name) => ({
      name: `${name}_${measure}`,
      path: (row: number) => `ends.${name}.${row}.${measure}`,
      style: styles[measure],
    })),
  );
  return figure_at(found, { rows: found.value.seeds, columns });
}

/** Returns a percentile of a measure over the seeds of each network. */
const percentile = (found: SeedsAnswer, measure: Measure, percent: (typeof percents)[number]) => (name: Network) => (
  <Value key={name} of={found} path={`spread.${name}.${measure}.${percents.indexOf(percent)}`} style={styles[measure]} />
);

/** Returns the network whose interquartile range of the loss is entirely below the other's, or `overlap`. */
function boxes_apart({ value: { spread } }: SeedsAnswer): 'gelu' | 'relu' | 'overlap' {
  const quartile = (name: Network, percent: 25 | 75) => spread[name].loss?.[percents.indexOf(percent)] ?? NaN;
  if (quartile('gelu', 75) < quartile('relu', 25)) return 'gelu';
  return quartile('relu', 75) < quartile('gelu', 25) ? 'relu' : 'overlap';
}

/** Reports the observations only, without conclusions. */
function Verdict({ found }: FoundProps) {
  const { steps, weights, settings } = request_of(found);
  const lower = {
    steps: format_count(steps),
    seeds: found.value.seeds,
    lower_gelu: <Value of={found} path="lower.gelu" style="count" />,
    lower_relu: <Value of={found} path="lower.relu" style="count" />,
  };
  const dead_units = {
    units: format_count(weights?.w1.shape[0] ?? settings.d_ff),
    middle: percentile(found, 'dead', 50)('relu'),
    most: percentile(found, 'dead', 100)('relu'),
    gelu_most: percentile(found, 'dead', 100)('gelu'),
  };
  return (
    <div class="note">
      <p>
        <Message id="training.seeds_verdict" values={lower} /> {t(`training.seeds_boxes_${boxes_apart(found)}`)}
      </p>
      <Paragraph id="training.seeds_dead_text" values={dead_units} />
      <p class="hint">{t(weights ? 'training.seeds_limits_weights' : 'training.seeds_limits')}</p>
    </div>
  );
}

const shown_percents = [25, 50, 75] as const;

function SeedsTable({ found }: FoundProps) {
  const head = (name: Network) => <span class={`word_${name}`}>{activation_names[name]}</span>;
  const rows = measures_of(found).flatMap((measure) =>
    shown_percents.map((percent) => ({
      head: `${t(`training.seeds_${measure}`)}, ${t(`training.seeds_p${percent}`)}`,
      cells: networks.map(percentile(found, measure, percent)),
    })),
  );
  const caption = t('training.seeds_table', { seeds: found.value.seeds });
  return <NumberTable caption={caption} heads={[undefined, ...networks.map(head)]} rows={rows} />;
}

/** Lists the runs that stopped at a non-finite value; their loss is that of the last finite step. */
function NonFiniteRuns({ found }: FoundProps) {
  return (
    <>
      {networks.map((name) => {
        const seeds = found.value.ends[name].flatMap(({ non_finite }, seed) => (non_finite ? [seed] : []));
        const text = t('training.seeds_stopped', { run: activation_names[name], seeds: seeds.join(', ') });
        return seeds.length > 0 && <p class="field_error">{text}</p>;
      })}
    </>
  );
}

function Progress() {
  const { progress, end, message = '' } = status.value;
  if (progress)
    return <progress class="seeds_progress" aria-label={t('training.seeds_progress')} value={progress.done} max={progress.total} />;
  return (
    <p class="hint" role="status">
      {end && `${t(`training.seeds_${end}`)} ${message}`}
    </p>
  );
}

function Controls() {
  const request = current_request.value;
  return (
    <div class="controls seeds_controls">
      <Choice legend={t('training.seeds_steps')} values={step_choices} label={format_count} of={seed_steps} disabled={running.value} />
      <div class="own_buttons">
        <Button
          text={t('training.seeds_run', { seeds: seed_count })}
          disabled={running.value || request === undefined}
          on_click={() => request && void run_seeds(request)}
        />
        {running.value && <Button text={t('training.seeds_cancel')} on_click={() => controller.abort()} />}
      </div>
    </div>
  );
}

export function Seeds() {
  const current = found.value;
  return (
    <div class="seeds" role="group" aria-label={t('training.seeds_title')} aria-busy={running}>
      <p class="note">{t('training.seeds_lead')}</p>
      <Controls />
      <Progress />
      {current && (
        <>
          {outdated.value && !running.value && <p class="hint">{t('training.seeds_outdated')}</p>}
          <FigureFrame
            name="training_seeds"
            title={t('training.seeds_title')}
            description={t('training.seeds_description', { seeds: current.value.seeds })}
            drawing
            data={() => seeds_data(current)}
          >
            <Dots found={current} measure="loss" />
            {measures_of(current).includes('accuracy') && <Dots found={current} measure="accuracy" />}
          </FigureFrame>
          <Verdict found={current} />
          <NonFiniteRuns found={current} />
          <SeedsTable found={current} />
        </>
      )}
    </div>
  );
}
