/**
 * Checks the corpus of the language model, and that each of its checks finds what is wrong with a
 * broken table.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { problems_of_sentences } from '../../web/model/checks.mjs';
import * as corpus from '../../web/model/corpus.mjs';
import type { Kind, Language, Name, Sentence, Table, Template } from '../../web/model/corpus.mjs';

const {
  corpus_of,
  languages,
  sentences,
  summary_of,
  table,
  templates,
  text_of,
  tokens_of,
  vocabulary,
  vocabulary_file,
} = corpus;
const fact_of = ({ language, relation, subject }: Sentence) => `${language} ${relation} ${subject}`;
const beginning_of = ({ tokens }: Sentence) => text_of(tokens.slice(0, -1));
const text_with = (language: Language, subject: string, relation: string) =>
  sentences
    .filter(
      (one) => one.language === language && one.subject === subject && one.relation === relation,
    )
    .map((one) => text_of(one.tokens));

describe('the corpus', () => {
  it('has at least 700 facts, two wordings for each, and no sentence twice', () => {
    const counts = new Map<string, number>();
    for (const sentence of sentences)
      counts.set(fact_of(sentence), (counts.get(fact_of(sentence)) ?? 0) + 1);
    expect(counts.size).toBeGreaterThanOrEqual(700);
    expect(new Set(counts.values())).toEqual(new Set([2]));
    expect(new Set(sentences.map(({ tokens }) => text_of(tokens))).size).toBe(sentences.length);
  });

  it('has every relation in every language', () => {
    for (const language of languages) {
      const relations = new Set(
        sentences.filter((one) => one.language === language).map(({ relation }) => relation),
      );
      expect([...relations]).toEqual(Object.keys(templates));
    }
  });

  it('answers each beginning with one token', () => {
    const answers = new Map<string, Set<string>>();
    for (const sentence of sentences) {
      const beginning = beginning_of(sentence);
      answers.set(beginning, (answers.get(beginning) ?? new Set()).add(sentence.answer));
      expect(sentence.tokens.at(-1)).toBe(sentence.answer);
      expect(vocabulary).toContain(sentence.answer);
    }
    expect([...answers].filter(([, { size }]) => size > 1)).toEqual([]);
  });

  it('has a sorted vocabulary of at most 900 tokens, all of them used, in sentences of at most 12', () => {
    expect(vocabulary).toEqual([...new Set(sentences.flatMap(({ tokens }) => tokens))].sort());
    expect(vocabulary.length).toBeLessThanOrEqual(900);
    expect(Math.max(...sentences.map(({ tokens }) => tokens.length))).toBeLessThanOrEqual(12);
  });

  it('is NFC with typographic apostrophes', () => {
    for (const token of vocabulary) {
      expect(token).toBe(token.normalize('NFC'));
      expect(token).not.toMatch(/'|^ | $| {2}/);
    }
  });

  it('writes names that are equal in two languages as one token, and names of several words too', () => {
    expect(vocabulary).toEqual(expect.arrayContaining(['Paris', 'Hà Nội', 'Mexico City', 'l’']));
    expect(
      sentences.filter(({ answer }) => answer === 'Paris').map(({ language }) => language),
    ).toEqual(['en', 'en', 'fr', 'fr', 'vi', 'vi']);
  });

  it('has the article and the contraction of each French name', () => {
    expect(text_with('fr', 'Japan', 'capital')[0]).toBe('la capitale du Japon est Tokyo');
    expect(text_with('fr', 'United States', 'capital')[0]).toBe(
      'la capitale des États-Unis est Washington',
    );
    expect(text_with('fr', 'Cuba', 'currency')[0]).toBe('à Cuba on paie en pesos');
    expect(text_with('fr', 'gold', 'symbol')[0]).toBe('le symbole chimique de l’or est Au');
  });

  it('does not depend on the order of the table', () => {
    const reversed = (kind: Kind) => ({
      ...kind,
      ...(kind.facts && { facts: Object.fromEntries(Object.entries(kind.facts).reverse()) }),
    });
    const other = corpus_of(
      Object.fromEntries(Object.entries(table).map(([name, kind]) => [name, reversed(kind)])),
      templates,
    );
    expect(other.vocabulary).toEqual(vocabulary);
    expect(other.sentences).not.toEqual(sentences);
  });

  it('is written as text, one sentence a line', () => {
    const folder = mkdtempSync(join(tmpdir(), 'corpus-'));
    try {
      const command = fileURLToPath(new URL('../../web/model/corpus.mjs', import.meta.url));
      const output = execFileSync(process.execPath, [command, folder], { encoding: 'utf8' });
      expect(output.split('\n')).toEqual(
        expect.arrayContaining(summary_of({ vocabulary, sentences })),
      );
      for (const language of languages) {
        const texts = sentences
          .filter((one) => one.language === language)
          .map(({ tokens }) => text_of(tokens));
        expect(readFileSync(join(folder, `${language}.txt`), 'utf8')).toBe(`${texts.join('\n')}\n`);
      }
      expect(readFileSync(join(folder, 'vocabulary.json'), 'utf8')).toBe(
        vocabulary_file({ vocabulary, sentences }),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

interface VocabularyFile {
  languages: string[];
  relations: string[];
  subjects: string[];
  vocabulary: string[];
  sentences: number[][];
}

describe('vocabulary.json', () => {
  const path = fileURLToPath(new URL('../../web/model/vocabulary.json', import.meta.url));
  const text = readFileSync(path, 'utf8');

  it('is the one that the models were trained with: web/model/train writes all three', () => {
    expect(text).toBe(vocabulary_file({ vocabulary, sentences }));
  });

  it('has all of every sentence', () => {
    const file = JSON.parse(text) as VocabularyFile;
    const read = file.sentences.map(([language, relation, subject, wording, ...tokens]) => ({
      language: file.languages[language ?? -1],
      relation: file.relations[relation ?? -1],
      subject: file.subjects[subject ?? -1],
      wording,
      tokens: tokens.map((token) => file.vocabulary[token]),
      answer: file.vocabulary[tokens.at(-1) ?? -1],
    }));
    expect(read).toEqual(sentences);
  });
});

describe('tokens', () => {
  it('are read back from the text', () => {
    for (const { tokens } of sentences)
      expect(tokens_of(text_of(tokens), vocabulary)).toEqual(tokens);
    expect(tokens_of('la capitale de l’Italie est', vocabulary)).toEqual([
      'la',
      'capitale',
      'de',
      'l’',
      'Italie',
      'est',
    ]);
  });

  it('are the longest at each place', () => {
    expect(tokens_of('the capital of Mexico is Mexico City', vocabulary)).toEqual([
      'the',
      'capital',
      'of',
      'Mexico',
      'is',
      'Mexico City',
    ]);
    expect(tokens_of('tháng Mười Hai', vocabulary)).toEqual(['tháng Mười Hai']);
  });

  it('are undefined for a word that the vocabulary lacks', () => {
    expect(tokens_of('the capital of Atlantis is', vocabulary)).toBeUndefined();
    expect(tokens_of('the capitals of France', vocabulary)).toBeUndefined();
  });
});

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
