/** The explanation of a term beside its link, which leads on to the entry in the glossary. */
import { render } from 'preact';
import { term_anchor, terms } from '../words/glossary_terms.ts';
import { add_messages, current_language, t } from '../words/i18n.ts';

const name_id = 'term_note_name';
/** Pixels from the link, and at least from the edges of the window. */
const gap = 6;

let note: HTMLElement | undefined;

function make_note(): HTMLElement {
  const element = document.createElement('div');
  element.className = 'term_note';
  element.popover = 'auto';
  element.tabIndex = -1;
  element.setAttribute('role', 'dialog');
  element.setAttribute('aria-labelledby', name_id);
  element.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) element.hidePopover();
  });
  document.body.append(element);
  return element;
}

/**
 * Places the note below the last line of a link, or above its first where there is no space, and in
 * any case inside the window.
 */
function place_beside(lines: readonly DOMRect[], element: HTMLElement): void {
  const first = lines[0] ?? new DOMRect();
  const last = lines.at(-1) ?? first;
  const { clientWidth, clientHeight } = document.documentElement;
  const { offsetWidth, offsetHeight } = element;
  const inside = (place: number, size: number, space: number) =>
    Math.max(gap, Math.min(place, space - size - gap));
  const below = last.bottom + gap;
  const fits = below + offsetHeight + gap <= clientHeight;
  const top = fits ? below : first.top - gap - offsetHeight;
  element.style.top = `${inside(top, offsetHeight, clientHeight)}px`;
  element.style.left = `${inside(last.left, offsetWidth, clientWidth)}px`;
}

/**
 * Explains the term of a link whose lines were at `lines` in the window when it was clicked; rejects
 * if the glossary cannot be loaded.
 */
export async function show_term(link: HTMLAnchorElement, lines: readonly DOMRect[]): Promise<void> {
  const term = terms.find(({ id }) => link.hash === `#${term_anchor(id)}`);
  if (term === undefined) throw new Error(`no term of the glossary: ${link.hash}`);
  await add_messages('steps/glossary');
  const element = (note ??= make_note());
  render(
    <>
      <p id={name_id} class="term_note_name">
        {term[current_language()]}
      </p>
      <p>{t(`glossary.term_${term.id}`)}</p>
      <p>
        <a href={link.hash}>{t('glossary.entry')}</a>
      </p>
    </>,
    element,
  );
  element.showPopover();
  place_beside(lines, element);
  element.focus({ preventScroll: true });
  addEventListener('scroll', () => element.hidePopover(), { once: true, passive: true });
}
