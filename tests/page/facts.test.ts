/** The corpus of the language model of the facts, typed prompts and exported files. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { load } from 'ffn-lab';
import type { Lab } from 'ffn-lab';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { packed_facts } from '../../web/page/plugins/facts_archive.ts';
import { corpus_of, corpus_text } from '../../web/page/src/language_model/corpus.ts';
import { pytorch_program } from '../../web/page/src/language_model/pytorch.ts';
import type * as file_recipe from '../../web/page/src/language_model/file_recipe.ts';
import { narrow } from '../../web/page/src/language_model/narrow.ts';
import { corpus as corpus_file, unpack_facts } from '../../web/page/src/language_model/open.ts';
import type * as recipe from '../../web/page/src/language_model/recipe.ts';
import {
  completions,
  is_prompt,
  language_of,
  read_prompt,
  sentence_with,
} from '../../web/page/src/language_model/typed_prompt.ts';
import { read_golden } from '../golden.ts';
import { model_folder } from './run_program.ts';
import { step_recipes } from './step_recipes.ts';

vi.mock('virtual:facts/gelu', () => ({ default: packed_facts('gelu') }));
vi.mock('virtual:facts/relu', () => ({ default: packed_facts('relu') }));

const lab: Lab = await load();
afterAll(() => lab.dispose());
const { value_of } = await step_recipes<typeof recipe & typeof file_recipe>(lab, 'facts', {
  folder: 'language_model',
  narrow,
});
const corpus = corpus_of(corpus_file);
const { vocabulary, sentences } = corpus;
const [first] = sentences;
const prompt = first!.prompt;

const on = { attention: true, feed_forward: true };

describe('the files', () => {
  it.each(['gelu', 'relu'])('have the same bytes after packing: %s', async (activation) => {
    expect(await unpack_facts(packed_facts(activation))).toEqual(
      new Uint8Array(readFileSync(`${model_folder}facts.${activation}.safetensors`)),
    );
  });

  it('are small enough for the first answer on the page', () => {
    const texts = [packed_facts('gelu'), JSON.stringify(corpus_file)];
    const sizes = texts.map((text) => brotliCompressSync(text).length);
    expect((sizes[0] ?? NaN) + (sizes[1] ?? NaN)).toBeLessThan(250_000);
  });
});

describe('the corpus', () => {
  it('has sentences in each language', () => {
    for (const language of ['en', 'fr', 'vi'])
      expect(sentences.filter((one) => one.language === language).length).toBeGreaterThan(400);
    expect(first).toMatchObject({
      language: 'en',
      relation: 'capital',
      text: 'the capital of France is',
    });
    expect(vocabulary[first!.answer]).toBe('Paris');
    expect(sentences.some(({ text }) => text.includes('l’') && !text.includes('’ '))).toBe(true);
  });
});

describe('a typed prompt', () => {
  const read = (text: string) => read_prompt(text, corpus);
  const words = (text: string) => read(text).tokens.map((token) => vocabulary[token]);

  it('is read as the corpus writes it, names of several words as one token', () => {
    for (const { text, prompt: tokens } of sentences)
      expect(read(text)).toMatchObject({ tokens, state: 'read', word: '' });
    expect(words(' the  capital of United Kingdom ')).toEqual([
      'the',
      'capital',
      'of',
      'United Kingdom',
    ]);
    expect(words("la capitale de l'Italie")).toEqual(['la', 'capitale', 'de', 'l’', 'Italie']);
    expect(words('thủ đô'.normalize('NFD'))).toEqual(['thủ', 'đô']);
    expect(read('')).toMatchObject({ tokens: [], state: 'read' });
  });

  it('names the first word that is no token, and the words that may stand there', () => {
    expect(read('the capital of Fr')).toMatchObject({ state: 'unfinished', word: 'Fr' });
    expect(read('the capital of Fr').expected[0]).toBe('France');
    expect(read('the capital of United K')).toMatchObject({ state: 'unfinished', word: 'United' });
    expect(read('the capital of Frnace is')).toMatchObject({
      state: 'unknown',
      word: 'Frnace',
      tokens: first!.prompt.slice(0, 3),
    });
    expect(read('the capital of Frnace is').expected).toContain('Japan');
    expect(read('the capital of frnace').expected[0]).toBe('France');
    expect(read('<img src=x> of').expected).toContain('the');
  });

  it('is read without its case and its diacritics, too', () => {
    expect(words('La capitale de la Belgique est')).toEqual(
      words('la capitale de la Belgique est'),
    );
    expect(words('THE CAPITAL OF FRANCE')).toEqual(['the', 'capital', 'of', 'France']);
    expect(words('thu do cua Nhat Ban')).toEqual(['thủ', 'đô', 'của', 'Nhật Bản']);
    expect(read('thu do cua Nhat Ban')).toMatchObject({ state: 'read' });
    expect(read('the capital of fr')).toMatchObject({ state: 'unfinished' });
    expect(completions('thu do cua', corpus, 'vi')[0]).toMatch(/^thủ đô của /);
    // Words that are spelled the same without them are those that go on a sentence.
    for (const { text, prompt: tokens } of sentences.filter(({ language }) => language === 'vi'))
      expect(read_prompt(text.toUpperCase(), corpus, 'vi').tokens).toEqual(tokens);
  });

  it('is answered with words of its language where none is alike', () => {
    const first_words = (language: 'en' | 'fr' | 'vi') =>
      sentences
        .filter((one) => one.language === language)
        .flatMap((one) => one.prompt.map((token) => vocabulary[token]));
    for (const language of ['en', 'fr', 'vi'] as const)
      for (const text of ['xyz', 'of xyz'])
        for (const word of read_prompt(text, corpus, language).expected.slice(0, 3))
          expect(first_words(language)).toContain(word);
  });

  it('has no more tokens than the model has positions', () => {
    expect(corpus.longest).toBe(9);
    expect(read('the '.repeat(9)).state).toBe('read');
    expect(read('the '.repeat(10)).state).toBe('too_long');
    expect(
      [[], [0], [vocabulary.length], Array(10).fill(0)].map((tokens) => is_prompt(tokens, corpus)),
    ).toEqual([false, true, false, false]);
  });

  it('is completed by prompts and by words', () => {
    expect(completions('the capital of F', corpus, 'en')).toContain('the capital of France is');
    expect(completions('of Jap', corpus, 'en')).toEqual([
      'of Japan',
      'of Japanese',
      'of Japon',
      'of japonais',
    ]);
    expect(completions('', corpus, 'fr')[0]).toBe(
      sentences.find(({ language }) => language === 'fr')!.text,
    );
    expect(completions('Frnace', corpus, 'en')).toEqual([]);
  });

  it('has the language whose sentences have its words, and is a sentence of the table if that has it', () => {
    expect(language_of(read('the capital of Japan').tokens, corpus, 'vi')).toBe('en');
    expect(language_of(read('thủ đô').tokens, corpus, 'en')).toBe('vi');
    expect(sentence_with(prompt, corpus)).toBe(first);
    expect(sentence_with(prompt.slice(1), corpus)).toBeUndefined();
  });
});

describe('the exported files', () => {
  it('are those of web/model', async () => {
    const file = (name: string) => readFileSync(`${model_folder}${name}`);
    expect(await value_of('vocabulary_file', {})).toBe(file('vocabulary.json').toString());
    expect(await value_of('model_file', { activation: 'relu' })).toEqual(
      new Uint8Array(file('facts.relu.safetensors')),
    );
    const lines = corpus_text(corpus).split('\n');
    expect([lines.length - 1, lines[0], lines.at(-1)]).toEqual([
      sentences.length,
      'the capital of France is Paris',
      '',
    ]);
  });

  it('contain a PyTorch program of the prompt and the twin', () => {
    const words = ['l’', 'Cộng "hòa"', '$&'];
    const program = pytorch_program('relu', words);
    expect(program).toContain(
      `\nactivation = relu\nprompt = ${JSON.stringify(words).replaceAll(',', ', ')}\n`,
    );
  });

  it('compute the same words in PyTorch: tests/golden/next_word_golden.py', async () => {
    const program = readFileSync(
      new URL('../../web/page/src/language_model/next_word.py', import.meta.url),
    );
    const stored = readFileSync(new URL('../golden/next_word.txt', import.meta.url), 'ascii');
    expect(stored).toContain(`SHA-256 ${createHash('sha256').update(program).digest('hex')}\n`);
    const golden = read_golden('next_word');
    for (const activation of ['gelu', 'relu'] as const) {
      const { words, probabilities } = await value_of('next', {
        activation,
        switches: [on],
        prompt,
      });
      expect(words).toEqual(golden(`${activation}.words`).values);
      const expected = golden(`${activation}.probabilities`).values;
      for (const [place, probability] of probabilities.entries())
        expect(probability).toBeCloseTo(expected[place]!, 5);
    }
  });
});
