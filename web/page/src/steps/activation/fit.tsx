/** A curve that the reader draws, fitted by three networks: without an activation, with ReLU and with GELU. */
import { useEffect, useId } from 'preact/hooks';
import { Choice } from '../../controls/choice.tsx';
import { Folded } from '../../controls/folded.tsx';
import { Heading } from '../../controls/heading.tsx';
import { SeriesSwatch } from '../../controls/series_swatch.tsx';
import { FigureFrame } from '../../export/figure_frame.tsx';
import { fit_curves, fitted_networks } from '../../numbers/drawn_curve.ts';
import { store } from '../../numbers/store.ts';
import { Value } from '../../numbers/value.tsx';
import { t } from '../../words/i18n.ts';
import { folded_part } from '../../words/parts.ts';
import { fit } from './curves.ts';
import { FitPad } from './fit_pad.tsx';
import { choose_curve, fit_data, network_name, pause, shown_frame } from './fit_state.ts';
import { FitUnits } from './fit_units.tsx';
import './fit.css';

function CurveChoice() {
  const drawn = store.fit_points.value !== undefined;
  return (
    <Choice
      legend={t('activation.fit_curve')}
      quiet
      values={drawn ? [...fit_curves, 'drawn' as const] : fit_curves}
      label={(name) => t(`activation.fit_curve_${name}`)}
      value={drawn ? ('drawn' as const) : store.fit_curve.value}
      on_choose={(name) => name !== 'drawn' && choose_curve(name)}
    />
  );
}

/** The names of the curves with the loss of each network. */
function Losses() {
  return (
    <ul class="fit_losses" aria-label={t('activation.fit_loss')}>
      <li aria-hidden="true">{t('activation.fit_losses')}</li>
      {fitted_networks.map((network) => (
        <li key={network}>
          <SeriesSwatch kind={network} /> {network_name(network)}{' '}
          <Value of={fit.value.answer} path={`frames.${shown_frame.value}.${network}.loss`} style="cell" />
        </li>
      ))}
    </ul>
  );
}

export function Fitting() {
  const hint = useId();
  const { answer } = fit.value;
  useEffect(() => pause, []);
  return (
    <>
      <Heading part="activation.fit" />
      <CurveChoice />
      <FigureFrame
        name="activation_fit"
        title={t('activation.fit_title')}
        description={t('activation.fit_text')}
        drawing
        data={() => fit_data(answer)}
      >
        <FitPad described_by={hint} />
        <Losses />
      </FigureFrame>
      <p id={hint} class="hint">
        {t('activation.fit_hint')} <span class="for_keys">{t('activation.fit_keys')}</span>
      </p>
      <Folded {...folded_part('activation.units')}>
        <FitUnits />
      </Folded>
    </>
  );
}
