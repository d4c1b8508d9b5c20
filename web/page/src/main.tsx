import { render } from 'preact';
import { App } from './app.tsx';
import { restart } from './core/client.ts';
import { set_language } from './i18n.ts';
import type { Catalogue } from './i18n.ts';
import type { Language } from './languages.ts';
import { arrive, watch_panels } from './navigate.ts';
import { panels } from './panels/index.ts';
import { connect_address } from './store.ts';
import './styles/index.css';

/** Draws the page in its language. The words come first; the numbers follow when the core has started. */
export function start(language: Language, messages: Catalogue): void {
  set_language(language, messages);
  connect_address();
  const root = document.getElementById('app');
  if (root === null) throw new Error('the page has no element #app');
  root.replaceChildren();
  render(<App />, root);
  restart();
  const names = panels.map(({ id }) => id);
  watch_panels(names);
  arrive(names);
}
