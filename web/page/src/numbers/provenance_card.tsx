/** Provenance card of a number: all its digits, and an explanation with programs that compute it. */
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Button } from '../controls/button.tsx';
import { format_number, t } from '../words/i18n.ts';
import { answer_named, type Answer } from './answers.ts';
import { number_at } from './path.ts';
import { store, type InspectedNumber } from '../state/store.ts';

let load_explanation: ((answer: Answer, path: string) => Promise<VNode>) | undefined;

/** Sets the function that explains answers; the texts of the recipes belong to the steps. */
export const set_explanation_loader = (load: NonNullable<typeof load_explanation>) =>
  void (load_explanation = load);

/**
 * Opens the provenance card of a number of an answer; the explanation follows when its texts are
 * loaded.
 */
export async function inspect_answer(answer: Answer, path: string): Promise<void> {
  const value = number_at(answer.value, path) ?? NaN;
  const number: InspectedNumber = { recipe: answer.recipe, path, value, explanation: undefined };
  store.inspected.value = number;
  // Without a network the texts may not load: the card then has the digits alone, and the next
  // click tries again.
  const explanation = await load_explanation?.(answer, path).catch(() => undefined);
  if (store.inspected.peek() === number) store.inspected.value = { ...number, explanation };
}

function inspect_element({ dataset: { recipe = '', path = '' } }: HTMLDataElement): void {
  const answer = answer_named(recipe);
  if (answer) void inspect_answer(answer, path);
}

/**
 * Inspects the next number after the focus, or the first one of the step in view if nothing is
 * focused; returns whether there was one.
 */
export function inspect_next(): boolean {
  const focused = document.activeElement ?? document.body;
  const from =
    focused === document.body ? (document.getElementById(store.panel.peek()) ?? focused) : focused;
  const numbers = Array.from(document.querySelectorAll<HTMLDataElement>('main data[data-recipe]'));
  // Excludes collapsed content and answers that are covered until the user has guessed.
  const is_visible = (number: Element) =>
    number.getClientRects().length > 0 && number.closest('[inert]') === null;
  const follows = (number: Element) =>
    (from.compareDocumentPosition(number) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const next = numbers.find((number) => follows(number) && is_visible(number));
  if (next === undefined) return false;
  next.tabIndex = -1;
  next.focus();
  inspect_element(next);
  return true;
}

/** Inspects the clicked number; ignores clicks on interactive elements. */
function inspect_at({ target }: MouseEvent): void {
  if (!(target instanceof Element) || target.closest('button, a, label, summary, [role="option"]'))
    return;
  const element = target.closest<HTMLDataElement>('data[data-recipe]');
  if (!element) return;
  inspect_element(element);
}

/** Closes the card; moves the focus to the main element if it was in the card. */
function close(): void {
  if (document.activeElement?.closest('.provenance'))
    document.getElementById('main')?.focus({ preventScroll: true });
  store.inspected.value = undefined;
}

function Card({ number }: { readonly number: InspectedNumber }) {
  const { recipe, path, value, explanation } = number;
  return (
    <aside class="provenance" aria-label={t('provenance.label')}>
      <div class="provenance_head">
        <p role="status">
          {t('provenance.title')} <strong class="number">{format_number(value, 'precise')}</strong>
        </p>
        <Button text={t('provenance.close')} small on_click={close} />
      </div>
      <p class="hint">
        <code>{`${recipe} · ${path}`}</code>
      </p>
      {explanation}
    </aside>
  );
}

/**
 * The card of the inspected number. A click on any number of the core opens it, Escape closes it.
 */
export function ProvenanceCard() {
  useEffect(() => {
    const on_key = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && document.querySelector('dialog[open]') === null) close();
    };
    document.addEventListener('click', inspect_at);
    document.addEventListener('keydown', on_key);
    return () => {
      document.removeEventListener('click', inspect_at);
      document.removeEventListener('keydown', on_key);
    };
  }, []);
  const number = store.inspected.value;
  return number === undefined ? null : <Card number={number} />;
}
