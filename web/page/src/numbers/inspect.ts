/** Opens the provenance card of a number. Its program is generated from the state at this moment and does not follow later changes. */
import { untracked } from '@preact/signals';
import { answer_named } from './answers.ts';
import type { Answer } from './answers.ts';
import { as_code } from './as_code.ts';
import type { NumberName } from './as_code.ts';
import { number_at } from './path.ts';
import { current_state, store } from './store.ts';
import type { InspectedNumber } from './store.ts';

export function inspect(name: NumberName, value: number): void {
  store.inspected.value = { ...name, value, code: as_code(name, untracked(current_state)) };
}

/** Generates the program of a number of an answer. */
export type LoadProgram = (answer: Answer, path: string) => Promise<string>;

let load_program: LoadProgram | undefined;

/** Sets what generates the programs of answers; the texts of the recipes belong to the steps. */
export function set_program_loader(load: LoadProgram): void {
  load_program = load;
}

/** Opens the provenance card of a number of an answer; its program follows when its texts are loaded. */
export async function inspect_answer(answer: Answer, path: string): Promise<void> {
  const value = number_at(answer.value, path) ?? NaN;
  const number: InspectedNumber = { call: answer.recipe, tensor: '', index: path, value, code: undefined };
  store.inspected.value = number;
  // Without a network the texts may not load: the card then has no program, and the next click tries again.
  const code = await (answer.program?.(path) ?? load_program?.(answer, path))?.catch(() => undefined);
  if (store.inspected.peek() === number) store.inspected.value = { ...number, code };
}

/** Opens the provenance card of the number that a `<data>` element shows. */
export function inspect_element(element: HTMLDataElement): void {
  const { recipe, path = '' } = element.dataset;
  const answer = recipe === undefined ? undefined : answer_named(recipe);
  if (answer) return void inspect_answer(answer, path);
  const { call = '', tensor = '', index = '' } = element.dataset;
  inspect({ call, tensor, index }, Number(element.value));
}

/** Inspects the next number after the focus, or the first one of the step in view if nothing is focused; returns whether there was one. */
export function inspect_next(): boolean {
  const focused = document.activeElement ?? document.body;
  const from = focused === document.body ? (document.getElementById(store.panel.peek()) ?? focused) : focused;
  const numbers = Array.from(document.querySelectorAll<HTMLDataElement>('main data:is([data-call], [data-recipe])'));
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
