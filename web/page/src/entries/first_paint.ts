/** Entry code of the pages: loads main.tsx only after the static HTML is painted, so that nothing competes with the first paint. */
import type { Catalogue, StepCatalogues } from '../words/i18n.ts';
import type { Language } from '../words/languages.ts';
import '../styles/index.css';

const after_paint = (act: () => void) => (document.hidden ? act() : requestAnimationFrame(() => setTimeout(act)));

/** Adds an error notice to the static page with plain DOM calls: neither Preact nor the components are loaded. */
function show_load_error(text: string, button_text: string): void {
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'button', textContent: button_text });
  button.addEventListener('click', () => location.reload());
  const notice = Object.assign(document.createElement('p'), { className: 'notice', role: 'alert' });
  notice.append(text, ' ', button);
  delete document.documentElement.dataset.opens;
  document.querySelector('.hero .lead')?.after(notice);
}

export function begin(language: Language, messages: Catalogue, of_steps: StepCatalogues): void {
  after_paint(() => {
    import('../main.tsx').then(
      ({ start }) => start(language, messages, of_steps),
      () => show_load_error(messages['lazy.failed'], messages['lazy.again']),
    );
  });
}
