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

/** Places the note below the last line of the link, or above its first where there is no space. */
function place_beside(link: Element, element: HTMLElement): void {
  const lines = Array.from(link.getClientRects());
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined) return;
  const { clientWidth, clientHeight } = document.documentElement;
  const { offsetWidth, offsetHeight } = element;
  const below = last.bottom + gap + offsetHeight <= clientHeight;
  const top = below ? last.bottom + gap : Math.max(gap, first.top - gap - offsetHeight);
  const left = Math.max(gap, Math.min(last.left, clientWidth - offsetWidth - gap));
  element.style.top = `${top}px`;
  element.style.left = `${left}px`;
}

/** Explains the term of a link; rejects if the glossary cannot be loaded. */
export async function show_term(link: HTMLAnchorElement): Promise<void> {
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
  place_beside(link, element);
  element.focus({ preventScroll: true });
  addEventListener('scroll', () => element.hidePopover(), { once: true, passive: true });
}
