/**
 * Results of training variants of the models of the facts: ahead by web/model/train, and of one
 * variant here.
 */
import { signal } from '@preact/signals';
import { facts_answer, type FactsAnswer } from './answers.ts';

export const variants = facts_answer('variants', () => ({}));
export type Variants = FactsAnswer<'variants'>;

/** Hidden units of the model that is trained here; undefined until the user asks for it. */
export const wanted_width = signal<number | undefined>(undefined);

export const trained_here = facts_answer('trained', () =>
  wanted_width.value === undefined ? undefined : { activation: 'gelu', d_ff: wanted_width.value },
);
