/** The sentence that the user has chosen, what is switched off in the model, and the answers about both. */
import { computed } from '@preact/signals';
import { store } from '../numbers/store.ts';
import { current_language } from '../words/i18n.ts';
import { corpus, facts_answer } from './answers.ts';
import type { Sentence } from './corpus.ts';
import type { ModelState } from './recipe.ts';

/** By default the first sentence in the page's language. */
export const sentence = computed((): Sentence | undefined => {
  const all = corpus.value?.sentences ?? [];
  return all[store.fact.value ?? -1] ?? all.find(({ language }) => language === current_language());
});

export function choose_sentence(chosen: Sentence | undefined): void {
  if (chosen === undefined) return;
  store.fact.value = chosen.number;
  // In that example the sentence is the input.
  if (store.example.value === 'facts') store.edits.value = store.edits.value.filter(({ tensor }) => tensor !== 'x');
}

const model_state = computed((): ModelState => {
  const switches = { attention: store.fact_attention.value, feed_forward: store.fact_network.value };
  return { activation: store.fact_activation.value, switches: [switches] };
});

export const next = facts_answer('next', () => sentence.value && { ...model_state.value, prompt: sentence.value.prompt });
export const right = facts_answer('right', () => model_state.value);

/** Sentences that say the chosen fact: each wording in each language, the chosen sentence first. */
export const same_fact = computed((): readonly Sentence[] => {
  const chosen = sentence.value;
  if (chosen === undefined) return [];
  const others = (corpus.value?.sentences ?? []).filter(
    ({ number, relation, subject }) => number !== chosen.number && relation === chosen.relation && subject === chosen.subject,
  );
  return [chosen, ...others];
});
