/** Counts of right answers. */
import type { FactsModel } from './session.ts';

/** Counts the sentences that are answered right, of all or of those that `among` keeps. */
export function count_right(
  answers: Int32Array,
  { sentences }: FactsModel,
  among: (number: number) => boolean = () => true,
) {
  const numbers = [...sentences.keys()].filter(among);
  return {
    right: numbers.filter((number) => answers[number] === sentences[number]?.at(-1)).length,
    of: numbers.length,
  };
}

/** Counts the right answers in a language: of all its sentences, and of each relation. */
export function count_language(answers: Int32Array, facts: FactsModel, language: string) {
  const { languages, relations } = facts;
  const count = (relation: string) =>
    count_right(
      answers,
      facts,
      (number) => languages[number] === language && relations[number] === relation,
    );
  return {
    ...count_right(answers, facts, (number) => languages[number] === language),
    relations: Object.fromEntries(Array.from(new Set(relations), (name) => [name, count(name)])),
  };
}
