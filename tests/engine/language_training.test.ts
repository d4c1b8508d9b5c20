import { describe, expect, it } from 'vitest';
import { prompts, small_corpus, small_training } from './small_language.js';
import { load_each } from './variants.js';

const labs = await load_each();

describe.each(labs)('language_training, variant %s', (_variant, lab) => {
  it('learns every fact, as losses and answers show', () => {
    using run = lab.LanguageTraining(small_training);
    expect(run.parameter_count).toBe(
      (35 + 4) * 16 + 4 * (16 * 16 + 16) + 2 * 16 * 48 + 48 + 16 + 6 * 16,
    );
    expect(run.facts_right()).toBeLessThan(30);
    expect(run.step(300)).toBe(300);
    expect([run.steps, run.recorded_steps, run.losses().length, run.non_finite]).toEqual([
      300,
      300,
      300,
      undefined,
    ]);
    expect(run.facts_right()).toBe(80);
    expect([...run.answers()]).toEqual(small_corpus.map((sentence) => sentence.at(-1)));
    const losses = run.losses();
    expect(losses[299]).toBeLessThan((losses[0] ?? 0) / 3);

    using model = run.model();
    expect(
      [...prompts.entries()].filter(
        ([i, prompt]) => model.next_word(prompt).words[0] !== run.answers()[i],
      ),
    ).toEqual([]);
    run.rewind(0);
    expect(run.facts_right()).toBeLessThan(30);
    expect(model.next_word(prompts[0] ?? []).words[0]).toBe(small_corpus[0]?.at(-1)); // a copy
  });

  it('can learn only the answers, and from batches of any size', () => {
    using run = lab.LanguageTraining({ ...small_training, learned: 'last_word', batch_size: 80 });
    run.step(100);
    expect(run.losses()[99]).toBeLessThan(0.5);
    using all = lab.LanguageTraining({
      sentences: small_corpus.slice(0, 7),
      n_vocab: 35,
      d_model: 8,
    });
    expect(all.next_batch()).toHaveLength(7);
    using model = all.model();
    expect(model.n_positions).toBe(4);
  });

  it('stops before a step with a value that is not finite', () => {
    using run = lab.LanguageTraining({ ...small_training, lr: 1e38, warm_up_steps: 0 });
    expect(run.step(20)).toBeLessThan(20);
    expect(run.non_finite).toMatchObject({ step: run.steps + 1 });
    run.rewind(0);
    expect(run.non_finite).toBe(undefined);
  });
});
