/** The words first: everything else is fetched once they are painted, so that nothing competes with them for the network or the processor. */
import type { Catalogue, LazyCatalogues } from './i18n.ts';
import type { Language } from './languages.ts';
import './styles/index.css';

const after_paint = (act: () => void) => (document.hidden ? act() : requestAnimationFrame(() => setTimeout(act)));

/** In place of the page, whose words can be read all the same; with what the static page has, for nothing else has come. */
function show_load_error(text: string, again: string): void {
  const notice = document.createElement('p');
  notice.className = 'notice';
  notice.setAttribute('role', 'alert');
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button';
  button.textContent = again;
  button.addEventListener('click', () => location.reload());
  notice.append(text, ' ', button);
  document.querySelector('.first_paint .lead')?.after(notice);
}

/** Draws the page in its language as soon as its words have been painted without it. */
export function begin(language: Language, messages: Catalogue, lazy: LazyCatalogues): void {
  after_paint(() => {
    import('./main.tsx').then(
      ({ start }) => start(language, messages, lazy),
      () => show_load_error(messages['late.failed'], messages['late.again']),
    );
  });
}
