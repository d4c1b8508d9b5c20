/**
 * Entry code of the pages: loads main.tsx, or embed.tsx, only after the static HTML is painted, so that little
 * competes with the first paint.
 */
import type { Catalogue, StepCatalogues } from '../words/i18n.ts';
import type { Language } from '../words/languages.ts';
import '../styles/index.css';

/**
 * A window that is hidden or covered paints late or never; the page does not wait longer than this
 * for it, in milliseconds.
 */
const longest_wait = 250;

/** Calls `act` when the first text is on the screen: a frame's callback runs before that. */
function after_paint(act: () => void): void {
  const painted = new Promise<void>((done) => {
    new PerformanceObserver((list, observer) => {
      if (list.getEntriesByName('first-contentful-paint').length === 0) return;
      observer.disconnect();
      done();
    }).observe({ type: 'paint', buffered: true });
  });
  const waited = new Promise<void>((done) => setTimeout(done, longest_wait));
  void Promise.race([painted, waited]).then(act);
}

/** Fetches the scripts of the page and of its worker side by side (plugins/script_preload.ts). */
function preload_scripts(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-rel]'))
    link.rel = link.dataset.rel ?? '';
}

/**
 * Adds an error notice to the static page with plain DOM calls: neither Preact nor the components
 * are loaded.
 */
function show_load_error(text: string, button_text: string): void {
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'button',
    textContent: button_text,
  });
  button.addEventListener('click', () => location.reload());
  const notice = Object.assign(document.createElement('p'), { className: 'notice', role: 'alert' });
  notice.append(text, ' ', button);
  delete document.documentElement.dataset.opens;
  document.getElementById('loading')?.remove();
  (document.querySelector('.hero .lead') ?? document.body.firstElementChild)?.after(notice);
}

/**
 * Tells browsers that run the page's scripts and style sheets from those older than the versions in
 * `core.unsupported`.
 */
const is_current = () =>
  'toSorted' in Array.prototype &&
  CSS.supports('selector(:has(a)) and (color: color-mix(in srgb, red, red))');

/** Shows the notice of template.html above the static page, which can be read without the scripts. */
function show_old_browser(): void {
  delete document.documentElement.dataset.opens;
  document.getElementById('old_browser')?.removeAttribute('hidden');
}

interface Page {
  readonly start: (language: Language, messages: Catalogue, of_steps: StepCatalogues) => void;
}

export function begin(
  language: Language,
  messages: Catalogue,
  of_steps: StepCatalogues,
  load: () => Promise<Page> = () => import('../main.tsx'),
): void {
  if (!is_current()) return show_old_browser();
  after_paint(() => {
    preload_scripts();
    load().then(
      ({ start }) => start(language, messages, of_steps),
      (error: unknown) => {
        if (error instanceof SyntaxError) show_old_browser();
        else show_load_error(messages['lazy.failed'], messages['lazy.again']);
      },
    );
  });
}
