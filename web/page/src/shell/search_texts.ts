/**
 * Search in the texts of the steps, exercises and definitions; loaded with the jump dialog's first
 * use. A found text is shown in its step, in the folded part that has it.
 */
import { answer_shown } from '../quiz/revealed_answers.ts';
import { entry_of } from '../steps/entries.ts';
import { steps, type StepName } from '../steps/index.ts';
import { term_anchor, terms } from '../words/glossary_terms.ts';
import { add_messages, current_language, loaded_messages, t } from '../words/i18n.ts';
import { go_to_anchor } from './navigate.ts';
import { contains_words, normalize_text } from './search_words.ts';

interface SearchableText {
  /** The element that it leads to, before the text itself is found. */
  readonly anchor: string;
  /** Title of the step or name of the term. */
  readonly title: string;
  readonly step: StepName;
  readonly text: string;
  /** The longest run of letters without a tag or an inserted value, by which it is found. */
  readonly piece: string;
}

/** Messages of the page that a step shows, by their beginnings. */
const shown_by: readonly (readonly [beginning: string, step: StepName])[] = [
  ['example.', 'feed_forward'],
  ['matrix.hint', 'feed_forward'],
  ['sparsity.', 'hidden'],
];

/** Messages for screen readers, in drawings or in answers of guesses: not to be read in a list. */
const not_searched = /(_label|_description|_answer|_aria|_error)$|\.(description|symbol_)/;
/** While a guess is open, the rest of its step could give the answer away. */
const before_the_guess = /\.(title|lead|try|guess)$|_(title|about)$/;

/** A placeholder, or a plural with placeholders in its forms. */
const placeholder = /\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g;
const without_markup = (text: string) => text.replace(/<\/?\w+>/g, '').replace(placeholder, '…');

function longest_piece(text: string): string {
  const pieces = text.replace(placeholder, '{}').split(/<\/?\w+>|\{\}/);
  return pieces.reduce((best, piece) => (piece.length > best.length ? piece : best), '').trim();
}

const guesses_open = (step: StepName) =>
  (entry_of(step).guesses ?? []).some((name) => !answer_shown(name));

function searchable(step: StepName, key: string, message: string): SearchableText | undefined {
  if (not_searched.test(key) || (guesses_open(step) && !before_the_guess.test(key))) return;
  const term = terms.find(({ id }) => key === `glossary.term_${id}`);
  return {
    anchor: term ? term_anchor(term.id) : step,
    title: term ? term[current_language()] : t(`${step}.title`),
    step,
    text: without_markup(message),
    piece: longest_piece(message),
  };
}

/** Shortest text that is more than a label. */
const shortest = 24;

/** Returns the texts of all steps, which it loads. */
export async function searchable_texts(): Promise<readonly SearchableText[]> {
  const of_step = await Promise.all(
    steps.map(async (step) => {
      // A step that cannot be loaded is not searched.
      const messages = await add_messages(`steps/${step}`).catch(() => ({}));
      return Object.entries(messages).map(([key, text]) => [step, key, text] as const);
    }),
  );
  const of_page = loaded_messages().flatMap(([key, text]) => {
    const step = shown_by.find(([beginning]) => key.startsWith(beginning))?.[1];
    return step ? [[step, key, text] as const] : [];
  });
  return [...of_step.flat(), ...of_page]
    .filter(([, , text]) => text.length >= shortest)
    .flatMap(([step, key, text]) => searchable(step, key, text) ?? []);
}

const [before, after] = [24, 72];

/** Returns the part of a text around the first word of the query, cut between words. */
export function excerpt(text: string, query: string): string {
  const [word = ''] = normalize_text(query).trim().split(/\s+/);
  const found = Math.max(0, Array.from(text, normalize_text).join('').indexOf(word));
  const [from, to] = [found - before, found + after];
  const start = from <= 0 ? 0 : text.indexOf(' ', from) + 1;
  const end = to >= text.length ? text.length : text.lastIndexOf(' ', to);
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
}

const most = 24;

/** Returns the texts that contain every word of the query. */
export const find_texts = (texts: readonly SearchableText[], query: string) =>
  query.trim().length < 2
    ? []
    : texts.filter(({ text }) => contains_words(text, query)).slice(0, most);

/** Safari has `checkVisibility` since 17.4; before, an element that has a box counts as visible. */
const is_visible = (element: Element): boolean =>
  'checkVisibility' in Element.prototype
    ? element.checkVisibility()
    : element.getClientRects().length > 0;

/** Returns the element of the step that shows a text. */
function element_with(step: Element, piece: string): HTMLElement | null {
  const walker = document.createTreeWalker(step, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { textContent, parentElement } = walker.currentNode;
    if (!parentElement || !textContent?.includes(piece)) continue;
    if (is_visible(parentElement)) return parentElement;
  }
  return null;
}

const wait_ms = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

/** Returns what a function finds, as soon as it finds something; it is asked for some seconds. */
async function soon<Found>(find: () => Found | null, tries: number): Promise<Found | null> {
  const found = find();
  if (found !== null || tries === 0) return found;
  await wait_ms(50);
  return soon(find, tries - 1);
}

/** Opens the folded part of a step that has the text; the others stay as they are. */
async function unfold_text(step: Element, piece: string): Promise<HTMLElement | null> {
  const closed = step.querySelectorAll<HTMLDetailsElement>('details.folded:not([open])');
  for (const part of closed) part.open = true;
  const found = await soon(() => element_with(step, piece), 20);
  for (const part of closed) if (!part.contains(found)) part.open = false;
  return found;
}

/** Opens the step of a text, shows the text and marks it for some seconds. */
export async function go_to_text({ anchor, step: name, piece }: SearchableText): Promise<void> {
  go_to_anchor(anchor);
  const step = await soon(() => {
    const section = document.getElementById(name);
    return section?.querySelector('.step_waiting') === null ? section : null;
  }, 100);
  if (step === null) return;
  const found = element_with(step, piece) ?? (await unfold_text(step, piece));
  if (found === null) return;
  found.scrollIntoView({ block: 'center', behavior: 'instant' });
  found.classList.add('found_text');
  await wait_ms(4000);
  found.classList.remove('found_text');
}
