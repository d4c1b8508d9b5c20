import { complete_addresses, register_service_worker } from '#edition/page.ts';
import { start_worker } from '#edition/start_worker.ts';
import { effect } from '@preact/signals';
import { render } from 'preact';
import { App } from './app.tsx';
import { core_state, restart, set_worker_start } from './compute/connection.ts';
import { prevent_drop_navigation } from './controls/file_drop.ts';
import { listen_to_keys } from './controls/keys.ts';
import { register_page_keys } from './shell/page_keys.tsx';
import { set_language, type Catalogue, type StepCatalogues } from './words/i18n.ts';
import type { Language } from './words/languages.ts';
import { set_explanation_loader } from './numbers/provenance_card.tsx';
import { connect_document } from './shell/connect_document.ts';
import { places, start_navigation } from './shell/navigate.ts';
import { name_sheets } from './shell/print_tools.tsx';
import { connect_address } from './state/store.ts';

function register_service_worker_when_ready(): void {
  const stop = effect(() => {
    // Waits for the core, so that precaching does not compete with the page's own downloads.
    if (core_state.value.phase !== 'ready') return;
    register_service_worker();
    queueMicrotask(() => stop());
  });
}

function render_page(): void {
  const root = document.getElementById('app');
  if (root === null) throw new Error('the page has no element #app');
  // Preact reuses the elements of the static HTML that match and removes the others.
  render(<App />, root);
  delete document.documentElement.dataset.opens;
}

/** Sets up state, keys and worker, and renders the page; numbers follow when the core is ready. */
export function start(language: Language, messages: Catalogue, of_steps: StepCatalogues): void {
  set_language(language, messages, of_steps);
  set_worker_start(start_worker);
  connect_address(places);
  start_navigation();
  connect_document();
  prevent_drop_navigation();
  complete_addresses();
  set_explanation_loader(async (answer, path) =>
    (await import('./steps/programs.ts')).explain(answer, path),
  );
  register_page_keys();
  name_sheets();
  listen_to_keys();
  restart();
  register_service_worker_when_ready();
  // A separate task, so that rendering does not lengthen the task that evaluates the scripts.
  setTimeout(render_page);
}
