/** What lies over the derivative until the reader has guessed it, or does not want to. */
import { t } from '../i18n.ts';
import { derivative_shown, show_derivative } from './derivative_shown.ts';

/** In place of a number that would give the answer away. */
export function CoveredValue() {
  return (
    <>
      <span class="covered_value" aria-hidden="true">
        ?
      </span>
      <span class="visually_hidden">{t('activation.covered_value')}</span>
    </>
  );
}

/** Beside the plots and not inside them: they are one slider, in which nothing else can be pressed. */
export function DerivativeCover({ top, height }: { readonly top: number; readonly height: number }) {
  if (derivative_shown.value) return null;
  return (
    <div class="plot_cover" style={{ top: `${top}px`, height: `${height}px` }}>
      <div class="plot_cover_text">
        <p>{t('activation.covered')}</p>
        <button type="button" class="button" onClick={show_derivative}>
          {t('activation.show_derivative')}
        </button>
      </div>
    </div>
  );
}
