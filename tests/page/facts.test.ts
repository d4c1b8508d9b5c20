/** The language model of the facts: its corpus, its recipes as the worker runs them, and their programs as a user of the package runs them. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { load } from 'ffn-lab';
import type { Lab } from 'ffn-lab';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { packed_facts } from '../../web/page/plugins/facts_archive.ts';
import { corpus_of } from '../../web/page/src/facts/corpus.ts';
import { program_of } from '../../web/page/src/facts/program.ts';
import { make_handlers, unpack_facts } from '../../web/page/src/facts/service.ts';
import { run_program } from './run_program.ts';

vi.mock('virtual:facts/gelu', () => ({ default: packed_facts('gelu') }));
vi.mock('virtual:facts/relu', () => ({ default: packed_facts('relu') }));

const model_folder = fileURLToPath(new URL('../../web/model/', import.meta.url));
const lab: Lab = await load();
afterAll(() => lab.dispose());
const handlers = make_handlers(lab);
const { vocabulary, sentences } = corpus_of(handlers.corpus());
const [first] = sentences;
const prompt = first!.prompt;

const on = { attention: true, feed_forward: true };
const states = (['gelu', 'relu'] as const).flatMap((activation) => [
  { activation, switches: [on] },
  { activation, switches: [{ ...on, feed_forward: false }] },
  { activation, switches: [{ ...on, attention: false }] },
]);

/** Expects that a program computes the whole value of a recipe; it reads the files where the repository has them. */
async function expect_program(recipe: string, state: { readonly activation: string }, value: unknown): Promise<void> {
  const program = program_of(recipe, state, value, 'x')
    // Vitest has no dynamic import in evaluated code.
    .replace("await import('node:fs/promises')", "process.getBuiltinModule('node:fs/promises')")
    .replaceAll("readFile('", `readFile('${model_folder}`);
  expect(await run_program(program, lab, 'answer')).toEqual(value);
}

describe('the files', () => {
  it.each(['gelu', 'relu'])('have the same bytes after packing: %s', (activation) => {
    expect(unpack_facts(packed_facts(activation))).toEqual(new Uint8Array(readFileSync(`${model_folder}facts.${activation}.safetensors`)));
  });

  it('are small enough for the first answer on the page', () => {
    const texts = [packed_facts('gelu'), JSON.stringify(handlers.corpus())];
    const sizes = texts.map((text) => brotliCompressSync(text).length);
    expect((sizes[0] ?? NaN) + (sizes[1] ?? NaN)).toBeLessThan(250_000);
  });
});

describe('the corpus', () => {
  it('has sentences in each language', () => {
    for (const language of ['en', 'fr', 'vi']) expect(sentences.filter((one) => one.language === language).length).toBeGreaterThan(400);
    expect(first).toMatchObject({ language: 'en', relation: 'capital', text: 'the capital of France is' });
    expect(vocabulary[first!.answer]).toBe('Paris');
    expect(sentences.some(({ text }) => text.includes('l’') && !text.includes('’ '))).toBe(true);
  });
});

describe('the model', () => {
  it('ends every sentence right, but few without its network or its attention', async () => {
    for (const state of states) {
      const { all, en, fr, vi: in_vi } = await handlers.right(state);
      expect([all.of, en.of + fr.of + in_vi.of]).toEqual([sentences.length, sentences.length]);
      expect(en.right + fr.right + in_vi.right).toBe(all.right);
      if (state.switches[0] === on) expect(all.right).toBe(all.of);
      else expect(all.right).toBeLessThan(0.15 * all.of);
    }
  });

  it('computes probabilities in descending order, the answer first', async () => {
    const { words, probabilities } = await handlers.next({ ...states[0]!, prompt });
    expect(words[0]).toBe(first!.answer);
    expect(probabilities).toEqual(probabilities.toSorted((a, b) => b - a));
    expect(probabilities[0]).toBeGreaterThan(0.5);
  });

  it.each(states)('has the same numbers in the worker and in programs: %o', async (state) => {
    await expect_program('right', state, await handlers.right(state));
    await expect_program('next', { ...state, prompt }, await handlers.next({ ...state, prompt }));
  });
});
