/**
 * What the language model of the facts computes: its recipes as the worker runs them, and their
 * programs as a user of the package runs them.
 */
import { load } from 'ffn-lab';
import type { Lab } from 'ffn-lab';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { packed_facts } from '../../web/page/plugins/facts_archive.ts';
import { corpus_of } from '../../web/page/src/language_model/corpus.ts';
import { forgotten } from '../../web/page/src/language_model/recipe.ts';
import type { FactsModel, FactsSession } from '../../web/page/src/language_model/session.ts';
import { make_page_handlers } from '../../web/page/src/compute/compute.ts';
import type { Given, ValueOf } from '../../web/page/src/compute/recipe.ts';
import { registry } from '../../web/page/src/steps/recipes.ts';
import type * as file_recipe from '../../web/page/src/language_model/file_recipe.ts';
import { narrow } from '../../web/page/src/language_model/narrow.ts';
import { corpus as corpus_file } from '../../web/page/src/language_model/open.ts';
import type * as recipe from '../../web/page/src/language_model/recipe.ts';
import { step_recipes } from './step_recipes.ts';

vi.mock('virtual:facts/gelu', () => ({ default: packed_facts('gelu') }));
vi.mock('virtual:facts/relu', () => ({ default: packed_facts('relu') }));

const lab: Lab = await load();
afterAll(() => lab.dispose());
const { value_of, computed } = await step_recipes<typeof recipe & typeof file_recipe>(
  lab,
  'facts',
  { folder: 'language_model', narrow },
);
const corpus = corpus_of(corpus_file);
const { vocabulary, sentences } = corpus;
const [first] = sentences;
const prompt = first!.prompt;

const on = { attention: true, feed_forward: true };
const states = (['gelu', 'relu'] as const).flatMap((activation) => [
  { activation, switches: [on] },
  { activation, switches: [{ ...on, feed_forward: false }] },
  { activation, switches: [{ ...on, attention: false }] },
  { activation, switches: [{ ...on, silenced: [17, 200] }] },
]);

/** Expects that a program computes the whole value of a recipe. */
async function expect_program(name: string, state: object, value: unknown): Promise<void> {
  expect(await computed(name, state, value)).toEqual(value);
}

