/** Repeats the race with ten seeds, so that the final losses are compared as distributions, not as single runs. */
import { use_width } from '../../charts/use_width.ts';
import { Choice } from '../../controls/choice.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { origin_of, vector } from '../../export/figure_data.ts';
import type { Column, FigureData } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Value } from '../../numbers/value.tsx';
import { format_count, format_number, t } from '../../words/i18n.ts';
import { Message } from '../../words/message.tsx';
import type { NumberStyle } from '../../words/number_format.ts';
import { measures, percents } from './seed_runs.ts';
import type { Measure } from './seed_runs.ts';
import { SeedsPlot } from './seeds_plot.tsx';
import { cancel_seeds, found, outdated, phase, run_seeds, seed_count, seed_steps, step_choices } from './seeds_state.ts';
import type { SeedsAnswer } from './seeds_state.ts';
import { current_request } from './settings.ts';
import { both, networks } from './twins.ts';
import type { Network } from './twins.ts';
import './seeds.css';

interface FoundProps {
  readonly found: SeedsAnswer;
}

type Percent = (typeof percents)[number];

const labels: Readonly<Record<Network, string>> = { gelu: 'GELU', relu: 'ReLU' };
const styles: Readonly<Record<Measure, NumberStyle>> = { loss: 'statistic', accuracy: 'percent', dead: 'tick' };

/** Counts of dead units are small integers, whose dots would overlap: only the table shows them. */
const drawn_measures = ['loss', 'accuracy'] as const satisfies Measure[];

/** Returns the measures that the outcome has: regression has no accuracy. */
const measures_of = ({ value }: SeedsAnswer): Measure[] => measures.filter((measure) => value.spread.gelu[measure] !== undefined);

const values_of = ({ value }: SeedsAnswer, name: Network, measure: Measure) => value.ends[name].map((end) => end[measure] ?? NaN);

function Dots({ found, measure }: FoundProps & { readonly measure: (typeof drawn_measures)[number] }) {
  const { ref, width } = use_width<HTMLDivElement>(560);
  const { spread } = found.value;
  return (
    <div ref={ref}>
      <h4 class="plot_title">{t(`training.seeds_plot_${measure}`)}</h4>
      <SeedsPlot
        width={width}
        values={both((name) => values_of(found, name, measure))}
        // The percentiles are 0, 25, 50, 75, 100.
        boxes={both((name) => Array.from(spread[name][measure]?.subarray(1, 4) ?? []))}
        logarithmic={measure === 'loss'}
        labels={labels}
        format_tick={(value) => format_number(value, measure === 'accuracy' ? 'percent' : 'limit')}
      />
    </div>
  );
}

function seeds_data(found: SeedsAnswer): FigureData {
  const parts = measures_of(found).flatMap((measure) =>
    networks.map((name) => ({ measure, name, values: values_of(found, name, measure) })),
  );
  const columns = parts.map(({ measure, name, values }): Column => ({
    name: `${name}_${measure}`,
    at: (row) => values[row] ?? NaN,
    style: styles[measure],
    single: false,
    tensor: `ends.${name}`,
    index: (row) => `${row}.${measure}`,
  }));
  const tensors = parts.map(({ measure, name, values }) => vector(`${name}_${measure}`, values));
  return { ...origin_of(found), tensors, table: { rows: found.value.seeds, columns } };
}

function Figures({ found }: FoundProps) {
  const present = measures_of(found);
  const description = t('training.seeds_description', { seeds: found.value.seeds });
  return (
    <FigureFrame name="training_seeds" title={t('training.seeds_title')} description={description} drawing data={() => seeds_data(found)}>
      {drawn_measures.map((measure) => present.includes(measure) && <Dots key={measure} found={found} measure={measure} />)}
    </FigureFrame>
  );
}

function Percentile({ found, name, measure, percent }: FoundProps & { name: Network; measure: Measure; percent: Percent }) {
  return <Value of={found} path={`spread.${name}.${measure}.${percents.indexOf(percent)}`} style={styles[measure]} />;
}

/** Returns the network whose interquartile range of the loss is entirely below the other's, or `overlap`. */
function boxes_apart({ value: { spread } }: SeedsAnswer): 'gelu' | 'relu' | 'overlap' {
  const quartile = (name: Network, percent: 25 | 75) => spread[name].loss?.[percents.indexOf(percent)] ?? NaN;
  if (quartile('gelu', 75) < quartile('relu', 25)) return 'gelu';
  return quartile('relu', 75) < quartile('gelu', 25) ? 'relu' : 'overlap';
}

