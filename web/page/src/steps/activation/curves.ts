/** Answers of the activations' recipes, and the choices of what the plots show. */
import { answers_of, type AnswerOf } from '../../numbers/answers.ts';
import type { Path } from '../../numbers/path.ts';
import { store } from '../../numbers/store.ts';
import { curve_kinds, type CurveKind } from '../../numbers/url_state.ts';
import { is_covered } from './cover.tsx';
import type { ApproximateKind } from './data.ts';
import type * as recipe from './recipe.ts';
import { figure_at, type FigureData } from '../../export/figure_data.ts';

export const { curves, at_cursor, landmarks, guess_curves, guess, without_activation, fit } = answers_of<typeof recipe>('activation');
export type LandmarkPath = Path<ReturnType<typeof recipe.landmarks>>;

export const approximate_kinds: readonly ApproximateKind[] = ['gelu_tanh', 'gelu_sigmoid'];

export const view_name = () => (store.zoom.value ? 'zoom' : 'full');

export const shown_kinds = () => curve_kinds.filter((kind) => store.curves.value.includes(kind));

/** Without the derivatives that the user has not guessed yet. */
export function curve_data(answer: AnswerOf<typeof curves> | undefined): FigureData | undefined {
  const parts = (kind: CurveKind) => [`${kind}.value`, ...(is_covered('derivative', kind) ? [] : [`${kind}.derivative`])];
  const columns = ['x', ...curve_kinds.flatMap(parts)].map((path) => ({ path }));
  return answer && figure_at(answer, { rows: answer.value.x.length, columns });
}
