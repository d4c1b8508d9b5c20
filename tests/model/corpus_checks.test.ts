/** Each check of the corpus finds what is wrong with a broken table. */
import { describe, expect, it } from 'vitest';
import { problems_of_sentences } from '../../web/model/checks.mjs';
import * as corpus from '../../web/model/corpus.mjs';
import type { Language, Name, Sentence, Table, Template } from '../../web/model/corpus.mjs';

const { corpus_of, sentences, table, templates, text_of, vocabulary } = corpus;

/** Returns the problems of the real table and wordings after a change. */
function problems_after(
  change: (table: Table, templates: Record<string, Template>) => void,
): string[] {
  const broken = structuredClone({ table, templates });
  change(broken.table, broken.templates);
  try {
    corpus_of(broken.table, broken.templates);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n');
  }
}

/** Returns a member that the real table has. */
function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the table has changed');
  return value;
}

const names = (table: Table, kind: string) => present(table[kind]).names;
const facts = (table: Table, kind: string) => present(present(table[kind]).facts);
const wordings = (templates: Record<string, Template>, relation: string) =>
  present(templates[relation]).wordings;
const french = (table: Table, id: string) => {
  const entry = present(names(table, 'countries')[id]) as Record<Language, Name>;
  return entry.fr as Exclude<Name, string>;
};

const broken: [string, Parameters<typeof problems_after>[0], RegExp][] = [
  [
    'a relation with one wording',
    (_, templates) => wordings(templates, 'capital').en.pop(),
    /^capital: en needs two wordings$/,
  ],
  [
    'a relation with the same wording twice',
    (_, templates) => (wordings(templates, 'capital').vi = ['{name} là', '{name} là']),
    /^capital: vi needs two wordings$/,
  ],
  [
    'a wording without a subject',
    (_, templates) => wordings(templates, 'capital').en.push('the capital is'),
    /^capital: "the capital is" needs one of/,
  ],
  [
    'an unknown placeholder',
    (_, templates) => wordings(templates, 'capital').en.push('{it} has'),
    /^capital: "\{it\} has" needs one of/,
  ],
  [
    'a missing name of an answer',
    (table) => delete names(table, 'cities')['Paris'],
    /^cities\.Paris: no name in en$/,
  ],
  [
    'a name that is missing in one language',
    (table) =>
      delete (present(names(table, 'cities')['Rome']) as Partial<Record<Language, Name>>).vi,
    /^cities\.Rome: no name in vi$/,
  ],
  [
    'a name that no fact uses',
    (table) => (names(table, 'cities')['Atlantis'] = 'Atlantis'),
    /^cities\.Atlantis: a name without a fact$/,
  ],
  [
    'a fact of a relation without wordings',
    (table) => (present(facts(table, 'countries')['France'])['river'] = 'Seine'),
    /^countries\.France: no wordings for "river"$/,
  ],
  [
    'a French name without its form',
    (table) => delete french(table, 'Japan').of,
    /^countries\.Japan: no form "of" in fr$/,
  ],
  [
    'a wrong contraction',
    (table) => (french(table, 'Japan').of = 'de le'),
    /"de le Japon" instead of "du Japon"/,
  ],
  [
    'a wrong preposition',
    (table) => (french(table, 'France').in = 'au'),
    /"au France" instead of "en France"/,
  ],
  [
    'a missing elision',
    (table) => Object.assign(french(table, 'Italy'), { the: 'la', of: 'de la' }),
    /^countries\.Italy: "la" before "Italie"$/,
  ],
  [
    'a wrong elision',
    (table) => Object.assign(french(table, 'Japan'), { the: 'l’', of: 'de l’', in: 'en' }),
    /^countries\.Japan: "l’" before/,
  ],
  [
    'an unknown article',
    (table) => (french(table, 'Japan').the = 'el'),
    /^countries\.Japan: "el" is no article$/,
  ],
  [
    'a text that is not NFC',
    (table) => (names(table, 'cities')['Paris'] = 'Pa\u0302ris'),
    /^facts\.cities\.names\.Paris: .* is not NFC$/,
  ],
  ['a straight apostrophe', (table) => (french(table, 'Italy').the = "l'"), /straight apostrophe$/],
  [
    'a space that splits no words',
    (table) => (names(table, 'cities')['Paris'] = 'Paris '),
    /has a space that splits no words$/,
  ],
  [
    'two answers to one beginning',
    (_, templates) => (wordings(templates, 'continent').en[0] = 'the capital of {the} is'),
    /^"the capital of France is": "Paris" or "Europe"$/,
  ],
  [
    'a sentence twice',
    (_, templates) => wordings(templates, 'opposite').en.push('the opposite of {name} is'),
    /^"the opposite of big is small": twice$/,
  ],
  [
    'a sentence that is too long',
    (_, templates) => wordings(templates, 'capital').en.push(`${'so '.repeat(12)}{name} has`),
    /: 15 tokens, at most 12$/,
  ],
  [
    'names that cannot be read back',
    (table) => Object.assign(names(table, 'cities'), { Paris: 'Berlin', Berlin: 'is Berlin' }),
    /^"the capital of France is Berlin": not the tokens/,
  ],
  [
    'a vocabulary that is too large',
    (table) => {
      for (const city of Object.keys(names(table, 'cities')))
        names(table, 'cities')[city] = { en: `${city}-en`, fr: `${city}-fr`, vi: `${city}-vi` };
    },
    /^9\d\d tokens, at most 900$/,
  ],
  [
    'a relation without facts',
    (table) => (present(table['months']).facts = {}),
    /^next_month: no facts$/,
  ],
];

describe('the checks', () => {
  it('find nothing in the real table', () => {
    expect(problems_after(() => undefined)).toEqual([]);
  });

  it.each(broken)('find %s', (_what, change, problem) => {
    const found = problems_after(change);
    expect(
      found.some((text) => problem.test(text)),
      found.join('\n'),
    ).toBe(true);
  });

  const problems_of = (change: (words: string[], some: Sentence[]) => void) => {
    const words = [...vocabulary];
    const some = [...sentences];
    change(words, some);
    return problems_of_sentences(words, some);
  };

  it('find a vocabulary that is not sorted or has a token twice', () => {
    expect(problems_of((words) => words.push('Paris'))).toEqual([
      'vocabulary: "Paris" is not in its place',
    ]);
    expect(problems_of((words) => words.unshift(present(words[0])))).toEqual([
      `vocabulary: "${vocabulary[0]}" is not in its place`,
    ]);
  });

  it('find an answer of two tokens', () => {
    const first = present(sentences[0]);
    expect(
      problems_of((_, some) => (some[0] = { ...first, answer: `is ${first.answer}` })),
    ).toContain(
      `"${text_of(first.tokens)}": the answer "is ${first.answer}" is not the last token`,
    );
  });

  it('find a fact with one sentence and too few facts', () => {
    const found = problems_of((_, some) => some.splice(1, some.length));
    expect(found).toEqual(['en capital France: 1 sentence', '1 facts, at least 700']);
  });
});
