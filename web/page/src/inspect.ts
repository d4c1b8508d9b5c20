/** Asks a number where it comes from. The program is that of this moment: what changes later changes neither number nor program. */
import { untracked } from '@preact/signals';
import { as_code } from './core/as_code.ts';
import type { CodeState, NumberName } from './core/as_code.ts';
import { forward_request } from './panels/forward_request.ts';
import { panel_in_view } from './guide.ts';
import { current_state, store } from './store.ts';

export function inspect(name: NumberName, value: number): void {
  const state = untracked((): CodeState => ({ ...current_state(), pasted: forward_request()?.pasted }));
  store.inspected.value = { ...name, value, code: as_code(name, state) };
}

/** The same for the element that shows the number. */
export function inspect_element(element: HTMLDataElement): void {
  const { call = '', tensor = '', index = '' } = element.dataset;
  inspect({ call, tensor, index }, Number(element.value));
}

/** For the keyboard: asks the number after the focused one, or the first one after the focus or of the panel in view. */
export function inspect_next(): boolean {
  const focused = document.activeElement ?? document.body;
  const from = focused === document.body ? (document.getElementById(panel_in_view.peek()) ?? focused) : focused;
  const numbers = Array.from(document.querySelectorAll<HTMLDataElement>('main data[data-call]'));
  // Neither what is folded away, nor what is covered until it has been guessed.
  const is_seen = (number: Element) => number.getClientRects().length > 0 && number.closest('[inert]') === null;
  const follows = (number: Element) => (from.compareDocumentPosition(number) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const next = numbers.find((number) => follows(number) && is_seen(number));
  if (next === undefined) return false;
  next.tabIndex = -1;
  next.focus();
  inspect_element(next);
  return true;
}
