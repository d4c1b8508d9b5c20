/**
 * What the start page shows before the core has started: the answer to the first sentence of each
 * language, computed by the core when the page is built.
 */
import type { Lab } from 'ffn-lab';
import { corpus_of } from '../language_model/corpus.ts';
import { next, right } from '../language_model/recipe.ts';
import { make_session, type Reader } from '../language_model/session.ts';
import { languages, type Language } from '../words/languages.ts';

export interface FirstAnswer {
  /** The sentence's beginning, and the most probable next words with their probabilities. */
  readonly text: string;
  readonly words: readonly string[];
  readonly probabilities: readonly number[];
  /** The word that is right. */
  readonly answer: string;
}

export interface FirstAnswers {
  readonly by_language: Readonly<Record<Language, FirstAnswer>>;
  /** Sentences that end with the right word, and all. */
  readonly right: number;
  readonly of: number;
}

const as_trained = { activation: 'gelu', switches: [{}] } as const;

export async function first_answers(lab: Lab, readFile: Reader): Promise<FirstAnswers> {
  const session = make_session({ lab, readFile });
  const given = { lab, session } as never;
  const { sentences, vocabulary } = corpus_of(await session.corpus());
  const answer_in = async (language: Language): Promise<readonly [Language, FirstAnswer]> => {
    const sentence = sentences.find((one) => one.language === language);
    const prompt = sentence?.prompt ?? [];
    const { words, probabilities } = await next(given, { ...as_trained, prompt });
    const texts = words.map((word) => vocabulary[word] ?? '');
    const answer = vocabulary[sentence?.answer ?? -1] ?? '';
    return [language, { text: sentence?.text ?? '', words: texts, probabilities, answer }];
  };
  const { all } = await right(given, as_trained);
  const answers = await Promise.all(languages.map(answer_in));
  return { by_language: Object.fromEntries(answers) as Record<Language, FirstAnswer>, ...all };
}
