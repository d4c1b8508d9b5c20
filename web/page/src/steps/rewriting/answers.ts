/** The answers about facts that are silenced or rewritten. */
import { computed } from '@preact/signals';
import { corpus, facts_answer } from '../../facts/answers.ts';
import { same_fact, sentence } from '../../facts/chosen.ts';
import type { Sentence } from '../../facts/corpus.ts';
import { store } from '../../numbers/store.ts';

const twin = () => ({ activation: store.fact_activation.value });

export const forgotten = facts_answer(
  'forgotten',
  () => sentence.value && { ...twin(), prompt: sentence.value.prompt, silenced: store.fact_silenced.value },
);

export const rewritten = facts_answer('rewritten', () => corpus.value && { ...twin(), rewrites: store.fact_rewrites.value });

/** Answers that the chosen sentence can have instead: those of the other sentences about the same in its language, each once. */
export const possible_answers = computed((): readonly number[] => {
  const chosen = sentence.value;
  const alike = (corpus.value?.sentences ?? []).filter(
    ({ language, relation }) => language === chosen?.language && relation === chosen.relation,
  );
  return Array.from(new Set(alike.map(({ answer }) => answer))).filter((answer) => answer !== chosen?.answer);
});

/** Returns the sentences of other facts than the chosen one that are no longer answered right. */
export function lost_sentences(answers: Int32Array): readonly Sentence[] {
  const own = new Set(same_fact.value.map(({ number }) => number));
  return (corpus.value?.sentences ?? []).filter(({ number, answer }) => answers[number] !== answer && !own.has(number));
}
