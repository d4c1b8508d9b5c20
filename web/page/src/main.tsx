import { complete_addresses, register_service_worker } from '#edition/page.ts';
import { App } from './app.tsx';
import { restart } from './compute/connection.ts';
import { when_at_rest } from './compute/rest.ts';
import { places, start_navigation } from './shell/navigate.ts';
import { register_page_keys } from './shell/page_keys.tsx';
import { prepare, render_in_page } from './shell/prepare.tsx';
import { name_sheets } from './shell/print_tools.tsx';
import { connect_address } from './state/store.ts';
import type { Catalogue, StepCatalogues } from './words/i18n.ts';
import type { Language } from './words/languages.ts';

function render_page(): void {
  render_in_page(<App />);
  delete document.documentElement.dataset.opens;
}

/** Sets up state, keys and worker, and renders the page; numbers follow when the core is ready. */
export function start(language: Language, messages: Catalogue, of_steps: StepCatalogues): void {
  prepare(language, messages, of_steps);
  connect_address(places);
  start_navigation();
  complete_addresses();
  register_page_keys();
  name_sheets();
  restart();
  when_at_rest(register_service_worker);
  // A separate task, so that rendering does not lengthen the task that evaluates the scripts.
  setTimeout(render_page);
}
