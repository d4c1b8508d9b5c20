/** The corpus of the language model. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as corpus from '../../web/model/corpus.mjs';
import type { Kind, Language, Sentence } from '../../web/model/corpus.mjs';

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
