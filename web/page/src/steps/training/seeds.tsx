/**
 * Repeats the race with ten seeds, so that the final losses are compared as distributions, not as
 * single runs.
 */
import { computed, signal } from '@preact/signals';
import { scaleLinear, scaleLog } from 'd3-scale';
import { log_ticks, Plot } from '../../charts/ticks.tsx';
import { use_width } from '../../charts/use_width.ts';
import { Button } from '../../controls/button.tsx';
import { Choice } from '../../controls/choice.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { core_error_text } from '../../numbers/call_error.tsx';
import { connect } from '../../numbers/connection.ts';
import { run_alone } from '../../numbers/run_alone.ts';
import { same_value } from '../../numbers/recipe.ts';
import { Value } from '../../numbers/value.tsx';
import { activation_names } from '../../words/activation_names.ts';
import { format_count, format_number, t } from '../../words/i18n.ts';
import { Message, Paragraph } from '../../words/message.tsx';
import { answer_from_start, current_request, type AnswerFromStart } from './race.ts';
import { measures, percents, type SeedsProgress, type SeedsRequest } from './seed_runs.ts';
import type { SeedsCalls } from './service.ts';
import { both, networks, type Network, type RunRequest } from './twins.ts';
import './seeds.css';

const seed_count = 10;
const step_choices = [200, 500, 1000] as const;
const seed_steps = signal<(typeof step_choices)[number]>(500);

type SeedsAnswer = AnswerFromStart<'seeds'>;

/** The last outcome; the settings may have changed since. */
const found = signal<SeedsAnswer | undefined>(undefined);

/** Whether the settings differ from the outcome's. */
const outdated = computed(() => {
  const given = found.value?.given;
  return !same_value(
    { ...current_request.value, steps: seed_steps.value, seeds: given?.seeds },
    given,
  );
});

/** Undefined unless the experiment runs. */
const progress = signal<Pick<SeedsProgress, 'done' | 'total'> | undefined>(undefined);
const running = computed(() => progress.value !== undefined);
const ended = signal('');

const connection = connect<SeedsCalls>('training_seeds');
let controller = new AbortController();

/** Runs the experiment; when it is cancelled, the outcome of the completed seeds stays. */
async function run_seeds(current: RunRequest): Promise<void> {
  const request: SeedsRequest = { ...current, steps: seed_steps.peek(), seeds: seed_count };
  const show = ({ outcome, ...now }: SeedsProgress) => {
    progress.value = now;
    if (outcome)
      found.value = answer_from_start('seeds', outcome, { ...request, seeds: outcome.seeds });
  };
  controller = new AbortController();
  show({ done: 0, total: request.seeds * request.steps, outcome: undefined });
  try {
    await run_alone(connection, 'run', request, controller.signal, show);
    ended.value = t('training.seeds_done');
  } catch (error) {
    ended.value = controller.signal.aborted
      ? t('training.seeds_cancelled')
      : `${t('training.seeds_failed')} ${core_error_text(error)}`;
  }
  progress.value = undefined;
  connection.stop();
}

type FoundProps = { readonly found: SeedsAnswer };

const styles = { loss: 'statistic', accuracy: 'percent', dead: 'tick' } as const;

/** Returns the measures that the outcome has: regression has no accuracy. */
const measures_of = ({ value }: SeedsAnswer) =>
  measures.filter((measure) => value.spread.gelu[measure] !== undefined);

const row_y = { gelu: 32, relu: 88 };
const height = 144;
const y = scaleLinear([120, 8]);
const margin = { left: 64, right: 28 };
const box_height = 24;
const dot = 4.5;

/** Logarithmic for losses, unless one is zero; linear from at most 0.9 up to 1 for shares. */
function x_axis(values: readonly number[], measure: 'loss' | 'accuracy', width: number) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const range = [margin.left, width - margin.right];
  if (measure === 'loss' && low > 0) {
    const x = scaleLog([low / 1.25, high * 1.25], range);
    return { x, x_ticks: log_ticks(x, width / 110) };
  }
  const x = scaleLinear(measure === 'loss' ? [0, high || 1] : [Math.min(low, 0.9), 1], range);
  return { x, x_ticks: x.ticks(Math.min(6, width / 110)) };
}

