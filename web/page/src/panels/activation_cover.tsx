/** What lies over the derivative until the reader has guessed it, or does not want to. */
import { answer_shown } from '../revealed_answers.ts';
import { CoverText } from '../components/covered.tsx';
import { t } from '../i18n.ts';

export const derivative_shown = () => answer_shown('gelu_derivative');

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

const plots_beside = (button: Element) => button.closest('.plots_frame')?.querySelector<HTMLElement>('.linked_plots');

/** Beside the plots and not inside them: they are one slider, in which nothing else can be pressed. */
export function DerivativeCover({ top, height }: { readonly top: number; readonly height: number }) {
  if (derivative_shown()) return null;
  return (
    <div class="cover plot_cover" style={{ top: `${top}px`, height: `${height}px` }}>
      <CoverText text={t('activation.covered')} questions={['gelu_derivative']} focus_target={plots_beside} />
    </div>
  );
}
