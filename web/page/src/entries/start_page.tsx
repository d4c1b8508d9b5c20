/**
 * Renders the start page to HTML when the page is built: the first paint, before any script has
 * run.
 */
import en_titles from 'virtual:step_titles/en';
import fr_titles from 'virtual:step_titles/fr';
import vi_titles from 'virtual:step_titles/vi';
import { renderToString } from 'preact-render-to-string';
import { App } from '../app.tsx';
import { set_language } from '../words/i18n.ts';
import type { Language } from '../words/languages.ts';
import en from '../words/messages/en.json';
import fr from '../words/messages/fr.json';
import vi from '../words/messages/vi.json';

const catalogues = {
  en: { ...en, ...en_titles },
  fr: { ...fr, ...fr_titles },
  vi: { ...vi, ...vi_titles },
};

export { render_pictures } from './pictures.tsx';

/** Returns the HTML of the element #app. */
export function render_start_page(language: Language): string {
  set_language(language, catalogues[language], {});
  return renderToString(<App />);
}
