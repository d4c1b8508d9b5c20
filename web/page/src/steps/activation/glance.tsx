/** The step at a glance, for the start page: the curves on one cursor, and a curve to draw. */
import { useEffect, useId } from 'preact/hooks';
import type { Glances } from '../../numbers/step_entry.ts';
import { t } from '../../words/i18n.ts';
import { CurveChoice, FitPad, Losses } from './fit.tsx';
import { pause } from './fit_state.ts';
import { BriefPlots } from './plots.tsx';
import './activation.css';
import './fit.css';

function Fit() {
  const hint = useId();
  useEffect(() => pause, []);
  return (
    <>
      <CurveChoice />
      <FitPad described_by={hint} />
      <Losses />
      <p id={hint} class="visually_hidden">
        {t('activation.fit_hint')}
      </p>
    </>
  );
}

export const glances: Glances = { curves: BriefPlots, fit: Fit };
