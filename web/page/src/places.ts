/** What the reader can jump to. */
import { current_language, t } from './i18n.ts';
import { go_to_panel, go_to_place } from './navigate.ts';
import { term_anchor, terms } from './panels/glossary_terms.ts';
import { panels } from './panels/index.ts';

export interface Place {
  readonly id: string;
  readonly title: string;
  /** What it is, said beside it. */
  readonly kind: string;
  readonly go: () => void;
}

export function all_places(): readonly Place[] {
  const language = current_language();
  return [
    ...panels.map(({ id, title }) => ({ id, title: t(title), kind: t('jump.panel'), go: () => go_to_panel(id) })),
    ...terms.map((term) => {
      const id = term_anchor(term.id);
      return { id, title: term[language], kind: t('jump.term'), go: () => go_to_place(id) };
    }),
  ];
}
