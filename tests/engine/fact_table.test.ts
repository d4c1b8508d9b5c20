import { afterAll, describe, expect, it } from 'vitest';
import { prompts, small_corpus, trained_model } from './small_language.js';
import { load_each } from './variants.js';

describe.each(await load_each())('fact_table, variant %s', (_variant, lab) => {
  const model = trained_model(lab);
  const table = lab.FactTable(model, small_corpus);
  afterAll(() => {
    table.dispose();
    model.dispose();
  });

  it("counts the model's right answers", () => {
    expect(table.count).toBe(80);
    expect(table.right()).toBe(80);
    expect([...table.answers()]).toEqual(small_corpus.map((sentence) => sentence.at(-1)));
    const other = small_corpus.map((sentence, i) =>
      i < 3 ? [...sentence.slice(0, -1), 0] : sentence,
    );
    using with_errors = lab.FactTable(model, other);
    expect(with_errors.right()).toBe(77);
  });

  it('answers with parts switched off as the model does', () => {
    for (const switches of [
      [{ feed_forward: false }],
      [{ attention: false }],
      [{ silenced: [1, 4, 7, 30, 31, 32] }],
    ]) {
      const answers = table.answers({ switches });
      expect([...answers]).toEqual(
        prompts.map((prompt) => model.next_word(prompt, { switches }).words[0]),
      );
      expect(table.right({ switches })).toBe(
        small_corpus.filter((sentence, i) => sentence.at(-1) === answers[i]).length,
      );
    }
    expect(table.right({ switches: [{ feed_forward: false }] })).toBeLessThan(50);
  });

  it('has the hidden activations of the last positions, and ranks prompts by them', () => {
    const hidden = table.hidden();
    expect(hidden.shape).toEqual([80, 48]);
    expect(table.hidden({ block: 0 })).toEqual(hidden);
    for (const i of [0, 1, 41]) {
      const of_trace = model.trace(prompts[i] ?? []).blocks[0]?.feed_forward?.hidden.data;
      expect(hidden.data.slice(48 * i, 48 * (i + 1))).toEqual(of_trace?.slice(-48));
    }
    const activations = prompts.map((_, i) => hidden.data[48 * i + 5] ?? NaN);
    const found = table.strongest_prompts({ unit: 5, count: 3 });
    const ranked = [...activations.keys()].sort(
      (a, b) => (activations[b] ?? 0) - (activations[a] ?? 0) || a - b,
    );
    expect([...found.prompts]).toEqual(ranked.slice(0, 3));
    expect([...found.activations]).toEqual(ranked.slice(0, 3).map((i) => activations[i]));
    expect(table.strongest_prompts({ unit: 5 }).prompts).toHaveLength(10);
  });

  it('is a copy of the model', () => {
    using changed = model.copy();
    using before = lab.FactTable(changed, small_corpus);
    changed.set_weights({ token_embedding: { data: new Float32Array(35 * 16), shape: [35, 16] } });
    expect(before.right()).toBe(80);
    using after = lab.FactTable(changed, small_corpus);
    expect(after.right()).toBe(0);
  });
});
