/**
 * The numbers about the language model of the facts. No arithmetic: they are those of ffn-lab. Each function gets the loaded model and a state
 * of its own; its text is a part of the program of its numbers (program.ts).
 */
import type { BlockSwitches, FactTable, Lab, LanguageModel } from 'ffn-lab';
import type { FactActivation } from '../numbers/url_state.ts';

/** A loaded model, and the table of all facts and of those of each language. */
export interface FactsModel {
  readonly model: LanguageModel;
  readonly tables: { readonly all: FactTable; readonly en: FactTable; readonly fr: FactTable; readonly vi: FactTable };
}

/** Which of the twins, and what is switched off in its block. */
export interface ModelState {
  readonly activation: FactActivation;
  readonly switches: readonly BlockSwitches[];
}

/** Number of the most probable words that are shown. */
const shown_words = 6;

/** Returns the most probable next words after a prompt, the most probable one first. */
export function next(_lab: Lab, { model }: FactsModel, { prompt, switches }: ModelState & { readonly prompt: readonly number[] }) {
  const { probabilities, words } = model.next_word(prompt, { top: shown_words, switches });
  return { words: Array.from(words), probabilities: Array.from(words, (word) => probabilities.data[word] ?? NaN) };
}

/** Counts the sentences that the model ends with the right word, of all languages and of each. */
export function right(_lab: Lab, { tables }: FactsModel, { switches }: ModelState) {
  const count = (table: FactTable) => ({ right: table.right({ switches }), of: table.count });
  return { all: count(tables.all), en: count(tables.en), fr: count(tables.fr), vi: count(tables.vi) };
}
