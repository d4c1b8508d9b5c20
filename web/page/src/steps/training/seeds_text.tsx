/** Results of the ten seeds as text and as a table; reports the observations only, without conclusions. */
import { Message } from '../../words/message.tsx';
import { Value } from '../../numbers/value.tsx';
import { format_number, t } from '../../words/i18n.ts';
import { networks } from './protocol.ts';
import type { Network } from './protocol.ts';
import { percents } from './seed_runs.ts';
import type { Measure, SeedsOutcome, SeedsRequest } from './seed_runs.ts';
import { measure_styles, measures_of } from './seeds_figures.ts';

interface Found {
  readonly request: SeedsRequest;
  readonly outcome: SeedsOutcome;
}

function Percentile({
  outcome,
  name,
  measure,
  percent,
}: {
  outcome: SeedsOutcome;
  name: Network;
  measure: Measure;
  percent: (typeof percents)[number];
}) {
  const value = outcome.spread[name][measure]?.[percents.indexOf(percent)];
  return <Value value={value} style={measure_styles[measure]} call="training_seeds" tensor={`${name}.${measure}`} index={`p${percent}`} />;
}

function LowerCount({ outcome, name }: { readonly outcome: SeedsOutcome; readonly name: Network }) {
  return <Value value={outcome.lower[name]} style="count" call="training_seeds" tensor={`${name}.loss`} index="lower" />;
}

/** Returns the network whose interquartile range of the loss is entirely below the other's, or `overlap`. */
function boxes_apart({ spread }: SeedsOutcome): 'gelu' | 'relu' | 'overlap' {
  const quartile = (name: Network, percent: 25 | 75) => spread[name].loss?.[percents.indexOf(percent)] ?? NaN;
  if (quartile('gelu', 75) < quartile('relu', 25)) return 'gelu';
  return quartile('relu', 75) < quartile('gelu', 25) ? 'relu' : 'overlap';
}

export function SeedsVerdict({ current: { request, outcome } }: { readonly current: Found }) {
  const values = { steps: format_number(request.steps, 'count'), seeds: outcome.seeds };
  return (
    <div class="note">
      <p>
        <Message
          id="training.seeds_verdict"
          values={{
            ...values,
            lower_gelu: <LowerCount outcome={outcome} name="gelu" />,
            lower_relu: <LowerCount outcome={outcome} name="relu" />,
          }}
        />{' '}
        {t(`training.seeds_boxes_${boxes_apart(outcome)}`)}
      </p>
      <p>
        <Message
          id="training.seeds_dead_text"
          values={{
            units: format_number(request.weights?.w1.shape[0] ?? request.settings.d_ff, 'count'),
            middle: <Percentile outcome={outcome} name="relu" measure="dead" percent={50} />,
            most: <Percentile outcome={outcome} name="relu" measure="dead" percent={100} />,
            gelu_most: <Percentile outcome={outcome} name="gelu" measure="dead" percent={100} />,
          }}
        />
      </p>
      <p class="hint">{t(request.weights ? 'training.seeds_limits_weights' : 'training.seeds_limits')}</p>
    </div>
  );
}

const shown_percents = [25, 50, 75] as const;

export function SeedsTable({ current: { outcome } }: { readonly current: Found }) {
  return (
    <div class="table_frame">
      <table class="numbers">
        <caption>{t('training.seeds_table', { seeds: outcome.seeds })}</caption>
        <thead>
          <tr>
            <td />
            {networks.map((name) => (
              <th key={name} scope="col" class={`word_${name}`}>
                {name === 'relu' ? 'ReLU' : 'GELU'}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {measures_of(outcome).flatMap((measure) =>
            shown_percents.map((percent) => (
              <tr key={`${measure}.${percent}`}>
                <th scope="row">
                  {t(`training.seeds_${measure}`)}, {t(`training.seeds_p${percent}`)}
                </th>
                {networks.map((name) => (
                  <td key={name}>
                    <Percentile outcome={outcome} name={name} measure={measure} percent={percent} />
                  </td>
                ))}
              </tr>
            )),
          )}
        </tbody>
      </table>
    </div>
  );
}
