import { afterAll, describe, expect, it } from 'vitest';
import { prompts, small_corpus, trained_model } from './small_language.js';
import { load_each } from './variants.js';

const answer_of = (i: number) => small_corpus[i]?.at(-1) ?? NaN;
const prompt_of = (i: number) => prompts[i] ?? [];

describe.each(await load_each())('language_analysis, variant %s', (_variant, lab) => {
  const model = trained_model(lab);
  afterAll(() => model.dispose());

  it('unit_words: effects come from the column of W2 and rank the words', () => {
    const { token_embedding, blocks, final_norm } = model.weights();
    const w2 = blocks[0]?.feed_forward.w2.data ?? [];
    const column = Array.from({ length: 16 }, (_, row) => w2[48 * row + 7] ?? NaN);
    const mean = column.reduce((sum, value) => sum + value) / 16;
    const scaled = column.map((value, i) => (value - mean) * (final_norm.scale.data[i] ?? NaN));
    const { effects, promoted, demoted } = lab.unit_words(model, { unit: 7, count: 4 });
    expect(effects.shape).toEqual([35]);
    effects.data.forEach((effect, word) => {
      expect(effect).toBeCloseTo(
        scaled.reduce(
          (sum, value, i) => sum + value * (token_embedding.data[16 * word + i] ?? NaN),
          0,
        ),
        5,
      );
    });
    const ranked = [...effects.data.keys()].sort(
      (a, b) => (effects.data[b] ?? 0) - (effects.data[a] ?? 0),
    );
    expect([...promoted]).toEqual(ranked.slice(0, 4));
    expect([...demoted]).toEqual(ranked.slice(-4).reverse());
    expect(lab.unit_words(model, { unit: 7, block: 0 }).promoted).toHaveLength(10);
  });

  it('attribute_units: lists all units in descending order; those of the answer raise its logarithm', () => {
    const units = lab.attribute_units(model, prompt_of(0), answer_of(0));
    expect(units.map(({ unit }) => unit).sort((a, b) => a - b)).toEqual([...Array(48).keys()]);
    const attributions = units.map(({ attribution }) => attribution);
    expect(attributions).toEqual([...attributions].sort((a, b) => b - a));
    const probability = (silenced: number[]) =>
      model.next_word(prompt_of(0), { switches: [{ silenced }] }).probabilities.data[
        answer_of(0)
      ] ?? NaN;
    expect(probability([units[0]?.unit ?? 0])).toBeLessThan(probability([]));
  });

  it('knowledge_units: silences the units that hold an answer, and few other facts are lost', () => {
    using table = lab.FactTable(model, small_corpus);
    const found = prompts.map((prompt) => lab.knowledge_units(model, prompt));
    expect(found.map(({ before }) => before)).toEqual(
      small_corpus.map((sentence) => sentence.at(-1)),
    );
    const i = found.findIndex(({ before, after }) => before !== after);
    const { units, switches, before, after } = found[i] as (typeof found)[number];
    expect(switches).toEqual([
      { attention: true, feed_forward: true, silenced: Int32Array.from(units, ({ unit }) => unit) },
    ]);
    expect(model.next_word(prompt_of(i), { switches }).words[0]).toBe(after);
    const fewer = [{ silenced: units.slice(0, -1).map(({ unit }) => unit) }];
    expect(model.next_word(prompt_of(i), { switches: fewer }).words[0]).toBe(before);
    expect(units.map(({ unit }) => unit)).toEqual(
      lab
        .attribute_units(model, prompt_of(i), before)
        .slice(0, units.length)
        .map(({ unit }) => unit),
    );
    expect(table.right({ switches })).toBeGreaterThan(
      table.right({ switches: [{ feed_forward: false }] }),
    );
    expect(lab.knowledge_units(model, prompt_of(i), { most: 1 }).units).toHaveLength(1);
  });

  it('rewrite: changes one fact by a rank-one change of W2, which can be taken back', () => {
    using changed = model.copy();
    const wanted = answer_of(0) === 23 ? 24 : 23;
    const change = lab.rewrite(changed, { prompt: prompt_of(0), wanted, prompts });
    expect(change).toMatchObject({ block: 0, before: answer_of(0), after: wanted });
    expect(change.probability).toBeGreaterThanOrEqual(0.9);
    expect([change.output_factor.shape, change.hidden_factor.shape]).toEqual([[16], [48]]);
    expect(changed.next_word(prompt_of(0)).words[0]).toBe(answer_of(0)); // not changed yet

    lab.apply_rewrite(changed, change);
    expect(changed.next_word(prompt_of(0)).words[0]).toBe(wanted);
    expect(changed.next_word(prompt_of(0)).probabilities.data[wanted]).toBeCloseTo(
      change.probability,
      5,
    );
    const w2 = (of: typeof model) =>
      of.weights().blocks[0]?.feed_forward.w2.data ?? new Float32Array();
    const [before, after] = [w2(model), w2(changed)];
    const [output, hidden] = [change.output_factor.data, change.hidden_factor.data];
    after.forEach((weight, i) => {
      const product = (output[Math.floor(i / 48)] ?? NaN) * (hidden[i % 48] ?? NaN);
      expect(weight).toBeCloseTo((before[i] ?? NaN) + product, 5);
    });
    using table = lab.FactTable(changed, small_corpus);
    expect(table.right()).toBeGreaterThan(60);

    lab.apply_rewrite(changed, change, { scale: -1 });
    w2(changed).forEach((weight, i) => expect(weight).toBeCloseTo(before[i] ?? NaN, 5));
    changed.set_weights(model.weights());
    expect(changed.weights()).toEqual(model.weights());
  });
});
