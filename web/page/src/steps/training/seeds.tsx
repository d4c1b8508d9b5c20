/** Repeats the race with ten seeds, so that the final losses are compared as distributions, not as single runs. */
import { use_width } from '../../charts/use_width.ts';
import { Choice } from '../../controls/choice.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { format_number, t } from '../../words/i18n.ts';
import { current_request } from './current.ts';
import { networks } from './protocol.ts';
import type { Network } from './protocol.ts';
import type { Measure, SeedsOutcome, SeedsRequest } from './seed_runs.ts';
import { measures_of, seeds_data, values_of } from './seeds_figures.ts';
import { SeedsPlot } from './seeds_plot.tsx';
import { cancel_seeds, found, outdated, phase, run_seeds, seed_count, seed_steps, step_choices } from './seeds_state.ts';
import { SeedsTable, SeedsVerdict } from './seeds_text.tsx';
import './seeds.css';

interface Found {
  readonly request: SeedsRequest;
  readonly outcome: SeedsOutcome;
}

const labels: Readonly<Record<Network, string>> = { gelu: 'GELU', relu: 'ReLU' };

/** Counts of dead units are small integers, whose dots would overlap: only the table shows them. */
const drawn_measures = ['loss', 'accuracy'] as const satisfies Measure[];

function Dots({ current, measure }: { readonly current: Found; readonly measure: (typeof drawn_measures)[number] }) {
  const { ref, width } = use_width<HTMLDivElement>(560);
  const { ends, spread } = current.outcome;
  // The percentiles are 0, 25, 50, 75, 100.
  const box = (name: Network) => Array.from(spread[name][measure]?.subarray(1, 4) ?? []);
  return (
    <div ref={ref}>
      <h4 class="plot_title">{t(`training.seeds_plot_${measure}`)}</h4>
      <SeedsPlot
        width={width}
        values={{ gelu: values_of(ends.gelu, measure), relu: values_of(ends.relu, measure) }}
        boxes={{ gelu: box('gelu'), relu: box('relu') }}
        logarithmic={measure === 'loss'}
        labels={labels}
        format_tick={(value) => format_number(value, measure === 'accuracy' ? 'percent' : 'limit')}
      />
    </div>
  );
}

function Figures({ current }: { readonly current: Found }) {
  const present = measures_of(current.outcome);
  const title = t('training.seeds_title');
  const description = t('training.seeds_description', { seeds: current.outcome.seeds });
  return (
    <FigureFrame name="training_seeds" title={title} description={description} drawing data={() => seeds_data(current)}>
      {drawn_measures.map((measure) => present.includes(measure) && <Dots key={measure} current={current} measure={measure} />)}
    </FigureFrame>
  );
}

/** Lists the runs that stopped at a non-finite value; their loss is that of the last finite step. */
function NonFiniteRuns({ outcome }: { readonly outcome: SeedsOutcome }) {
  return (
    <>
      {networks.map((name) => {
        const seeds = outcome.ends[name].flatMap(({ non_finite }, seed) => (non_finite ? [seed] : []));
        if (seeds.length === 0) return null;
        return (
          <p key={name} class="field_error">
            {t('training.seeds_stopped', { run: labels[name], seeds: seeds.join(', ') })}
          </p>
        );
      })}
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
      <Choice
        legend={t('training.seeds_steps')}
        options={step_choices.map((steps) => ({ name: String(steps), label: format_number(steps, 'count') }))}
        value={String(seed_steps.value)}
        on_choose={(steps) => (seed_steps.value = Number(steps))}
        disabled={running}
      />
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
      <h3>{t('training.seeds_title')}</h3>
      <p class="note">{t('training.seeds_lead')}</p>
      <Controls />
      <Progress />
      {current && (
        <>
          {outdated.value && !running && <p class="hint">{t('training.seeds_outdated')}</p>}
          <Figures current={current} />
          <SeedsVerdict current={current} />
          <NonFiniteRuns outcome={current.outcome} />
          <SeedsTable current={current} />
        </>
      )}
    </div>
  );
}