describe('the model', () => {
  it('ends every sentence right, but few without its network or its attention', async () => {
    for (const state of states) {
      const { all, en, fr, vi: in_vi } = await value_of('right', state);
      expect([all.of, en.of + fr.of + in_vi.of]).toEqual([sentences.length, sentences.length]);
      expect(en.right + fr.right + in_vi.right).toBe(all.right);
      if (state.switches[0] === on) expect(all.right).toBe(all.of);
      else if ('silenced' in state.switches[0]!) expect(all.right).toBeGreaterThan(0.9 * all.of);
      else expect(all.right).toBeLessThan(0.15 * all.of);
    }
  });

  it('computes probabilities in descending order, the answer first', async () => {
    const { words, probabilities } = await value_of('next', { ...states[0]!, prompt });
    expect(words[0]).toBe(first!.answer);
    expect(probabilities).toEqual(probabilities.toSorted((a, b) => b - a));
    expect(probabilities[0]).toBeGreaterThan(0.5);
  });

  it('finds units that hold an answer; silencing them changes it, and few other facts', async () => {
    for (const activation of ['gelu', 'relu'] as const) {
      const { units, attributions, without, probability } = await value_of('holders', {
        activation,
        prompt,
        answer: first!.answer,
      });
      expect(new Set(units).size).toBe(8);
      // The effect of switching off a unit is measured; others make up for most of it.
      const switches = [{ silenced: [units[0] ?? 0] }];
      const silenced = await value_of('next', { activation, prompt, switches });
      expect(without[0]).toBe(silenced.probabilities[silenced.words.indexOf(first!.answer)]);
      expect(without[0]).toBeLessThan(probability);
      expect(attributions).toEqual(attributions.toSorted((a, b) => b - a));
      const { needed, gone } = await value_of('forgotten', { activation, prompt, silenced: 0 });
      expect(gone).toBe(true);
      const last = await value_of('forgotten', { activation, prompt, silenced: needed });
      expect(last.units).toHaveLength(needed);
      expect(last.words[0]).not.toBe(first!.answer);
      expect(last.answers[0]).toBe(last.words[0]);
      expect(last.right).toBeGreaterThan(0.9 * last.of);
      const { prompts, promoted } = await value_of('memory', { activation, unit: units[0] ?? 0 });
      expect(prompts).toHaveLength(6);
      expect(promoted.effects).toEqual(promoted.effects.toSorted((a, b) => b - a));
    }
  });

  it('ends few sentences right if the mean of its network’s output replaces the output', async () => {
    for (const activation of ['gelu', 'relu'] as const) {
      const state = { activation, prompt };
      const compared = await value_of('ablations', state);
      const { output, zero, mean, of } = compared;
      expect([output.right, of]).toEqual([sentences.length, sentences.length]);
      const switches = [{ feed_forward: false }];
      expect(zero.right).toBe((await value_of('right', { activation, switches })).all.right);
      expect(zero.words[0]).toBe(prompt.at(-1)); // the last word again
      expect(mean.right).toBeLessThan(0.2 * of);
      expect(mean.probabilities).not.toEqual(zero.probabilities);
      await expect_program('ablations', state, compared);
    }
  });

  it('says of a fact that it stays without all units that support it', async () => {
    const units = [4, 2, 7].map((unit) => ({ unit, attribution: 1 }));
    const facts = {
      sentences: [prompt],
      languages: ['en'],
      knowledge_units: () => ({ units, before: 1, after: 1 }),
      model: {
        next_word: () => ({
          words: Int32Array.of(1),
          probabilities: { data: Float32Array.of(0, 1), shape: [2] },
        }),
      },
      table: { answers: () => Int32Array.of(1) },
    } as unknown as FactsModel;
    const session = { facts: () => Promise.resolve(facts) } as unknown as FactsSession;
    const given = { session } as Given<FactsSession>;
    expect(await forgotten(given, { activation: 'gelu', prompt, silenced: 3 })).toMatchObject({
      needed: 3,
      gone: false,
      of: 1,
    });
  });

  it('rewrites facts one after the other', async () => {
    const rome = vocabulary.indexOf('Rome');
    const rewrites = [{ sentence: 0, wanted: rome }];
    const { answers, words, right, of, change } = await value_of('rewritten', {
      activation: 'relu',
      prompt,
      rewrites,
    });
    expect([answers[0], words[0], of]).toEqual([rome, rome, sentences.length]);
    expect(right).toBeGreaterThan(0.95 * of);
    expect(change?.output_factor.shape).toEqual([64]);
    expect(change?.hidden_factor.shape).toEqual([256]);
    const none = await value_of('rewritten', { activation: 'relu', prompt, rewrites: [] });
    expect([none.right, none.words[0], none.change]).toEqual([of, first!.answer, undefined]);
  });

  it('answers without each part, as with that part switched off', async () => {
    const state = { activation: 'relu', prompt, unit: 17 } as const;
    const { rows } = await value_of('without_parts', state);
    const cases = [{}, { feed_forward: false }, { attention: false }, { silenced: [17] }];
    for (const [row, one] of cases.entries()) {
      const switched = { activation: 'relu', switches: [one] } as const;
      const { words, probabilities } = await value_of('next', { ...switched, prompt });
      const { all } = await value_of('right', switched);
      expect(rows[row]).toEqual({
        word: words[0],
        probability: probabilities[0],
        right: all.right,
      });
    }
    await expect_program('without_parts', state, { rows });
  });

  it('compares the twins', async () => {
    const state = { prompt };
    const { gelu, relu } = await value_of('twins', state);
    for (const twin of [gelu, relu])
      expect(twin).toMatchObject({
        right: sentences.length,
        of: sentences.length,
        d_ff: 256,
        gone: true,
      });
    expect([gelu.zero_share, gelu.dead]).toEqual([0, 0]);
    expect(relu.zero_share).toBeGreaterThan(0.85);
    expect(relu.needed).toBe(
      (await value_of('forgotten', { activation: 'relu', prompt, silenced: 0 })).needed,
    );
    await expect_program('twins', state, { gelu, relu });
  });

  it('attributes an answer to units once for a prompt, however many of them are silenced', async () => {
    const attribute = vi.fn(lab.knowledge_units);
    const counting = make_page_handlers(
      Object.create(lab, { knowledge_units: { value: attribute } }) as Lab,
      registry,
    );
    const context = { signal: new AbortController().signal, progress: () => undefined };
    const ask = async (name: string, state: object) =>
      (await counting.ask({ recipe: `facts.${name}`, state }, context)).value;
    const forget = async (of: readonly number[], silenced: number) =>
      (await ask('forgotten', { activation: 'relu', prompt: of, silenced })) as ValueOf<
        typeof forgotten
      >;
    const other = sentences[7]!.prompt;
    const kept = [await forget(other, 0), await forget(other, 1), await forget([...other], 0)];
    await ask('twins', { prompt: other });
    expect(attribute.mock.calls.map(([, of]) => of)).toEqual([other, other]); // for each of the twins
    expect(kept[2]).toEqual(kept[0]);
    expect(kept[1]!.probabilities).not.toEqual(kept[0]!.probabilities);
    await forget(prompt, 0);
    expect(attribute).toHaveBeenCalledTimes(3);
  });

  it('has the same numbers about units and rewritten facts in the worker and in programs', async () => {
    const state = { activation: 'relu' } as const;
    const holding = { ...state, prompt, answer: first!.answer };
    await expect_program('holders', holding, await value_of('holders', holding));
    const compared = { ...state, prompts: [prompt, sentences[1]!.prompt] };
    await expect_program('strips', compared, await value_of('strips', compared));
    const of_unit = { ...state, unit: 17 };
    await expect_program('memory', of_unit, await value_of('memory', of_unit));
    const silenced = { ...state, prompt, silenced: 2 };
    await expect_program('forgotten', silenced, await value_of('forgotten', silenced));
    const rewriting = {
      ...state,
      prompt,
      rewrites: [
        { sentence: 0, wanted: 3 },
        { sentence: 5, wanted: 4 },
      ],
    };
    await expect_program('rewritten', rewriting, await value_of('rewritten', rewriting));
  });

  it.each(states)('has the same numbers in the worker and in programs: %o', async (state) => {
    await expect_program('right', state, await value_of('right', state));
    const asked = { ...state, prompt };
    await expect_program('next', asked, await value_of('next', asked));
  });
});
