/** The two networks side by side: fitted curve or class probabilities, loss, accuracy and dead units. */
import { use_width } from '../../charts/use_width.ts';
import { Choice } from '../../controls/choice.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { SeriesSwatch } from '../../controls/series_swatch.tsx';
import { shorten } from '../../words/untrusted_text.ts';
import { t } from '../../words/i18n.ts';
import { signal } from '@preact/signals';
import { picture_data } from './figures.ts';
import { Value } from '../../numbers/value.tsx';
import type { RaceAnswer } from './connection.ts';
import type { Setup } from './frame.ts';
import { FitPlot, fit_height, SurfacePlot, surface_size } from './pictures.tsx';
import { networks } from './twins.ts';
import type { Network } from './twins.ts';

/** Index of the class whose probability is shown; initially the second one. */
const chosen_class = signal(1);
const most_classes = 8;

const class_shown = ({ classes }: Pick<Setup, 'classes'>) => Math.min(chosen_class.value, Math.max(0, classes.length - 1));

interface RunnerProps {
  readonly network: Network;
  readonly race: RaceAnswer;
}

export const network_title = (network: Network) => t(network === 'gelu' ? 'activation.short_gelu' : 'activation.short_relu');

function Picture({ network, race: { value: setup } }: RunnerProps) {
  const { ref, width } = use_width<HTMLDivElement>(320);
  const { fitted } = setup.runners[network];
  const height = setup.picture === 'curve' ? fit_height(width) : setup.picture === 'surface' ? surface_size(width) : undefined;
  return (
    <div ref={ref} class="race_picture" style={height === undefined ? {} : { minHeight: `${height}px` }}>
      {setup.picture === 'curve' && <FitPlot {...{ network, width, setup, fitted }} />}
      {setup.picture === 'surface' && (
        <SurfacePlot
          {...{ width, setup, fitted }}
          shown_class={class_shown(setup)}
          label={t('training.surface_of', { network: network_title(network), name: shorten(setup.classes[class_shown(setup)] ?? '') })}
        />
      )}
    </div>
  );
}

function Results({ network, race }: RunnerProps) {
  return (
    <dl class="race_results">
      <div>
        <dt>{t('training.loss')}</dt>
        <dd>
          <Value of={race} path={`runners.${network}.data_loss`} style="statistic" />
        </dd>
      </div>
      {race.value.runners[network].data_accuracy !== undefined && (
        <div>
          <dt>{t('training.accuracy')}</dt>
          <dd>
            <Value of={race} path={`runners.${network}.data_accuracy`} style="percent" />
          </dd>
        </div>
      )}
      <div>
        <dt>{t('training.dead')}</dt>
        <dd>
          <Value of={race} path={`runners.${network}.dead_count`} style="count" /> / <Value of={race} path="units" style="count" />
        </dd>
      </div>
    </dl>
  );
}

function ClassChoice({ setup }: { readonly setup: Setup }) {
  const { classes, picture } = setup;
  if (picture !== 'surface' || classes.length < 3) return null;
  return (
    <Choice
      legend={t('training.class')}
      values={Array.from(classes.slice(0, most_classes).keys())}
      label={(index) => shorten(classes[index] ?? '')}
      value={class_shown(setup)}
      on_choose={(index) => (chosen_class.value = index)}
    />
  );
}

export function Runners({ race }: Pick<RunnerProps, 'race'>) {
  const { picture, classes } = race.value;
  const shown_class = class_shown(race.value);
  const text = t(`training.picture_${picture}_text`, { name: shorten(classes[shown_class] ?? '') });
  return (
    <>
      <ClassChoice setup={race.value} />
      <FigureFrame
        name="race_pictures"
        title={t(`training.picture_${picture}`)}
        description={text}
        drawing={picture !== 'none'}
        data={() => picture_data(race, shown_class)}
      >
        <div class="race_pair">
          {networks.map((network) => (
            <div key={network} class="race_runner">
              <h3 class="plot_title">
                <SeriesSwatch kind={network} />
                {network_title(network)}
              </h3>
              <Picture {...{ network, race }} />
              <Results {...{ network, race }} />
            </div>
          ))}
        </div>
      </FigureFrame>
      <p class="hint">{text}</p>
    </>
  );
}
