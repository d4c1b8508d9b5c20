/** The page for frames: the state of its address, without header, contents and footer. */
import { start_worker } from '#edition/start_worker.ts';
import { render } from 'preact';
import { restart, set_worker_start } from './compute/connection.ts';
import { prevent_drop_navigation } from './controls/file_drop.ts';
import { listen_to_keys } from './controls/keys.ts';
import { set_explanation_loader } from './numbers/provenance_card.tsx';
import { connect_document } from './shell/connect_document.ts';
import { EmbedPage, follow_embed_address } from './shell/embed_page.tsx';
import { open_links_outside, report_height } from './shell/embed_frame.ts';
import { set_language, type Catalogue, type StepCatalogues } from './words/i18n.ts';
import type { Language } from './words/languages.ts';
import './styles/embed.css';

function render_page(): void {
  const root = document.getElementById('app');
  if (root === null) throw new Error('the page has no element #app');
  render(<EmbedPage />, root);
  document.getElementById('embed_static')?.remove();
  report_height();
}

/** Sets up state, links and worker, and renders; numbers follow when the core is ready. */
export function start(language: Language, messages: Catalogue, of_steps: StepCatalogues): void {
  set_language(language, messages, of_steps);
  set_worker_start(start_worker);
  follow_embed_address();
  connect_document();
  prevent_drop_navigation();
  set_explanation_loader(async (answer, path) =>
    (await import('./steps/programs.ts')).explain(answer, path),
  );
  listen_to_keys();
  open_links_outside();
  restart();
  setTimeout(render_page);
}
