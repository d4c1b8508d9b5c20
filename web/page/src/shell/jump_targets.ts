/** Targets of the jump dialog: steps and glossary terms. */
import { current_language, t } from '../words/i18n.ts';
import { go_to_anchor, go_to_step } from './navigate.ts';
import { term_anchor, terms } from '../words/glossary_terms.ts';
import { steps } from '../steps/index.ts';

export interface JumpTarget {
  readonly id: string;
  readonly title: string;
  /** Translated label of its kind: step or term. */
  readonly kind: string;
  readonly go: () => void;
}

export function jump_targets(): readonly JumpTarget[] {
  const language = current_language();
  return [
    ...steps.map(({ id }) => ({ id, title: t(`${id}.title`), kind: t('jump.panel'), go: () => go_to_step(id) })),
    ...terms.map((term) => {
      const id = term_anchor(term.id);
      return { id, title: term[language], kind: t('jump.term'), go: () => go_to_anchor(id) };
    }),
  ];
}
