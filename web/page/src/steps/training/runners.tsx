/**
 * The two networks side by side: fitted curve or class probabilities, loss, accuracy and dead
 * units; and where a race has diverged.
 */
import type { ComponentChildren } from 'preact';
import { Button } from '../../controls/button.tsx';
import { Choice } from '../../controls/choice.tsx';
import { SeriesSwatch } from '../../controls/series_swatch.tsx';
import { figure_of } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { store } from '../../state/store.ts';
import { Value } from '../../numbers/value.tsx';
import { activation_names } from '../../words/activation_names.ts';
import { format_tick, t } from '../../words/i18n.ts';
import { Paragraph } from '../../controls/message.tsx';
import { shorten } from '../../words/untrusted_text.ts';
import { undo, undo_target } from './interventions.ts';
import type { NetworkProps, RaceProps } from './race.ts';
import { networks, type Network } from './twins.ts';
import { chosen_class, most_classes, class_shown, Picture } from './pictures.tsx';

export function NetworkTitle({ network }: { readonly network: Network }) {
  return (
    <>
      <SeriesSwatch kind={network} />
      {activation_names[network]}
    </>
  );
}

/** Both networks side by side; `name` is the class of both parts. */
export function Pair({
  name,
  children,
}: {
  readonly name: string;
  readonly children: (network: Network) => ComponentChildren;
}) {
  return (
    <div class="race_pair">
      {networks.map((network) => (
        <div key={network} class={`${name} ${name}_${network}`}>
          <h3 class="plot_title">
            <NetworkTitle network={network} />
          </h3>
          {children(network)}
        </div>
      ))}
    </div>
  );
}

function NonFiniteLocation({ race, network }: NetworkProps) {
  const { tensor } = race.value.non_finite[network] ?? {};
  if (tensor === undefined) return null;
  const value = (field: 'step' | 'index' | 'value') => (
    <Value of={race} path={`non_finite.${network}.${field}`} style="count" />
  );
  const values = {
    tensor: <code>{tensor}</code>,
    step: value('step'),
    index: value('index'),
    value: value('value'),
  };
  return <Paragraph id={`training.error_${network}`} values={values} />;
}

/**
 * Notice of a race that diverged to a non-finite value: where it happened, and buttons to undo the
 * last steps.
 */
function Divergence({ race }: RaceProps) {
  const { non_finite, step } = race.value;
  if (networks.every((network) => non_finite[network] === undefined)) return null;
  const target = undo_target(step);
  const { lower } = target;
  const steps = step - target.step;
  return (
    <div class="notice notice_error race_error" role="alert">
      <p>
        <strong>{t('training.error')}</strong> {t('training.error_cause')}
      </p>
      {networks.map((network) => (
        <NonFiniteLocation key={network} race={race} network={network} />
      ))}
      {step === 0 && <p>{t('training.error_at_start')}</p>}
      <div class="stepper_buttons">
        {step > 0 && <Button text={t('training.undo', { steps })} on_click={() => undo(target)} />}
        {step > 0 && lower && (
          <Button
            text={t('training.undo_lower', { steps, rate: format_tick(lower) })}
            on_click={() => undo(target, lower)}
          />
        )}
      </div>
    </div>
  );
}

/** Parts of the export: the inputs, and the predictions or probabilities of each network. */
const picture_parts = { x: 'grid', gelu: 'runners.gelu.fitted', relu: 'runners.relu.fitted' };

function Results({ network, race }: NetworkProps) {
  const path = `runners.${network}` as const;
  const rows = {
    loss: <Value of={race} path={`${path}.data_loss`} style="statistic" />,
    ...(race.value.dataset.labels && {
      accuracy: <Value of={race} path={`${path}.data_accuracy`} style="percent" />,
    }),
    dead: [
      <Value of={race} path={`${path}.dead_count`} style="count" />,
      ' / ',
      <Value of={race} path="units" style="count" />,
    ],
  };
  return (
    <dl class="race_results">
      {Object.entries(rows).map(([name, numbers]) => (
        <div key={name}>
          <dt>{t(`training.${name as keyof typeof rows}`)}</dt>
          <dd>{numbers}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Runners({ race }: RaceProps) {
  const { picture, classes } = race.value;
  const shown_class = class_shown(race.value);
  // Only the data sets of the core have noise.
  const own = picture === 'curve' && store.train_data.value === 'own';
  const text = t(`training.picture_${own ? 'own' : picture}_text`, {
    name: shorten(classes[shown_class] ?? ''),
  });
  const figure = {
    name: 'race_pictures',
    title: t(`training.picture_${picture}`),
    description: text,
  };
  return (
    <>
      <Divergence race={race} />
      {picture === 'surface' && classes.length > 2 && (
        <Choice
          legend={t('training.class')}
          values={Array.from(classes.keys()).slice(0, most_classes)}
          label={(index) => shorten(classes[index] ?? '')}
          value={shown_class}
          on_choose={(index) => (chosen_class.value = index)}
        />
      )}
      <FigureFrame
        {...figure}
        drawing={picture !== 'none'}
        data={() => (picture === 'none' ? undefined : figure_of(race, { parts: picture_parts }))}
      >
        <Pair name="race_runner">
          {(network) => (
            <>
              <Picture network={network} race={race} />
              <Results network={network} race={race} />
            </>
          )}
        </Pair>
      </FigureFrame>
      <p class="hint">{text}</p>
    </>
  );
}
