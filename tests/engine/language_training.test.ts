import { describe, expect, it } from 'vitest';
import { prompts, small_corpus, small_training } from './small_language.js';
import { load_each } from './variants.js';

const wrong = (value: unknown) => value as never;
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

  it('warms the learning rate up and lets it decay to its final share', () => {
    using run = lab.LanguageTraining({
      ...small_training,
      lr: 0.02,
      schedule_steps: 10,
      warm_up_steps: 4,
      final_share: 0.25,
    });
    const rates: number[] = [];
    for (let i = 0; i < 12; i++) {
      rates.push(run.lr);
      run.step();
    }
    expect(rates.slice(0, 4)).toEqual([0.005, 0.01, 0.015, 0.02]);
    expect(rates[6]).toBeCloseTo(0.0125, 12); // the middle of the cosine
    for (const rate of rates.slice(9)) expect(rate).toBeCloseTo(0.005, 12);
  });

  it('gives runs that differ in the activation the same batches', () => {
    using gelu = lab.LanguageTraining(small_training);
    using relu = lab.LanguageTraining({ ...small_training, activation: 'relu' });
    for (let i = 0; i < 5; i++) {
      expect(gelu.next_batch()).toEqual(relu.next_batch());
      gelu.step();
      relu.step();
    }
    expect(gelu.next_batch()).toHaveLength(24);
    expect(gelu.losses()).not.toEqual(relu.losses());
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

  it('weighs the words before the answer, and can spare the feed-forward network from decay', () => {
    using every = lab.LanguageTraining(small_training);
    using answers = lab.LanguageTraining({ ...small_training, learned: 'last_word' });
    using weighted = lab.LanguageTraining({ ...small_training, prompt_loss_weight: 0 });
    using spared = lab.LanguageTraining({ ...small_training, decay_feed_forward: false });
    for (const run of [every, answers, weighted, spared]) run.step(2);
    expect(weighted.losses()[0]).toBeCloseTo(answers.losses()[0] ?? NaN, 10);
    expect(weighted.losses()[0]).not.toBeCloseTo(every.losses()[0] ?? NaN, 3);
    expect(spared.losses()[0]).toBe(every.losses()[0]);
    expect(spared.losses()[1]).not.toBe(every.losses()[1]);
  });

  it('stops before a step with a value that is not finite', () => {
    using run = lab.LanguageTraining({ ...small_training, lr: 1e38, warm_up_steps: 0 });
    expect(run.step(20)).toBeLessThan(20);
    expect(run.non_finite).toMatchObject({ step: run.steps + 1 });
    run.rewind(0);
    expect(run.non_finite).toBe(undefined);
  });

  it('rejects invalid options and sentences by name', () => {
    const make = (options: object) => () => lab.LanguageTraining({ ...small_training, ...options });
    expect(make({ sentences: [] })).toThrow('sentences is empty; expected one sentence or more');
    expect(make({ sentences: [[1, 2], [3]], batch_size: 1 })).toThrow(
      'sentences[1] is 1 token long; expected 2 tokens or more',
    );
    expect(make({ sentences: wrong('abc') })).toThrow(
      'sentences is "abc"; expected an array of sentences',
    );
    expect(make({ sentences: [[99, 1]], batch_size: 1 })).toThrow(
      'tokens[0] is 99; expected an integer from 0 to 34',
    );
    expect(make({ n_positions: 2 })).toThrow(
      'sentences is 3 tokens long; expected at most 2 tokens',
    );
    expect(make({ batch_size: 81 })).toThrow(
      'batch_size is 81; expected 1 to 80, the size of the data set',
    );
    expect(make({ schedule_steps: 0 })).toThrow('schedule_steps is 0; expected an integer from 1');
    expect(make({ warm_up_steps: 300 })).toThrow('warm_up_steps is 300; expected 0 to 299');
    expect(make({ final_share: 2 })).toThrow('final_share is 2; expected');
    expect(make({ lr: -1 })).toThrow('lr is -1; expected');
    expect(make({ prompt_loss_weight: 2 })).toThrow(
      'prompt_loss_weight is 2; expected a number from 0 to 1',
    );
    expect(make({ decay_feed_forward: 1 })).toThrow('decay_feed_forward is 1; expected');
    expect(make({ learned: 'nothing' })).toThrow(
      'learned is "nothing"; expected "every_word" or "last_word"',
    );
    using run = lab.LanguageTraining(small_training);
    expect(() => run.rewind(1)).toThrow('step is 1; expected 0 to 0');
    expect(() => run.step(-1)).toThrow('count is -1; expected an integer from 0');
  });
});