/**
 * Positions of the runs by seed, without non-finite values, and of the lower quartile, the median
 * and the upper quartile.
 */
type RunsProps = {
  readonly network: Network;
  readonly runs: readonly number[];
  readonly box: readonly number[];
};

function Runs({ network, runs, box: [low = NaN, median, high = NaN] }: RunsProps) {
  const at_y = row_y[network];
  const diamond = (x: number) =>
    `M${x} ${at_y - dot - 1}L${x + dot + 1} ${at_y}L${x} ${at_y + dot + 1}L${x - dot - 1} ${at_y}Z`;
  return (
    <g class={`seeds_row seeds_${network}`}>
      <text
        class={`seeds_label word_${network}`}
        x={margin.left - 12}
        y={at_y}
        dy="0.35em"
        text-anchor="end"
      >
        {activation_names[network]}
      </text>
      {Number.isFinite(high - low) && (
        <>
          <rect
            class="seeds_box"
            x={low}
            y={at_y - box_height / 2}
            width={Math.max(1, high - low)}
            height={box_height}
          />
          <path
            class="seeds_median"
            d={`M${median} ${at_y - box_height / 2 - 4}V${at_y + box_height / 2 + 4}`}
          />
        </>
      )}
      {runs
        .filter(Number.isFinite)
        .map((x, index) =>
          network === 'gelu' ? (
            <circle key={index} cx={x} cy={at_y} r={dot} />
          ) : (
            <path key={index} d={diamond(x)} />
          ),
        )}
    </g>
  );
}

/** Counts of dead units are small integers, whose dots would overlap: only the table shows them. */
function SeedsPlot({ found, measure }: FoundProps & { readonly measure: 'loss' | 'accuracy' }) {
  const { ref, width } = use_width<HTMLDivElement>(560);
  const { ends, spread } = found.value;
  const values = both((network) => ends[network].map((end) => end[measure] ?? NaN));
  const finite = [...values.gelu, ...values.relu].filter(Number.isFinite);
  const { x, x_ticks } = x_axis(finite, measure, width);
  const style = measure === 'accuracy' ? 'percent' : 'limit';
  const runs = both((network) => values[network].map((value) => x(value)));
  return (
    <div ref={ref}>
      <h4 class="plot_title">{t(`training.seeds_plot_${measure}`)}</h4>
      {finite.length > 0 && (
        <Plot
          class="seeds_plot"
          width={width}
          height={height}
          x={x}
          y={y}
          x_ticks={x_ticks}
          y_ticks={[]}
          format_x={(value) => format_number(value, style)}
        >
          <g class="plot_grid">
            <path d={`M${margin.left} ${y.range()[0]}H${width - margin.right}`} />
          </g>
          {runs.gelu.map((gelu, seed) => {
            const relu = runs.relu[seed] ?? NaN;
            return (
              Number.isFinite(gelu + relu) && (
                <path
                  key={seed}
                  class="seeds_pair"
                  d={`M${gelu} ${row_y.gelu}L${relu} ${row_y.relu}`}
                />
              )
            );
          })}
          {networks.map((network) => (
            // The percentiles are 0, 25, 50, 75, 100.
            <Runs
              key={network}
              network={network}
              runs={runs[network]}
              box={Array.from(spread[network][measure] ?? [], x).slice(1, 4)}
            />
          ))}
        </Plot>
      )}
    </div>
  );
}

/** Returns a percentile of a measure over the seeds of each network. */
const percentile =
  (found: SeedsAnswer, measure: keyof typeof styles, percent: (typeof percents)[number]) =>
  (name: Network) => (
    <Value
      key={name}
      of={found}
      path={`spread.${name}.${measure}.${percents.indexOf(percent)}`}
      style={styles[measure]}
    />
  );

/**
 * Returns the network whose interquartile range of the loss is entirely below the other's, or
 * `overlap`.
 */
