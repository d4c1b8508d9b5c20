/** Parts that the page and the page for frames have in common. */
import { start_worker } from '#edition/start_worker.ts';
import { render, type VNode } from 'preact';
import { set_worker_start } from '../compute/connection.ts';
import { announced } from '../controls/announcer.ts';
import { prevent_drop_navigation } from '../controls/file_drop.ts';
import { listen_to_keys } from '../controls/keys.ts';
import { set_explanation_loader } from '../numbers/provenance_card.tsx';
import { store } from '../state/store.ts';
import { set_language, t, type Catalogue, type StepCatalogues } from '../words/i18n.ts';
import type { Language } from '../words/languages.ts';
import { connect_document } from './connect_document.ts';

/** Sets up language, worker, keys and explanations, before the state and the first render. */
export function prepare(language: Language, messages: Catalogue, of_steps: StepCatalogues): void {
  set_language(language, messages, of_steps);
  set_worker_start(start_worker);
  connect_document();
  prevent_drop_navigation();
  set_explanation_loader(async (answer, path) =>
    (await import('../steps/programs.ts')).explain(answer, path),
  );
  listen_to_keys();
}

/** Preact reuses the elements of static HTML that match and removes the others. */
export function render_in_page(page: VNode): void {
  const root = document.getElementById('app');
  if (root === null) throw new Error('the page has no element #app');
  render(page, root);
}

/** Says that the address could not be read. */
export const AddressNotice = () =>
  store.hash_refused.value ? (
    <p class="notice" role="status">
      {t('page.address_refused')}
    </p>
  ) : null;

/** The text that screen readers say of changes elsewhere. */
export const Announced = () => (
  <p class="visually_hidden" role="status">
    {announced.value}
  </p>
);
