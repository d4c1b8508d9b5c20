/** Reads a typed beginning of a sentence as tokens of the vocabulary, and completes it. */
import { text_of, tokens_of, words_of } from '../../../model/tokens.mjs';
import { languages, type Language } from '../words/languages.ts';
import type { Corpus, Sentence } from './corpus.ts';

export interface TypedPrompt {
  /** The tokens before the first word that is not a token. */
  readonly tokens: readonly number[];
  /** That word; empty if all words are tokens. */
  readonly word: string;
  /**
   * `unfinished`: a token may begin with the word; `unknown`: none does; `too_long`: the model has
   * no positions for so many tokens.
   */
  readonly state: 'read' | 'unfinished' | 'unknown' | 'too_long';
  /** Tokens that may stand in place of the word, the likeliest first. */
  readonly expected: readonly string[];
}

const begins = (text: string, beginning: string) =>
  text.toLowerCase().startsWith(beginning.toLowerCase());
const starts_with = (tokens: readonly number[], beginning: readonly number[]) =>
  beginning.every((token, place) => tokens[place] === token);

/** Spells a text as the corpus does: composed letters, typographic apostrophes, single spaces. */
const spelled = (text: string) =>
  text.normalize('NFC').replace(/['ʼ]/g, '’').replace(/\s+/g, ' ').trim();

/** Returns the tokens that follow others in the sentences of the corpus, before their answers. */
function followers(
  tokens: readonly number[],
  { vocabulary, sentences }: Corpus,
): readonly string[] {
  const longer = sentences.filter(
    ({ prompt }) => prompt.length > tokens.length && starts_with(prompt, tokens),
  );
  return Array.from(
    new Set(longer.map(({ prompt }) => vocabulary[prompt[tokens.length] ?? -1] ?? '')),
  );
}

export function read_prompt(text: string, corpus: Corpus): TypedPrompt {
  const { vocabulary, longest } = corpus;
  const words = words_of(spelled(text));
  const read = (count: number) => tokens_of(text_of(words.slice(0, count)), vocabulary);
  let count = words.length;
  while (read(count) === undefined) count--;
  const tokens = (read(count) ?? []).map((word) => vocabulary.indexOf(word));
  const following = followers(tokens, corpus);
  const common = { tokens, word: words[count] ?? '' };
  if (tokens.length > longest) return { ...common, state: 'too_long', expected: [] };
  if (count === words.length) return { ...common, state: 'read', expected: following };
  const rest = text_of(words.slice(count));
  const alike = Array.from(new Set([...following, ...vocabulary])).filter((word) =>
    begins(word, rest),
  );
  const state = alike.some((word) => word.startsWith(rest)) ? 'unfinished' : 'unknown';
  return {
    ...common,
    state,
    expected: [alike, following, vocabulary].find(({ length }) => length > 0) ?? [],
  };
}

/** Largest numbers of completions that are whole prompts, and that add one word. */
const [most_prompts, most_words] = [6, 8];

/**
 * Returns texts that continue a typed one: prompts of the corpus, those of a language first, and
 * the text with its next word.
 */
export function completions(text: string, corpus: Corpus, first: Language): readonly string[] {
  const { tokens, state, expected } = read_prompt(text, corpus);
  const beginning = spelled(text);
  const prompts = corpus.sentences.filter((one) => begins(one.text, beginning));
  const ordered = [
    ...prompts.filter(({ language }) => language === first),
    ...prompts.filter(({ language }) => language !== first),
  ];
  const read = tokens.map((token) => corpus.vocabulary[token] ?? '');
  const words = state === 'unknown' ? [] : expected.slice(0, most_words);
  const texts = [
    ...ordered.slice(0, most_prompts).map((one) => one.text),
    ...words.map((word) => text_of([...read, word])),
  ];
  return Array.from(new Set(texts)).filter((one) => one !== beginning);
}

/**
 * Returns the first language whose sentences have all tokens of a prompt, trying `likely` first.
 */
export function language_of(
  prompt: readonly number[],
  { sentences }: Corpus,
  likely: Language,
): Language {
  const occurs = (code: Language, token: number) =>
    sentences.some(
      ({ language, answer, prompt: tokens }) =>
        language === code && (answer === token || tokens.includes(token)),
    );
  return (
    [likely, ...languages].find((code) => prompt.every((token) => occurs(code, token))) ?? likely
  );
}

export const sentence_with = (
  prompt: readonly number[],
  { sentences }: Corpus,
): Sentence | undefined =>
  sentences.find((one) => one.prompt.length === prompt.length && starts_with(one.prompt, prompt));

/** Whether the model can be asked these tokens. */
export const is_prompt = (prompt: readonly number[], { vocabulary, longest }: Corpus): boolean =>
  prompt.length > 0 &&
  prompt.length <= longest &&
  prompt.every((token) => token < vocabulary.length);
