/** The two networks side by side: fitted curve or class probabilities, loss, accuracy and dead units; and where a race has diverged. */
import type { ComponentChildren } from 'preact';
import { Button } from '../../controls/button.tsx';
import { Choice } from '../../controls/choice.tsx';
import { SeriesSwatch } from '../../controls/series_swatch.tsx';
import { figure_at, type PathColumn } from '../../export/figure_data.ts';
import { store } from '../../numbers/store.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Value } from '../../numbers/value.tsx';
import { format_tick, t } from '../../words/i18n.ts';
import { Paragraph } from '../../words/message.tsx';
import type { NumberStyle } from '../../words/number_format.ts';
import { shorten } from '../../words/untrusted_text.ts';
import { undo, undo_target } from './interventions.ts';
import { chosen_class, class_shown, most_classes, network_title, Picture } from './pictures.tsx';
import type { RaceAnswer } from './race.ts';
import { networks, type Network } from './twins.ts';

export interface RaceProps {
  readonly race: RaceAnswer;
}

export type NetworkProps = RaceProps & { readonly network: Network };

export function NetworkTitle({ network }: { readonly network: Network }) {
  return (
    <>
      <SeriesSwatch kind={network} />
      {network_title(network)}
    </>
  );
}

/** Both networks side by side; `name` is the class of both parts. */
export function Pair({ name, children }: { readonly name: string; readonly children: (network: Network) => ComponentChildren }) {
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
  const non_finite = race.value.non_finite[network];
  if (non_finite === undefined) return null;
  const value = (field: 'step' | 'index' | 'value') => <Value of={race} path={`non_finite.${network}.${field}`} style="count" />;
  const values = { tensor: <code>{non_finite.tensor}</code>, step: value('step'), index: value('index'), value: value('value') };
  return <Paragraph id={network === 'gelu' ? 'training.error_gelu' : 'training.error_relu'} values={values} />;
}

/** Notice of a race that diverged to a non-finite value: where it happened, and buttons to undo the last steps. */
function Divergence({ race }: RaceProps) {
  const { non_finite, step } = race.value;
  if (networks.every((network) => non_finite[network] === undefined)) return null;
  const target = undo_target(step);
  const { lower } = target;
  const rate = lower === undefined ? '' : format_tick(lower);
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
        {step > 0 && rate && <Button text={t('training.undo_lower', { steps, rate })} on_click={() => undo(target, lower)} />}
      </div>
    </div>
  );
}

/** One row per grid point: its inputs and the networks' predictions. */
function picture_data(race: RaceAnswer, shown_class: number) {
  const { picture, grid, classes } = race.value;
  if (picture === 'none') return undefined;
  const [axes, outputs, first] = picture === 'curve' ? [1, 1, 0] : [2, classes.length, shown_class];
  const column = (name: string, path: string, width: number, offset: number): PathColumn => ({
    ...{ name, path, style: 'precise' },
    index: (row) => row * width + offset,
  });
  const inputs = Array.from({ length: axes }, (_, axis) => column(`x${axis}`, 'grid', axes, axis));
  const predictions = networks.map((name) => column(name, `runners.${name}.fitted`, outputs, first));
  return figure_at(race, { rows: grid.data.length / axes, columns: [...inputs, ...predictions] });
}

function Results({ network, race }: NetworkProps) {
  const value = (name: 'data_loss' | 'data_accuracy' | 'dead_count', style: NumberStyle) => (
    <Value of={race} path={`runners.${network}.${name}`} style={style} />
  );
  const rows = [
    ['training.loss', value('data_loss', 'statistic')],
    ['training.accuracy', race.value.runners[network].data_accuracy !== undefined && value('data_accuracy', 'percent')],
    ['training.dead', [value('dead_count', 'count'), ' / ', <Value key="units" of={race} path="units" style="count" />]],
  ] as const;
  return (
    <dl class="race_results">
      {rows.map(
        ([name, number]) =>
          number && (
            <div key={name}>
              <dt>{t(name)}</dt>
              <dd>{number}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

export function Runners({ race }: RaceProps) {
  const { picture, classes } = race.value;
  const shown_class = class_shown(race.value);
  // Only the data sets of the core have noise.
  const own = picture === 'curve' && store.train_data.value === 'own';
  const text = t(`training.picture_${own ? 'own' : picture}_text`, { name: shorten(classes[shown_class] ?? '') });
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
        name="race_pictures"
        title={t(`training.picture_${picture}`)}
        description={text}
        drawing={picture !== 'none'}
        data={() => picture_data(race, shown_class)}
      >
        <Pair name="race_runner">
          {(network) => (
            <>
              <Picture setup={race.value} network={network} fitted={race.value.runners[network].fitted} />
              <Results {...{ network, race }} />
            </>
          )}
        </Pair>
      </FigureFrame>
      <p class="hint">{text}</p>
    </>
  );
}
