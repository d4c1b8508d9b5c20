/** Opens the provenance card of a number; its program is that of the number's answer, whatever the user has changed since. */
import { answer_named } from './answers.ts';
import type { Answer } from './answers.ts';
import { number_at } from './path.ts';
import { store } from './store.ts';
import type { InspectedNumber } from './store.ts';

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
  const number: InspectedNumber = { recipe: answer.recipe, path, value, code: undefined };
  store.inspected.value = number;
  // Without a network the texts may not load: the card then has no program, and the next click tries again.
  const code = await (answer.program?.(path) ?? load_program?.(answer, path))?.catch(() => undefined);
  if (store.inspected.peek() === number) store.inspected.value = { ...number, code };
}

/** Opens the provenance card of the number that a `<data>` element shows. */
export function inspect_element(element: HTMLDataElement): void {
  const { recipe = '', path = '' } = element.dataset;
  const answer = answer_named(recipe);
  if (answer) void inspect_answer(answer, path);
}

/** Inspects the next number after the focus, or the first one of the step in view if nothing is focused; returns whether there was one. */
export function inspect_next(): boolean {
  const focused = document.activeElement ?? document.body;
  const from = focused === document.body ? (document.getElementById(store.panel.peek()) ?? focused) : focused;
  const numbers = Array.from(document.querySelectorAll<HTMLDataElement>('main data[data-recipe]'));
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
