/** Covers the derivative until the user has guessed it or asked to see it. */
import { answer_shown } from '../../numbers/revealed_answers.ts';
import { CoverText } from '../../numbers/covered.tsx';
import type { CurveKind } from '../../numbers/url_state.ts';
import { t } from '../../words/i18n.ts';
import type { Part } from './data.ts';

export const derivative_shown = () => answer_shown('gelu_derivative');

/** ReLU's derivative is shown from the start; the user has to guess the others. */
export const is_covered = (part: Part, kind: CurveKind) => part === 'derivative' && kind !== 'relu' && !derivative_shown();

/** Shown in place of a number that would reveal the answer. */
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

/** A sibling of the plots, not a child: the plots are one `role="slider"`, which must not contain a button. */
export function DerivativeCover({ top, height }: { readonly top: number; readonly height: number }) {
  if (derivative_shown()) return null;
  return (
    <div class="cover plot_cover" style={{ top: `${top}px`, height: `${height}px` }}>
      <CoverText text={t('activation.covered')} questions={['gelu_derivative']} focus_target={plots_beside} />
    </div>
  );
}
