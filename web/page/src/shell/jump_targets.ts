/** Targets of the jump dialog: panels and glossary terms. */
import { current_language, t } from '../words/i18n.ts';
import { go_to_panel, go_to_anchor } from '../numbers/navigate.ts';
import { term_anchor, terms } from '../words/glossary_terms.ts';
import { panels } from '../steps/index.ts';

export interface JumpTarget {
  readonly id: string;
  readonly title: string;
  /** Translated label of its kind: panel or term. */
  readonly kind: string;
  readonly go: () => void;
}

export function jump_targets(): readonly JumpTarget[] {
  const language = current_language();
  return [
    ...panels.map(({ id, title }) => ({ id, title: t(title), kind: t('jump.panel'), go: () => go_to_panel(id) })),
    ...terms.map((term) => {
      const id = term_anchor(term.id);
      return { id, title: term[language], kind: t('jump.term'), go: () => go_to_anchor(id) };
    }),
  ];
}
