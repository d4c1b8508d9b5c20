/** Hidden units of both networks: alive or dead, the step of their death, and interventions that kill or revive them. */
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Message } from '../../words/message.tsx';
import { SeriesSwatch } from '../../controls/series_swatch.tsx';
import { t } from '../../words/i18n.ts';
import { units_data } from './figures.ts';
import { act, has_room, jolt } from './interventions.ts';
import { Value } from '../../numbers/value.tsx';
import type { RaceAnswer } from './connection.ts';
import { network_title } from './runners.tsx';
import { networks } from './twins.ts';
import type { Network } from './twins.ts';

interface UnitsProps {
  readonly race: RaceAnswer;
}

function DeadUnit({ race, network, unit }: UnitsProps & { readonly network: Network; readonly unit: number }) {
  const last = race.value.runners[network].last_alive[unit] ?? -1;
  return (
    <li class="race_unit race_unit_dead">
      <span class="race_unit_name">{unit}</span>
      <span class="visually_hidden">{t(last < 0 ? 'training.unit_never' : 'training.unit_dead')}</span>
      {last < 0 ? <span aria-hidden="true">–</span> : <Value of={race} path={`runners.${network}.last_alive.${unit}`} style="count" />}
    </li>
  );
}

/** The saturation of its colour is the share of the examples for which it is active. */
function LivingUnit({ unit, share }: { readonly unit: number; readonly share: number }) {
  return (
    <li class="race_unit" style={{ '--share': share.toFixed(3) }}>
      <span class="race_unit_name">{unit}</span>
      <span class="visually_hidden">{t('training.unit_alive')}</span>
    </li>
  );
}

function UnitGrid({ network, race }: UnitsProps & { readonly network: Network }) {
  const { dead, active_share } = race.value.runners[network];
  const units = Array.from({ length: race.value.units }, (_, unit) => unit);
  return (
    <div class={`race_units race_units_${network}`}>
      <h3 class="plot_title">
        <SeriesSwatch kind={network} />
        {network_title(network)}
      </h3>
      <ol>
        {units.map((unit) =>
          dead.includes(unit) ? (
            <DeadUnit key={unit} {...{ race, network, unit }} />
          ) : (
            <LivingUnit key={unit} unit={unit} share={active_share[unit] ?? 0} />
          ),
        )}
      </ol>
    </div>
  );
}

/** Gradient in both networks at the units that are dead in the ReLU network. */
function Gradients({ race }: UnitsProps) {
  if (race.value.runners.relu.dead_count === 0) return <p>{t('training.none_dead')}</p>;
  const values = {
    count: <Value of={race} path="runners.relu.dead_count" style="count" />,
    relu_gradient: <Value of={race} path="runners.relu.largest_gradient" style="statistic" />,
    gelu_gradient: <Value of={race} path="runners.gelu.largest_gradient" style="statistic" />,
  };
  return (
    <p>
      <Message id="training.gradient" values={values} />
    </p>
  );
}

function Interventions({ race: { value } }: UnitsProps) {
  const room = has_room(value.changes);
  const none_dead = networks.every((network) => value.runners[network].dead_count === 0);
  const button = (name: 'kill' | 'jolt' | 'revive', run: () => void, disabled = !room) => (
    <button type="button" class="button" aria-disabled={disabled} onClick={() => !disabled && run()}>
      {t(`training.do_${name}`)}
    </button>
  );
  return (
    <div class="stepper_buttons" role="group" aria-label={t('training.interventions')}>
      {button('kill', () => act('kill'))}
      {button('jolt', jolt)}
      {button('revive', () => act('revive'), !room || none_dead)}
      {!room && <span class="hint">{t('training.no_room')}</span>}
    </div>
  );
}

export function Units({ race }: UnitsProps) {
  return (
    <>
      <div class="prose">
        <p>
          <Message id="training.dead_text" />
        </p>
      </div>
      <Interventions race={race} />
      <FigureFrame name="race_units" title={t('training.units')} description={t('training.units_text')} data={() => units_data(race)}>
        <div class="race_pair">
          {networks.map((network) => (
            <UnitGrid key={network} {...{ network, race }} />
          ))}
        </div>
      </FigureFrame>
      <p class="hint">{t('training.units_text')}</p>
      <div class="prose">
        <Gradients race={race} />
        <p>
          <Message id="training.revive_text" />
        </p>
      </div>
    </>
  );
}
