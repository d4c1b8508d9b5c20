import { complete_addresses } from '#edition/addresses.ts';
import { register_service_worker } from '#edition/register_service_worker.ts';
import { effect } from '@preact/signals';
import { render } from 'preact';
import { App } from './app.tsx';
import { render_on_interaction } from './shell/lazy_section.tsx';
import { core_state, restart } from './numbers/client.ts';
import { connect_document } from './shell/document_state.ts';
import { prevent_drop_navigation } from './shell/drop_guard.ts';
import { listen_to_keys } from './controls/keys.ts';
import { register_page_keys } from './shell/page_keys.ts';
import { set_language } from './words/i18n.ts';
import type { Catalogue, LazyCatalogues } from './words/i18n.ts';
import type { Language } from './words/languages.ts';
import { follow_addresses, follow_focus, go_to_address, observe_panels } from './numbers/navigate.ts';
import { set_program_loader } from './numbers/inspect.ts';
import { panels } from './steps/index.ts';
import { connect_address } from './numbers/store.ts';

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
  const names = panels.map(({ id }) => id);
  const start_navigation = () => {
    observe_panels(names);
    go_to_address(names);
    follow_addresses(names);
  };
  render_on_interaction(names.length);
  // Preact reuses the elements of the static HTML that match and removes the others.
  render(<App on_rendered={start_navigation} />, root);
}

/** Sets up state, keys and worker, and renders the page; numbers follow when the core is ready. */
export function start(language: Language, messages: Catalogue, lazy: LazyCatalogues): void {
  set_language(language, messages, lazy);
  connect_address();
  connect_document();
  prevent_drop_navigation();
  complete_addresses();
  set_program_loader(async (answer, path) => (await import('./steps/programs.ts')).make_program(answer, path));
  register_page_keys();
  listen_to_keys();
  follow_focus();
  restart();
  register_service_worker_when_ready();
  // A separate task, so that rendering does not lengthen the task that evaluates the scripts.
  setTimeout(render_page);
}
