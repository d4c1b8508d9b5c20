/** Ridge plots: distribution of the hidden activations over the training steps. */
import { signal } from '@preact/signals';
import { use_width } from '../../charts/use_width.ts';
import { Choice } from '../../controls/choice.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { HistogramText } from './ridge_text.tsx';
import { SeriesSwatch } from '../../controls/series_swatch.tsx';
import { t } from '../../words/i18n.ts';
import { ridge_data } from './figures.ts';
import { hidden_tensors, networks } from './protocol.ts';
import type { Frame, HiddenTensor, Network, RaceInfo } from './protocol.ts';
import { RidgePlot } from './ridge_plot.tsx';
import { network_title } from './runners.tsx';

const shown_tensor = signal<HiddenTensor>('pre_activation');

function Ridge({ network, frame, tensor }: { readonly network: Network; readonly frame: Frame; readonly tensor: HiddenTensor }) {
  const { ref, width } = use_width<HTMLDivElement>(320);
  const rows = frame.rows.map(({ step, counts }) => ({ step, counts: counts[network][tensor] }));
  const now = { step: frame.step, counts: frame.runners[network].histograms[tensor].counts };
  const history_key = `${frame.race} ${JSON.stringify(frame.changes)}`;
  return (
    <div ref={ref}>
      <h3 class="plot_title">
        <SeriesSwatch kind={network} />
        {network_title(network)}
      </h3>
      <RidgePlot {...{ network, tensor, width, rows, now, history_key }} />
    </div>
  );
}

export function Ridges({ info, frame }: { readonly info: RaceInfo; readonly frame: Frame }) {
  const tensor = shown_tensor.value;
  return (
    <>
      <Choice
        legend={t('training.ridge_of')}
        options={hidden_tensors.map((name) => ({ name, label: t(`training.ridge_${name}`) }))}
        value={tensor}
        on_choose={(name) => (shown_tensor.value = name)}
      />
      <FigureFrame
        name="race_ridge"
        title={t('training.ridge')}
        description={<HistogramText frame={frame} tensor={tensor} />}
        drawing
        data={() => ridge_data(info, frame, tensor)}
      >
        <div class="race_pair">
          {networks.map((network) => (
            <Ridge key={network} {...{ network, frame, tensor }} />
          ))}
        </div>
      </FigureFrame>
      <p class="hint">{t('training.ridge_hint')}</p>
    </>
  );
}
