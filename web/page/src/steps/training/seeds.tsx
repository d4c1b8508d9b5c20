/**
 * Repeats the race with ten seeds, so that the final losses are compared as distributions, not as
 * single runs.
 */
import { Button } from '../../controls/button.tsx';
import { Choice } from '../../controls/choice.tsx';
import { NumberTable } from '../../controls/number_table.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { is_hint } from '../../numbers/rank_test.ts';
import { Value } from '../../numbers/value.tsx';
import { activation_names } from '../../words/activation_names.ts';
import { format_count, t } from '../../words/i18n.ts';
import { Message, Paragraph } from '../../controls/message.tsx';
import { current_request } from './race.ts';
import { measures, percents } from './seed_runs.ts';
import { networks, type Network } from './twins.ts';
import {
  seed_count,
  step_choices,
  seed_steps,
  type SeedsAnswer,
  outdated,
  seeds,
  ended,
  run_seeds,
} from './seeds_state.ts';
import { type FoundProps, SeedsPlot } from './seeds_plot.tsx';
import './seeds.css';

const styles = { loss: 'statistic', accuracy: 'percent', dead: 'tick' } as const;

/** Returns the measures that the outcome has: regression has no accuracy. */
const measures_of = ({ value }: SeedsAnswer) =>
  measures.filter((measure) => value.spread.gelu[measure] !== undefined);

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

/** Returns the network that ends lower by a rank test, or `hint` if chance would do as much. */
function verdict_of({ value: { rank_test, lower } }: SeedsAnswer) {
  if (is_hint(rank_test)) return 'hint';
  return lower.gelu > lower.relu ? 'gelu' : 'relu';
}

/** Reports the observations only, without conclusions. */
function Verdict({ found }: FoundProps) {
  const { steps, weights, settings } = found.state;
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
        <Message
          id={`training.seeds_rank_${verdict_of(found)}`}
          values={{ p: <Value of={found} path="rank_test.p_value" style="percent" /> }}
        />
      </p>
      <Paragraph id="training.seeds_dead_text" values={dead_units} />
      <p class="hint">{t(weights ? 'training.seeds_limits_weights' : 'training.seeds_limits')}</p>
    </div>
  );
}

function SeedsTable({ found }: FoundProps) {
  const heads = networks.map((name) => (
    <span class="word" data-kind={name}>
      {activation_names[name]}
    </span>
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
  const { done, of } = seeds.progress.value ?? {};
  if (seeds.pending.value)
    return (
      <progress
        class="seeds_progress"
        aria-label={t('training.seeds_progress')}
        value={done ?? 0}
        max={of ?? 1}
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
        disabled={seeds.pending.value}
      />
      <div class="own_buttons">
        <Button
          text={t('training.seeds_run', { seeds: seed_count })}
          disabled={seeds.pending.value || request === undefined}
          on_click={() => request && run_seeds(request)}
        />
        {seeds.pending.value && <Button text={t('training.seeds_cancel')} on_click={seeds.stop} />}
      </div>
    </div>
  );
}

export function Seeds() {
  const current = seeds.shown.value;
  return (
    <div
      class="seeds"
      role="group"
      aria-label={t('training.seeds_title')}
      aria-busy={seeds.pending}
    >
      <p class="note">{t('training.seeds_lead')}</p>
      <Controls />
      <Progress />
      {current && (
        <>
          {outdated.value && !seeds.pending.value && (
            <p class="hint">{t('training.seeds_outdated')}</p>
          )}
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
