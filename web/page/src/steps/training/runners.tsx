/** The two networks side by side: fitted curve or class probabilities, loss, accuracy and dead units. */
import { use_width } from '../../charts/use_width.ts';
import { Choice } from '../../controls/choice.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { SeriesSwatch } from '../../controls/series_swatch.tsx';
import { shorten } from '../../words/untrusted_text.ts';
import { t } from '../../words/i18n.ts';
import { signal } from '@preact/signals';
import { picture_data } from './figures.ts';
import { FitPlot, fit_height } from './fit_plot.tsx';
import { RaceNumber } from './number.tsx';
import { networks } from './protocol.ts';
import type { Frame, Network, RaceInfo } from './protocol.ts';
import { SurfacePlot, surface_size } from './surface_plot.tsx';

/** Index of the class whose probability is shown; initially the second one. */
const chosen_class = signal(1);
const most_classes = 8;

const class_shown = ({ classes }: RaceInfo) => Math.min(chosen_class.value, Math.max(0, classes.length - 1));

interface RunnerProps {
  readonly network: Network;
  readonly info: RaceInfo;
  readonly frame: Frame;
}

export const network_title = (network: Network) => t(network === 'gelu' ? 'activation.short_gelu' : 'activation.short_relu');

function Picture({ network, info, frame }: RunnerProps) {
  const { ref, width } = use_width<HTMLDivElement>(320);
  const { fitted } = frame.runners[network];
  const height = info.picture === 'curve' ? fit_height(width) : info.picture === 'surface' ? surface_size(width) : undefined;
  return (
    <div ref={ref} class="race_picture" style={height === undefined ? {} : { minHeight: `${height}px` }}>
      {info.picture === 'curve' && <FitPlot {...{ network, width, info, fitted }} />}
      {info.picture === 'surface' && (
        <SurfacePlot
          {...{ width, info, fitted }}
          shown_class={class_shown(info)}
          label={t('training.surface_of', { network: network_title(network), name: shorten(info.classes[class_shown(info)] ?? '') })}
        />
      )}
    </div>
  );
}

function Results({ network, info, frame }: RunnerProps) {
  const { data_loss, data_accuracy, dead } = frame.runners[network];
  return (
    <dl class="race_results">
      <div>
        <dt>{t('training.loss')}</dt>
        <dd>
          <RaceNumber value={data_loss} style="statistic" of={network} index="data_loss" />
        </dd>
      </div>
      {data_accuracy !== undefined && (
        <div>
          <dt>{t('training.accuracy')}</dt>
          <dd>
            <RaceNumber value={data_accuracy} style="percent" of={network} index="data_accuracy" />
          </dd>
        </div>
      )}
      <div>
        <dt>{t('training.dead')}</dt>
        <dd>
          <RaceNumber value={dead.length} style="count" of={network} index="dead.length" /> /{' '}
          <RaceNumber value={info.units} style="count" of={network} index="d_ff" />
        </dd>
      </div>
    </dl>
  );
}

function ClassChoice({ info }: { readonly info: RaceInfo }) {
  const { classes, picture } = info;
  if (picture !== 'surface' || classes.length < 3) return null;
  return (
    <Choice
      legend={t('training.class')}
      options={classes.slice(0, most_classes).map((label, name) => ({ name: String(name), label: shorten(label) }))}
      value={String(class_shown(info))}
      on_choose={(name) => (chosen_class.value = Number(name))}
    />
  );
}

export function Runners({ info, frame }: Omit<RunnerProps, 'network'>) {
  const title = t(`training.picture_${info.picture}`);
  return (
    <>
      <ClassChoice info={info} />
      <FigureFrame
        name="race_pictures"
        title={title}
        description={t(`training.picture_${info.picture}_text`, { name: shorten(info.classes[class_shown(info)] ?? '') })}
        drawing={info.picture !== 'none'}
        data={() => picture_data(info, frame, class_shown(info))}
      >
        <div class="race_pair">
          {networks.map((network) => (
            <div key={network} class="race_runner">
              <h3 class="plot_title">
                <SeriesSwatch kind={network} />
                {network_title(network)}
              </h3>
              <Picture {...{ network, info, frame }} />
              <Results {...{ network, info, frame }} />
            </div>
          ))}
        </div>
      </FigureFrame>
      <p class="hint">{t(`training.picture_${info.picture}_text`, { name: shorten(info.classes[class_shown(info)] ?? '') })}</p>
    </>
  );
}
