/**
 * Answers of the recipes, what the plots show, and the cover of the derivative until the user has
 * guessed it or asked to see it.
 */
import { answers_of } from '../../numbers/answers.ts';
import { CoverText } from '../../quiz/covered.tsx';
import type { Path } from '../../numbers/path.ts';
import { answer_shown } from '../../quiz/revealed_answers.ts';
import { store } from '../../state/store.ts';
import { drawing_order, type CurveKind } from '../../words/curve_kinds.ts';
import { t } from '../../words/i18n.ts';
import type { Part, View } from './data.ts';
import type * as recipe from './recipe.ts';

export const { curves, at_cursor, landmarks, guess_curves, guess, without_activation, fit, seven } =
  answers_of<typeof recipe>('activation');
export type LandmarkPath = Path<ReturnType<typeof recipe.landmarks>>;

export const view_name = (): View => (store.zoom.value ? 'zoom' : 'full');

export const shown_kinds = () => drawing_order.filter((kind) => store.curves.value.includes(kind));

export const derivative_shown = () => answer_shown('gelu_derivative');

/** ReLU's derivative is shown from the start; the user has to guess the others. */
export const is_covered = (part: Part, kind: CurveKind) =>
  part === 'derivative' && kind !== 'relu' && !derivative_shown();

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

/**
 * A sibling of the plots, not a child: the plots are one `role="slider"`, which must not contain a
 * button.
 */
export function DerivativeCover({
  top,
  height,
}: {
  readonly top: number;
  readonly height: number;
}) {
  if (derivative_shown()) return null;
  const plots = (button: Element) =>
    button.closest('.plots_frame')?.querySelector<HTMLElement>('.linked_plots');
  return (
    <div class="cover plot_cover" style={{ top: `${top}px`, height: `${height}px` }}>
      <CoverText
        text={t('activation.covered')}
        questions={['gelu_derivative']}
        focus_target={plots}
      />
    </div>
  );
}