function boxes_apart({ value: { spread } }: SeedsAnswer) {
  const quartile = (name: Network, percent: 25 | 75) =>
    spread[name].loss?.[percents.indexOf(percent)] ?? NaN;
  if (quartile('gelu', 75) < quartile('relu', 25)) return 'gelu';
  return quartile('relu', 75) < quartile('gelu', 25) ? 'relu' : 'overlap';
}

/** Reports the observations only, without conclusions. */
function Verdict({ found }: FoundProps) {
  const { steps, weights, settings } = found.given;
  const count = (name: Network) => <Value of={found} path={`lower.${name}`} style="count" />;
  const lower = {
    steps: format_count(steps),
    seeds: found.value.seeds,
    lower_gelu: count('gelu'),
    lower_relu: count('relu'),
  };
  const units = format_count(weights?.w1.shape[0] ?? settings.d_ff);
  const most = percentile(found, 'dead', 100);
  const dead_units = {
    units,
    middle: percentile(found, 'dead', 50)('relu'),
    most: most('relu'),
    gelu_most: most('gelu'),
  };
  return (
    <div class="note">
      <p>
        <Message id="training.seeds_verdict" values={lower} />{' '}
        {t(`training.seeds_boxes_${boxes_apart(found)}`)}
      </p>
      <Paragraph id="training.seeds_dead_text" values={dead_units} />
      <p class="hint">{t(weights ? 'training.seeds_limits_weights' : 'training.seeds_limits')}</p>
    </div>
  );
}

function SeedsTable({ found }: FoundProps) {
  const heads = networks.map((name) => (
    <span class={`word_${name}`}>{activation_names[name]}</span>
  ));
  const rows = measures_of(found).flatMap((measure) =>
    ([25, 50, 75] as const).map((percent) => ({
      head: `${t(`training.seeds_${measure}`)}, ${t(`training.seeds_p${percent}`)}`,
      cells: networks.map(percentile(found, measure, percent)),
    })),
  );
  return (
    <NumberTable
      caption={t('training.seeds_table', { seeds: found.value.seeds })}
      heads={[undefined, ...heads]}
      rows={rows}
    />
  );
}

/**
 * Lists the runs that stopped at a non-finite value; their loss comes from the last finite step.
 */
function NonFiniteRuns({ found }: FoundProps) {
  return networks.map((name) => {
    const seeds = found.value.ends[name].flatMap(({ non_finite }, seed) =>
      non_finite ? [seed] : [],
    );
    const text = t('training.seeds_stopped', {
      run: activation_names[name],
      seeds: seeds.join(', '),
    });
    return seeds.length > 0 && <p class="field_error">{text}</p>;
  });
}

function Progress() {
  const { done, total } = progress.value ?? {};
  if (total)
    return (
      <progress
        class="seeds_progress"
        aria-label={t('training.seeds_progress')}
        value={done}
        max={total}
      />
    );
  return (
    <p class="hint" role="status">
      {ended.value}
    </p>
  );
}

function Controls() {
  const request = current_request.value;
  return (
    <div class="controls seeds_controls">
      <Choice
        legend={t('training.seeds_steps')}
        values={step_choices}
        label={format_count}
        of={seed_steps}
        disabled={running.value}
      />
      <div class="own_buttons">
        <Button
          text={t('training.seeds_run', { seeds: seed_count })}
          disabled={running.value || request === undefined}
          on_click={() => request && void run_seeds(request)}
        />
        {running.value && (
          <Button text={t('training.seeds_cancel')} on_click={() => controller.abort()} />
        )}
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
            data={() => figure_of(current, { parts: ['ends', 'spread', 'lower'] })}
          >
            <SeedsPlot found={current} measure="loss" />
            {measures_of(current).includes('accuracy') && (
              <SeedsPlot found={current} measure="accuracy" />
            )}
          </FigureFrame>
          <Verdict found={current} />
          <NonFiniteRuns found={current} />
          <SeedsTable found={current} />
        </>
      )}
    </div>
  );
}
