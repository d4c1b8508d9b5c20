/** The largest terms of a sum, computed when the sum is explained. */
import { signal } from '@preact/signals';
import { asked_answer } from '../numbers/asked.ts';
import { LargestProducts } from '../numbers/products.tsx';
import { Value } from '../numbers/value.tsx';
import type { State } from '../state/state.ts';
import { t } from '../words/i18n.ts';
import type * as recipe from './recipe.ts';
import type { Sum, SumState } from './recipe.ts';

const explained = signal<SumState | undefined>(undefined);

const answer = asked_answer<typeof recipe.terms>('explanations.terms', () => explained.value);

/** Chooses the sum whose terms are shown. */
export function explain_sum(state: State, sum: Sum | undefined): void {
  const { example, edits, pasted, fact, language } = state;
  explained.value = sum && { example, edits, pasted, fact, language, sum };
}

const most_terms = 4;

/** The largest terms, how many others there are, the bias, and the sum. */
export function Terms() {
  const shown = answer.shown.value;
  if (shown === undefined || shown.state !== explained.value) return null;
  const { terms, bias } = shown.value;
  const others = terms.length - most_terms;
  return (
    <p class="explanation_terms">
      <LargestProducts of={shown} count={most_terms} />
      {others > 0 && ` + ${t('explanations.more_terms', { count: others })}`}
      {bias !== undefined && (
        <>
          {' + '}
          <Value of={shown} path="bias" style="cell" />
        </>
      )}
      {' = '}
      <Value of={shown} path="sum" style="precise" />
    </p>
  );
}
