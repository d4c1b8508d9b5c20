/** A sum of products in one line, the largest terms first. */
import { Value } from './value.tsx';
import type { Answer } from './answers.ts';

export interface Products {
  readonly input: ArrayLike<number>;
  readonly weight: ArrayLike<number>;
  readonly terms: ArrayLike<number>;
}

/** Returns the indices of the terms, largest magnitude first. */
export const order_of = (terms: ArrayLike<number>): number[] =>
  Array.from(terms, (_, k) => k).sort((a, b) => Math.abs(terms[b] ?? 0) - Math.abs(terms[a] ?? 0));

/** The largest products: an input times a weight, plus the next. */
export const LargestProducts = ({
  of,
  count,
}: {
  readonly of: Answer<Products>;
  readonly count: number;
}) => (
  <>
    {order_of(of.value.terms)
      .slice(0, count)
      .map((k, position) => (
        <span key={k}>
          {position > 0 && ' + '}
          <Value of={of} path={`input.${k}`} style="cell" />
          {' · '}
          <Value of={of} path={`weight.${k}`} style="cell" />
        </span>
      ))}
  </>
);
