/**
 * The sentence that the user has chosen or typed, what is switched off in the model, and the
 * answers about both.
 */
import { batch, computed } from '@preact/signals';
import { store } from '../state/store.ts';
import { current_language } from '../words/i18n.ts';
import { all_sentences, corpus, facts_answer } from './answers.ts';
import { prompt_text, say_same_fact, type Sentence } from './corpus.ts';
import type { ModelState } from './recipe.ts';
import { is_prompt, language_of } from './typed_prompt.ts';

/** By default the first sentence in the page's language. */
export const sentence = computed((): Sentence | undefined => {
  const all = all_sentences();
  return all[store.fact.value ?? -1] ?? all.find(({ language }) => language === current_language());
});

export function choose_sentence(chosen: Sentence | undefined): void {
  if (chosen === undefined) return;
  batch(() => {
    store.fact.value = chosen.number;
    store.fact_prompt.value = undefined;
    store.fact_silenced.value = 0;
    // In that example the sentence is the input.
    if (store.example.value === 'facts')
      store.edits.value = store.edits.value.filter(({ tensor }) => tensor !== 'x');
  });
}

/**
 * A prompt for the model: the beginning of a sentence of the corpus, or a typed one, which has no
 * right answer.
 */
export type Asked = Pick<Sentence, 'prompt' | 'text' | 'language'> & Partial<Sentence>;

export const asked = computed((): Asked | undefined => {
  const [all, prompt, chosen] = [corpus.value, store.fact_prompt.value, sentence.value];
  if (all === undefined || chosen === undefined || prompt === undefined || !is_prompt(prompt, all))
    return chosen;
  return {
    prompt,
    text: prompt_text(prompt, all.vocabulary),
    language: language_of(prompt, all, chosen.language),
  };
});

export const twin = () => ({ activation: store.fact_activation.value });

export const holders = facts_answer(
  'holders',
  () =>
    sentence.value && { ...twin(), prompt: sentence.value.prompt, answer: sentence.value.answer },
);

/**
 * The unit that the user has chosen, or else the one that contributes most to the sentence's
 * answer.
 */
export const unit = computed(
  (): number | undefined => store.fact_unit.value ?? holders.shown.value?.value.units[0],
);

/** Switches the unit, which then stays the same whatever else is chosen. */
export function switch_unit(on: boolean): void {
  batch(() => {
    store.fact_unit.value = unit.value;
    store.fact_unit_on.value = on;
  });
}

const model_state = computed((): ModelState => {
  const switches = {
    attention: store.fact_attention.value,
    feed_forward: store.fact_network.value,
  };
  const silenced = store.fact_unit_on.value || unit.value === undefined ? [] : [unit.value];
  return { ...twin(), switches: [silenced.length === 0 ? switches : { ...switches, silenced }] };
});

export const next = facts_answer(
  'next',
  () => asked.value && { ...model_state.value, prompt: asked.value.prompt },
);
export const right = facts_answer('right', () => model_state.value);

/** Returns the sentences of a language and a relation. */
export const sentences_alike = ({
  language,
  relation,
}: Pick<Sentence, 'language' | 'relation'>): readonly Sentence[] =>
  all_sentences().filter((other) => other.language === language && other.relation === relation);

/** Returns the other sentences that say the same fact. */
export const others_of_fact = (one: Sentence): readonly Sentence[] =>
  all_sentences().filter((other) => other.number !== one.number && say_same_fact(one, other));

/** Sentences that say the chosen fact: each wording in each language, the chosen sentence first. */
export const same_fact = computed((): readonly Sentence[] => {
  const chosen = sentence.value;
  if (chosen === undefined) return [];
  return [chosen, ...others_of_fact(chosen)];
});
