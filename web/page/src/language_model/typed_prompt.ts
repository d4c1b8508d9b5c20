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

const lower = (text: string) => text.toLowerCase();

/** A text without case and diacritics, which many keyboards do not have. */
const folded = (text: string) =>
  lower(text).normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd');

const begins = (text: string, beginning: string) => folded(text).startsWith(folded(beginning));
const starts_with = (tokens: readonly number[], beginning: readonly number[]) =>
  beginning.every((token, place) => tokens[place] === token);

/** Spells a text as the corpus does: composed letters, typographic apostrophes, single spaces. */
const spelled = (text: string) =>
  text.normalize('NFC').replace(/['ʼ]/g, '’').replace(/\s+/g, ' ').trim();

/** The sentences of a language before all others. */
const ordered = (sentences: readonly Sentence[], first: Language) => [
  ...sentences.filter(({ language }) => language === first),
  ...sentences.filter(({ language }) => language !== first),
];

/** Returns the tokens that follow others in sentences of the corpus, before their answers. */
const followers = (tokens: readonly number[], sentences: readonly Sentence[]) =>
  new Set(
    sentences
      .filter(({ prompt }) => prompt.length > tokens.length && starts_with(prompt, tokens))
      .map(({ prompt }) => prompt[tokens.length] ?? -1),
  );

/**
 * Returns the tokens of a text in its spelling, or else in one without case, or without case and
 * diacritics; of several tokens with the same one, the one that goes on a sentence. Undefined if
 * there are none.
 */
function read_tokens(text: string, vocabulary: readonly string[], likely: readonly Sentence[]) {
  for (const plain of [String, lower, folded]) {
    const spellings = vocabulary.map(plain);
    const read = tokens_of(plain(text), spellings);
    if (read === undefined) continue;
    const tokens: number[] = [];
    for (const word of read) {
      const alike = spellings.flatMap((spelling, token) => (spelling === word ? [token] : []));
      const next = followers(tokens, likely);
      tokens.push([...next].find((token) => alike.includes(token)) ?? alike[0] ?? -1);
    }
    return tokens;
  }
  return undefined;
}

/** `first`: the language whose words are offered before those of others. */
export function read_prompt(text: string, corpus: Corpus, first: Language = 'en'): TypedPrompt {
  const { vocabulary, longest } = corpus;
  const likely = ordered(corpus.sentences, first);
  const words = words_of(spelled(text));
  const read = (count: number) => read_tokens(text_of(words.slice(0, count)), vocabulary, likely);
  let count = words.length;
  while (read(count) === undefined) count--;
  const tokens = read(count) ?? [];
  const spelling = (all: Iterable<number>) => Array.from(all, (token) => vocabulary[token] ?? '');
  const following = spelling(followers(tokens, likely));
  const common = { tokens, word: words[count] ?? '' };
  if (tokens.length > longest) return { ...common, state: 'too_long', expected: [] };
  if (count === words.length) return { ...common, state: 'read', expected: following };
  const rest = text_of(words.slice(count));
  const in_language = spelling(
    new Set(likely.flatMap(({ prompt, answer }) => [...prompt, answer])),
  );
  const alike = Array.from(new Set([...following, ...in_language, ...vocabulary])).filter((word) =>
    begins(word, rest),
  );
  return {
    ...common,
    state: alike.length > 0 ? 'unfinished' : 'unknown',
    expected: [alike, following, in_language].find(({ length }) => length > 0) ?? [],
  };
}

/** Largest numbers of completions that are whole prompts, and that add one word. */
const [most_prompts, most_words] = [6, 8];

/**
 * Returns texts that continue a typed one: prompts of the corpus, those of a language first, and
 * the text with its next word.
 */
export function completions(text: string, corpus: Corpus, first: Language): readonly string[] {
  const { tokens, state, expected } = read_prompt(text, corpus, first);
  const beginning = spelled(text);
  const prompts = ordered(corpus.sentences, first).filter((one) => begins(one.text, beginning));
  const read = tokens.map((token) => corpus.vocabulary[token] ?? '');
  const words = state === 'unknown' ? [] : expected.slice(0, most_words);
  const texts = [
    ...prompts.slice(0, most_prompts).map((one) => one.text),
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
