/** The largest terms of a sum, computed when the sum is explained. */
import { signal } from '@preact/signals';
import { asked_answer } from '../numbers/asked.ts';
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

/** Returns the indices of the terms, largest magnitude first. */
const order_of = (terms: ArrayLike<number>): number[] =>
  Array.from(terms, (_, k) => k).sort((a, b) => Math.abs(terms[b] ?? 0) - Math.abs(terms[a] ?? 0));

/** The largest terms, how many others there are, the bias, and the sum. */
export function Terms() {
  const shown = answer.shown.value;
  if (shown === undefined || shown.state !== explained.value) return null;
  const { terms, count, bias } = shown.value;
  const largest = order_of(terms).slice(0, most_terms);
  return (
    <p class="explanation_terms">
      {largest.map((k, position) => (
        <span key={k}>
          {position > 0 && ' + '}
          <Value of={shown} path={`left.${k}`} style="cell" />
          {' · '}
          <Value of={shown} path={`right.${k}`} style="cell" />
        </span>
      ))}
      {count > largest.length &&
        ` + ${t('explanations.more_terms', { count: count - largest.length })}`}
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
