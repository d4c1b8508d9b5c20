/** Targets of the jump dialog: steps, the headings in them, and glossary terms. */
import { current_language, t } from '../words/i18n.ts';
import { term_anchor, terms } from '../words/glossary_terms.ts';
import { loaded_parts, part_anchor, part_title } from '../words/parts.ts';
import { step_named, steps } from '../steps/index.ts';
import { go_to_anchor, go_to_step, place_of } from './navigate.ts';

export interface JumpTarget {
  readonly id: string;
  readonly title: string;
  /** Translated label of its kind: step or term; of a heading, the title of its step. */
  readonly kind: string;
  readonly go: () => void;
}

export function jump_targets(): readonly JumpTarget[] {
  const language = current_language();
  return [
    ...steps.map(({ id }) => ({ id, title: t(`${id}.title`), kind: t('jump.panel'), go: () => go_to_step(id) })),
    ...loaded_parts().flatMap((part) => {
      const id = part_anchor(part);
      const step = step_named(place_of(id));
      return step ? [{ id, title: part_title(part), kind: t(`${step.id}.title`), go: () => go_to_anchor(id) }] : [];
    }),
    ...terms.map((term) => {
      const id = term_anchor(term.id);
      return { id, title: term[language], kind: t('jump.term'), go: () => go_to_anchor(id) };
    }),
  ];
}