/** Reports the observations only, without conclusions. */
function Verdict({ found }: FoundProps) {
  const { steps, weights, settings } = found.request;
  const dead = (name: Network, percent: Percent) => <Percentile found={found} name={name} measure="dead" percent={percent} />;
  const lower = {
    steps: format_number(steps, 'count'),
    seeds: found.value.seeds,
    lower_gelu: <Value of={found} path="lower.gelu" style="count" />,
    lower_relu: <Value of={found} path="lower.relu" style="count" />,
  };
  const dead_units = {
    units: format_number(weights?.w1.shape[0] ?? settings.d_ff, 'count'),
    middle: dead('relu', 50),
    most: dead('relu', 100),
    gelu_most: dead('gelu', 100),
  };
  return (
    <div class="note">
      <p>
        <Message id="training.seeds_verdict" values={lower} /> {t(`training.seeds_boxes_${boxes_apart(found)}`)}
      </p>
      <p>
        <Message id="training.seeds_dead_text" values={dead_units} />
      </p>
      <p class="hint">{t(weights ? 'training.seeds_limits_weights' : 'training.seeds_limits')}</p>
    </div>
  );
}

const shown_percents = [25, 50, 75] as const;

function SeedsTable({ found }: FoundProps) {
  const head = (name: Network) => <span class={`word_${name}`}>{labels[name]}</span>;
  return (
    <NumberTable caption={t('training.seeds_table', { seeds: found.value.seeds })} heads={[undefined, ...networks.map(head)]}>
      <tbody>
        {measures_of(found).flatMap((measure) =>
          shown_percents.map((percent) => (
            <tr key={`${measure}.${percent}`}>
              <th scope="row">
                {t(`training.seeds_${measure}`)}, {t(`training.seeds_p${percent}`)}
              </th>
              {networks.map((name) => (
                <td key={name}>
                  <Percentile {...{ found, name, measure, percent }} />
                </td>
              ))}
            </tr>
          )),
        )}
      </tbody>
    </NumberTable>
  );
}

/** Lists the runs that stopped at a non-finite value; their loss is that of the last finite step. */
function NonFiniteRuns({ found }: FoundProps) {
  const stopped = networks.map((name) => ({
    name,
    seeds: found.value.ends[name].flatMap(({ non_finite }, seed) => (non_finite ? [seed] : [])),
  }));
  return (
    <>
      {stopped.map(
        ({ name, seeds }) =>
          seeds.length > 0 && (
            <p key={name} class="field_error">
              {t('training.seeds_stopped', { run: labels[name], seeds: seeds.join(', ') })}
            </p>
          ),
      )}
    </>
  );
}

function Progress() {
  const now = phase.value;
  if (now.phase === 'running') {
    return <progress class="seeds_progress" aria-label={t('training.seeds_progress')} value={now.done} max={now.total} />;
  }
  return (
    <p class="hint" role="status">
      {now.phase === 'done' && t('training.seeds_done')}
      {now.phase === 'cancelled' && t('training.seeds_cancelled')}
      {now.phase === 'failed' && (
        <>
          {t('training.seeds_failed')} <span>{now.message}</span>
        </>
      )}
    </p>
  );
}

function Controls() {
  const running = phase.value.phase === 'running';
  return (
    <div class="controls seeds_controls">
      <Choice legend={t('training.seeds_steps')} values={step_choices} label={format_count} of={seed_steps} disabled={running} />
      <div class="own_buttons">
        <button type="button" class="button" disabled={running || current_request.value === undefined} onClick={() => void run_seeds()}>
          {t('training.seeds_run', { seeds: seed_count })}
        </button>
        {running && (
          <button type="button" class="button" onClick={cancel_seeds}>
            {t('training.seeds_cancel')}
          </button>
        )}
      </div>
    </div>
  );
}

export function Seeds() {
  const current = found.value;
  const running = phase.value.phase === 'running';
  return (
    <div class="seeds" role="group" aria-label={t('training.seeds_title')} aria-busy={running}>
      <p class="note">{t('training.seeds_lead')}</p>
      <Controls />
      <Progress />
      {current && (
        <>
          {outdated.value && !running && <p class="hint">{t('training.seeds_outdated')}</p>}
          <Figures found={current} />
          <Verdict found={current} />
          <NonFiniteRuns found={current} />
          <SeedsTable found={current} />
        </>
      )}
    </div>
  );
}
