/** The sentences of the corpus, as the page shows them. */
import type { ActivationKind, LanguageTrainingOptions } from 'ffn-lab';
import { text_of } from '../../../model/tokens.mjs';
import type { Facts } from '../compute/examples.ts';
import { languages, type Language } from '../words/languages.ts';

/** Relations of the corpus, in the order of the choice. */
export const relations = [
  'capital',
  'continent',
  'language',
  'currency',
  'opposite',
  'next_month',
  'next_day',
  'next_number',
  'colour',
  'symbol',
] as const;

export interface Sentence {
  readonly number: number;
  readonly language: Language;
  readonly relation: (typeof relations)[number];
  /** Number of the sentence's subject; equal in all languages. */
  readonly subject: number;
  readonly wording: number;
  /** The tokens before the answer, and their text. */
  readonly prompt: readonly number[];
  readonly text: string;
  readonly answer: number;
}

/** Whether two sentences say the same fact, in any wording and language. */
export const say_same_fact = (one: Sentence, other: Sentence): boolean =>
  one.relation === other.relation && one.subject === other.subject;

export interface Corpus {
  readonly vocabulary: readonly string[];
  readonly sentences: readonly Sentence[];
  /** Tokens of the longest prompt: the model has no further positions. */
  readonly longest: number;
}

/** The contents of web/model/vocabulary.json. */
export type CorpusFile = Facts['corpus'] & {
  readonly relations: readonly string[];
  readonly training: Omit<LanguageTrainingOptions, 'sentences'> & {
    readonly schedule_steps: number;
    readonly d_model: number;
  };
};

/** Place of the first token in a row. */
export const first_token = 4;

export const prompt_text = (prompt: readonly number[], vocabulary: readonly string[]): string =>
  text_of(prompt.map((token) => vocabulary[token] ?? ''));

export function corpus_of({
  languages: codes,
  relations: names,
  vocabulary,
  sentences,
}: CorpusFile): Corpus {
  const sentence_of = (row: readonly number[], number: number): Sentence => {
    const [language = 0, relation = 0, subject = 0, wording = 0, ...tokens] = row;
    const prompt = tokens.slice(0, -1);
    return {
      number,
      subject,
      wording,
      prompt,
      answer: tokens.at(-1) ?? 0,
      language: languages.find((code) => code === codes[language]) ?? 'en',
      relation: relations.find((name) => name === names[relation]) ?? 'capital',
      text: prompt_text(prompt, vocabulary),
    };
  };
  const read = sentences.map(sentence_of);
  return {
    vocabulary,
    sentences: read,
    longest: Math.max(...read.map(({ prompt }) => prompt.length)),
  };
}

export const corpus_text = ({ vocabulary, sentences }: Corpus): string =>
  sentences
    .map(({ prompt, answer }) => `${prompt_text([...prompt, answer], vocabulary)}\n`)
    .join('');

/** Numbers of sentences that a training ends rightly at some of its steps. */
export interface History {
  readonly steps: readonly number[];
  readonly right: readonly number[];
}

/** The options in which a variant differs from the shipped models. */
export interface VariantState {
  readonly activation: ActivationKind;
  readonly d_ff: number;
}
