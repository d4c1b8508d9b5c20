/** The two networks side by side: fitted curve or class probabilities, loss, accuracy and dead units; and where a race has diverged. */
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { use_width } from '../../charts/use_width.ts';
import { Button } from '../../controls/button.tsx';
import { Choice } from '../../controls/choice.tsx';
import { SeriesSwatch } from '../../controls/series_swatch.tsx';
import { figure_at } from '../../export/figure_data.ts';
import type { PathColumn } from '../../export/figure_data.ts';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { Value } from '../../numbers/value.tsx';
import { format_tick, t } from '../../words/i18n.ts';
import { Paragraph } from '../../words/message.tsx';
import { shorten } from '../../words/untrusted_text.ts';
import type { Setup } from './frame.ts';
import { undo, undo_target } from './interventions.ts';
import { FitPlot, fit_height, SurfacePlot, surface_size } from './pictures.tsx';
import type { RaceAnswer } from './race.ts';
import { networks } from './twins.ts';
import type { Network } from './twins.ts';

export interface RaceProps {
  readonly race: RaceAnswer;
}

export interface NetworkProps extends RaceProps {
  readonly network: Network;
}

export const network_title = (network: Network) => t(network === 'gelu' ? 'activation.short_gelu' : 'activation.short_relu');

export function NetworkTitle({ network }: { readonly network: Network }) {
  return (
    <>
      <SeriesSwatch kind={network} />
      {network_title(network)}
    </>
  );
}

interface PairProps {
  /** Class of both parts. */
  readonly name: string;
  readonly children: (network: Network) => ComponentChildren;
}

/** Both networks side by side. */
export function Pair({ name, children }: PairProps) {
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

function Undo({ step }: { readonly step: number }) {
  const target = undo_target(step);
  const { lower } = target;
  const steps = { steps: step - target.step };
  return (
    <div class="stepper_buttons">
      <Button text={t('training.undo', steps)} on_click={() => undo(target)} />
      {lower !== undefined && (
        <Button text={t('training.undo_lower', { ...steps, rate: format_tick(lower) })} on_click={() => undo(target, lower)} />
      )}
    </div>
  );
}

/** Notice of a race that diverged to a non-finite value: where it happened, and buttons to undo the last steps. */
function Divergence({ race }: RaceProps) {
  const { non_finite, step } = race.value;
  if (networks.every((network) => non_finite[network] === undefined)) return null;
  return (
    <div class="notice notice_error race_error" role="alert">
      <p>
        <strong>{t('training.error')}</strong> {t('training.error_cause')}
      </p>
      {networks.map((network) => (
        <NonFiniteLocation key={network} race={race} network={network} />
      ))}
      {step === 0 ? <p>{t('training.error_at_start')}</p> : <Undo step={step} />}
    </div>
  );
}

/** Index of the class whose probability is shown; initially the second one. */
const chosen_class = signal(1);
const most_classes = 8;

const class_shown = ({ classes }: Pick<Setup, 'classes'>) => Math.min(chosen_class.value, Math.max(0, classes.length - 1));

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

function Picture({ network, race: { value: setup } }: NetworkProps) {
  const { ref, width } = use_width<HTMLDivElement>(320);
  const { fitted } = setup.runners[network];
  const height = setup.picture === 'curve' ? fit_height(width) : setup.picture === 'surface' ? surface_size(width) : undefined;
  const shown_class = class_shown(setup);
  const label = t('training.surface_of', { network: network_title(network), name: shorten(setup.classes[shown_class] ?? '') });
  return (
    <div ref={ref} class="race_picture" style={height === undefined ? {} : { minHeight: `${height}px` }}>
      {setup.picture === 'curve' && <FitPlot {...{ network, width, setup, fitted }} />}
      {setup.picture === 'surface' && <SurfacePlot {...{ width, setup, fitted, shown_class, label }} />}
    </div>
  );
}

function Results({ network, race }: NetworkProps) {
  const rows = {
    loss: <Value of={race} path={`runners.${network}.data_loss`} style="statistic" />,
    accuracy: race.value.runners[network].data_accuracy !== undefined && (
      <Value of={race} path={`runners.${network}.data_accuracy`} style="percent" />
    ),
    dead: (
      <>
        <Value of={race} path={`runners.${network}.dead_count`} style="count" /> / <Value of={race} path="units" style="count" />
      </>
    ),
  };
  return (
    <dl class="race_results">
      {(['loss', 'accuracy', 'dead'] as const).map(
        (name) =>
          rows[name] && (
            <div key={name}>
              <dt>{t(`training.${name}`)}</dt>
              <dd>{rows[name]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function ClassChoice({ classes }: Pick<Setup, 'classes'>) {
  return (
    <Choice
      legend={t('training.class')}
      values={Array.from(classes.keys()).slice(0, most_classes)}
      label={(index) => shorten(classes[index] ?? '')}
      value={class_shown({ classes })}
      on_choose={(index) => (chosen_class.value = index)}
    />
  );
}

export function Runners({ race }: RaceProps) {
  const { picture, classes } = race.value;
  const shown_class = class_shown(race.value);
  const text = t(`training.picture_${picture}_text`, { name: shorten(classes[shown_class] ?? '') });
  return (
    <>
      <Divergence race={race} />
      {picture === 'surface' && classes.length > 2 && <ClassChoice classes={classes} />}
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
              <Picture {...{ network, race }} />
              <Results {...{ network, race }} />
            </>
          )}
        </Pair>
      </FigureFrame>
      <p class="hint">{text}</p>
    </>
  );
}
