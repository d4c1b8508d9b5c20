/** The page for frames: the state of its address, without header, contents and footer. */
import { restart } from './compute/connection.ts';
import { open_links_outside, report_height } from './shell/embed_frame.ts';
import { EmbedPage, follow_embed_address } from './shell/embed_page.tsx';
import { prepare, render_in_page } from './shell/prepare.tsx';
import type { Catalogue, StepCatalogues } from './words/i18n.ts';
import type { Language } from './words/languages.ts';
import './styles/embed.css';

function render_page(): void {
  render_in_page(<EmbedPage />);
  document.getElementById('embed_static')?.remove();
  report_height();
}

/** Sets up state, links and worker, and renders; numbers follow when the core is ready. */
export function start(language: Language, messages: Catalogue, of_steps: StepCatalogues): void {
  prepare(language, messages, of_steps);
  follow_embed_address();
  open_links_outside();
  restart();
  setTimeout(render_page);
}
