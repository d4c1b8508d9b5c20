/** The state of the page that recipes get. */
import type { Tensor } from 'ffn-lab';
import type { Language } from '../words/languages.ts';
import type { ElementReference } from './tensor_names.ts';
import type { UrlState } from './url_state.ts';

export interface State extends UrlState {
  /** The page's language: the example `facts` is by default its first sentence. */
  readonly language: Language;
  /** The user's own input, for the example `pasted`. */
  readonly pasted: Tensor | undefined;
  /** The user's guess of GELU's derivative: x and y of its points. */
  readonly slope_guess: { readonly x: readonly number[]; readonly y: readonly number[] };
  readonly attended: ElementReference | undefined;
  readonly pinned: ElementReference | undefined;
  /** The element of a layer's output whose products are shown; undefined if none is chosen. */
  readonly traced_element: ElementReference | undefined;
  /** First visible feature of the tensors of each width. */
  readonly window_start: Readonly<Record<'d_model' | 'd_ff', number>>;
}

/**
 * Whether two parts of the state are equal: NaN equals itself, and tensors, arrays and plain
 * objects are compared by their elements.
 */
export function same_value(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof Float32Array && b instanceof Float32Array)
    return a.length === b.length && a.every((element, index) => Object.is(element, b[index]));
  const [first, second] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const names = Object.keys(first);
  return (
    names.length === Object.keys(second).length &&
    names.every((name) => name in second && same_value(first[name], second[name]))
  );
}
