import { complete_addresses } from '#edition/addresses.ts';
import { keep_offline } from '#edition/keep_offline.ts';
import { effect } from '@preact/signals';
import { render } from 'preact';
import { App } from './app.tsx';
import { draw_at_once, draw_in_turn } from './components/in_turn.tsx';
import { core_state, restart } from './core/client.ts';
import { set_language } from './i18n.ts';
import type { Catalogue } from './i18n.ts';
import type { Language } from './languages.ts';
import { panels } from './panels/index.ts';
import { connect_address } from './store.ts';
import './styles/index.css';

function keep_offline_when_ready(): void {
  const stop = effect(() => {
    // Later than everything that the page itself needs.
    if (core_state.value.phase !== 'ready') return;
    keep_offline();
    queueMicrotask(() => stop());
  });
}

function draw(): void {
  const root = document.getElementById('app');
  if (root === null) throw new Error('the page has no element #app');
  root.replaceChildren();
  if (panels.some(({ id }) => location.hash === `#${id}`)) draw_at_once(panels.length);
  render(<App />, root);
  draw_in_turn(panels.length);
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

/** Draws the page in its language. The words come first; the numbers follow when the core has started. */
export function start(language: Language, messages: Catalogue): void {
  set_language(language, messages);
  connect_address();
  complete_addresses();
  restart();
  keep_offline_when_ready();
  // In a task of its own, after the one that has read the scripts.
  setTimeout(draw);
}
