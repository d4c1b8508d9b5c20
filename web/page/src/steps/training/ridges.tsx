/** Ridge plots: distribution of the hidden activations over the training steps. */
import { signal } from '@preact/signals';
import { use_width } from '../../charts/use_width.ts';
import { Choice } from '../../controls/choice.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { SeriesSwatch } from '../../controls/series_swatch.tsx';
import { Message } from '../../words/message.tsx';
import { t } from '../../words/i18n.ts';
import { Value } from '../../numbers/value.tsx';
import type { NumberStyle } from '../../words/number_format.ts';
import type { RaceAnswer } from './connection.ts';
import { ridge_data } from './figures.ts';
import { hidden_tensors } from './record.ts';
import type { HiddenTensor } from './record.ts';
import { RidgePlot } from './ridge_plot.tsx';
import { network_title } from './runners.tsx';
import { networks } from './twins.ts';
import type { Network } from './twins.ts';

const shown_tensor = signal<HiddenTensor>('pre_activation');

interface RidgeProps {
  readonly race: RaceAnswer;
  readonly tensor: HiddenTensor;
  readonly network: Network;
}

function Ridge({ network, race, tensor }: RidgeProps) {
  const { ref, width } = use_width<HTMLDivElement>(320);
  const { dataset, changes, step, runners } = race.value;
  const rows = race.value.rows.map((row) => ({ step: row.step, counts: row.counts[network][tensor] }));
  const now = { step, counts: runners[network].histograms[tensor].counts };
  return (
    <div ref={ref}>
      <h3 class="plot_title">
        <SeriesSwatch kind={network} />
        {network_title(network)}
      </h3>
      <RidgePlot {...{ network, tensor, width, rows, now, dataset, changes: JSON.stringify(changes) }} />
    </div>
  );
}

/** Reports the bin with the largest count, and the counts outside the axis. */
function Fullest({ race, tensor, network }: RidgeProps) {
  const { counts } = race.value.runners[network].histograms[tensor];
  const bin = counts.indexOf(Math.max(...counts));
  const value = (field: 'below' | 'above' | `${'edges' | 'counts'}.${number}`, style: NumberStyle) => (
    <Value of={race} path={`runners.${network}.histograms.${tensor}.${field}`} style={style} />
  );
  const values = {
    from: value(`edges.${bin}`, 'cell'),
    to: value(`edges.${bin + 1}`, 'cell'),
    most: value(`counts.${bin}`, 'count'),
    below: value('below', 'count'),
    above: value('above', 'count'),
  };
  return <Message id={network === 'gelu' ? 'training.ridge_text_gelu' : 'training.ridge_text_relu'} values={values} />;
}

export function Ridges({ race }: { readonly race: RaceAnswer }) {
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
        description={networks.map((network) => (
          <span key={network}>
            <Fullest {...{ race, tensor, network }} />{' '}
          </span>
        ))}
        drawing
        data={() => ridge_data(race, tensor)}
      >
        <div class="race_pair">
          {networks.map((network) => (
            <Ridge key={network} {...{ network, race, tensor }} />
          ))}
        </div>
      </FigureFrame>
      <p class="hint">{t('training.ridge_hint')}</p>
    </>
  );
}
