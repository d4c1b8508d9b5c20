/** The answers about the hidden units that hold the chosen fact. */
import { computed } from '@preact/signals';
import { corpus, facts_answer } from '../../facts/answers.ts';
import { same_fact, sentence, unit } from '../../facts/chosen.ts';
import type { Sentence } from '../../facts/corpus.ts';
import { store } from '../../numbers/store.ts';

const twin = () => ({ activation: store.fact_activation.value });

export const memory = facts_answer('memory', () => (unit.value === undefined ? undefined : { ...twin(), unit: unit.value }));

/** The sentences whose hidden activations are compared: the fact in all its wordings, then another fact of the same kind. */
export const compared = computed((): readonly Sentence[] => {
  const [chosen] = same_fact.value;
  if (chosen === undefined) return [];
  const other = corpus.value?.sentences.find(
    ({ language, relation, subject, wording }) =>
      language === chosen.language && relation === chosen.relation && wording === chosen.wording && subject !== chosen.subject,
  );
  return [...same_fact.value, ...(other ? [other] : [])];
});

/** Both twins about the chosen fact. */
export const twins = facts_answer('twins', () => sentence.value && { prompt: sentence.value.prompt });

export const strips = facts_answer('strips', () =>
  compared.value.length === 0 ? undefined : { ...twin(), prompts: compared.value.map(({ prompt }) => prompt) },
);
