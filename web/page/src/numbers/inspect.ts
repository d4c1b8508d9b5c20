/** Opens the provenance card of a number. Its program is generated from the state at this moment and does not follow later changes. */
import { untracked } from '@preact/signals';
import { as_code } from './as_code.ts';
import type { CodeState, NumberName } from './as_code.ts';
import { forward_request } from './forward_request.ts';
import { current_state, store } from './store.ts';

export function inspect(name: NumberName, value: number): void {
  const state = untracked((): CodeState => ({ ...current_state(), pasted: forward_request()?.pasted }));
  store.inspected.value = { ...name, value, code: as_code(name, state) };
}

/** Opens the provenance card of the number that a `<data>` element shows. */
export function inspect_element(element: HTMLDataElement): void {
  const { call = '', tensor = '', index = '' } = element.dataset;
  inspect({ call, tensor, index }, Number(element.value));
}

/** Inspects the next number after the focus, or the first one of the step in view if nothing is focused; returns whether there was one. */
export function inspect_next(): boolean {
  const focused = document.activeElement ?? document.body;
  const from = focused === document.body ? (document.getElementById(store.panel.peek()) ?? focused) : focused;
  const numbers = Array.from(document.querySelectorAll<HTMLDataElement>('main data[data-call]'));
  // Excludes collapsed content and answers that are covered until the user has guessed.
  const is_visible = (number: Element) => number.getClientRects().length > 0 && number.closest('[inert]') === null;
  const follows = (number: Element) => (from.compareDocumentPosition(number) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const next = numbers.find((number) => follows(number) && is_visible(number));
  if (next === undefined) return false;
  next.tabIndex = -1;
  next.focus();
  inspect_element(next);
  return true;
}
