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
async function expect_program<State extends { readonly activation: string }>(recipe: string, state: State, value: unknown): Promise<void> {
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

  it('finds units that hold an answer; silencing them changes it, and few other facts', async () => {
    for (const activation of ['gelu', 'relu'] as const) {
      const { units, attributions } = await handlers.holders({ activation, prompt, answer: first!.answer });
      expect(new Set(units).size).toBe(8);
      expect(attributions).toEqual(attributions.toSorted((a, b) => b - a));
      const { needed } = await handlers.forgotten({ activation, prompt, silenced: 0 });
      const without = await handlers.forgotten({ activation, prompt, silenced: needed });
      expect(without.units).toHaveLength(needed);
      expect(without.words[0]).not.toBe(first!.answer);
      expect(without.answers[0]).toBe(without.words[0]);
      expect(without.right).toBeGreaterThan(0.9 * without.of);
      const { prompts, promoted } = await handlers.memory({ activation, unit: units[0] ?? 0 });
      expect(prompts).toHaveLength(6);
      expect(promoted.effects).toEqual(promoted.effects.toSorted((a, b) => b - a));
    }
  });

  it('rewrites facts one after the other', async () => {
    const rome = vocabulary.indexOf('Rome');
    const rewrites = [{ sentence: 0, wanted: rome }];
    const { answers, right, before, of, change } = await handlers.rewritten({ activation: 'relu', rewrites });
    expect([answers[0], before]).toEqual([rome, of]);
    expect(right).toBeGreaterThan(0.95 * of);
    expect(change?.output_factor.shape).toEqual([64]);
    expect(change?.hidden_factor.shape).toEqual([256]);
    const none = await handlers.rewritten({ activation: 'relu', rewrites: [] });
    expect([none.right, none.change]).toEqual([of, undefined]);
  });

  it('has the same numbers about units and rewritten facts in the worker and in programs', async () => {
    const state = { activation: 'relu' } as const;
    const holding = { ...state, prompt, answer: first!.answer };
    await expect_program('holders', holding, await handlers.holders(holding));
    const compared = { ...state, prompts: [prompt, sentences[1]!.prompt] };
    await expect_program('strips', compared, await handlers.strips(compared));
    const of_unit = { ...state, unit: 17 };
    await expect_program('memory', of_unit, await handlers.memory(of_unit));
    const silenced = { ...state, prompt, silenced: 2 };
    await expect_program('forgotten', silenced, await handlers.forgotten(silenced));
    const rewriting = {
      ...state,
      rewrites: [
        { sentence: 0, wanted: 3 },
        { sentence: 5, wanted: 4 },
      ],
    };
    await expect_program('rewritten', rewriting, await handlers.rewritten(rewriting));
  });

  it.each(states)('has the same numbers in the worker and in programs: %o', async (state) => {
    await expect_program('right', state, await handlers.right(state));
    await expect_program('next', { ...state, prompt }, await handlers.next({ ...state, prompt }));
  });
});
