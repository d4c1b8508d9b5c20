/** Hidden units of both networks: alive or dead, the step of their death, and interventions that kill or revive them. */
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Message } from '../../words/message.tsx';
import { SeriesSwatch } from '../../controls/series_swatch.tsx';
import { t } from '../../words/i18n.ts';
import { units_data } from './figures.ts';
import { act, has_room, jolt } from './interventions.ts';
import { RaceNumber } from './number.tsx';
import { networks } from './protocol.ts';
import type { Frame, Network, RaceInfo } from './protocol.ts';
import { network_title } from './runners.tsx';

interface UnitsProps {
  readonly info: RaceInfo;
  readonly frame: Frame;
}

function DeadUnit({ network, unit, last }: { readonly network: Network; readonly unit: number; readonly last: number }) {
  return (
    <li class="race_unit race_unit_dead">
      <span class="race_unit_name">{unit}</span>
      <span class="visually_hidden">{t(last < 0 ? 'training.unit_never' : 'training.unit_dead')}</span>
      {last < 0 ? <span aria-hidden="true">–</span> : <RaceNumber value={last} style="count" of={network} index={`last_alive.${unit}`} />}
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

function UnitGrid({ network, info, frame }: UnitsProps & { readonly network: Network }) {
  const { dead, last_alive, active_share } = frame.runners[network];
  const units = Array.from({ length: info.units }, (_, unit) => unit);
  return (
    <div class={`race_units race_units_${network}`}>
      <h3 class="plot_title">
        <SeriesSwatch kind={network} />
        {network_title(network)}
      </h3>
      <ol>
        {units.map((unit) =>
          dead.includes(unit) ? (
            <DeadUnit key={unit} {...{ network, unit }} last={last_alive[unit] ?? -1} />
          ) : (
            <LivingUnit key={unit} unit={unit} share={active_share[unit] ?? 0} />
          ),
        )}
      </ol>
    </div>
  );
}

/** Gradient in both networks at the units that are dead in the ReLU network. */
function Gradients({ frame }: { readonly frame: Frame }) {
  const { gelu, relu } = frame.runners;
  if (relu.dead.length === 0) return <p>{t('training.none_dead')}</p>;
  const values = {
    count: <RaceNumber value={relu.dead.length} style="count" of="relu" index="dead.length" />,
    relu_gradient: <RaceNumber value={relu.largest_gradient} style="statistic" of="relu" index="largest_gradient" />,
    gelu_gradient: <RaceNumber value={gelu.largest_gradient} style="statistic" of="gelu" index="largest_gradient" />,
  };
  return (
    <p>
      <Message id="training.gradient" values={values} />
    </p>
  );
}

function Interventions({ frame }: { readonly frame: Frame }) {
  const room = has_room(frame.changes);
  const none_dead = frame.runners.gelu.dead.length + frame.runners.relu.dead.length === 0;
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

export function Units({ info, frame }: UnitsProps) {
  return (
    <section class="race_part" aria-labelledby="race_units">
      <h3 id="race_units">{t('training.units')}</h3>
      <div class="prose">
        <p>
          <Message id="training.dead_text" />
        </p>
      </div>
      <Interventions frame={frame} />
      <FigureFrame
        name="race_units"
        title={t('training.units')}
        description={t('training.units_text')}
        data={() => units_data(info, frame)}
      >
        <div class="race_pair">
          {networks.map((network) => (
            <UnitGrid key={network} {...{ network, info, frame }} />
          ))}
        </div>
      </FigureFrame>
      <p class="hint">{t('training.units_text')}</p>
      <div class="prose">
        <Gradients frame={frame} />
        <p>
          <Message id="training.revive_text" />
        </p>
      </div>
    </section>
  );
}
