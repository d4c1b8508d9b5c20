import { describe, expect, it } from 'vitest';
import type { FfnError, LanguageTraining, TrainingRun } from 'ffn-lab';
import { small_training } from './small_language.js';
import { load_each } from './variants.js';

const refusal = (code: string, message: string) =>
  expect.objectContaining({ code, message }) as FfnError;
const wrong = (value: unknown) => value as never;

describe.each(await load_each())('recorded_run, variant %s', (_variant, lab) => {
  const dataset = lab.dataset({ kind: 'xor', n: 40 });
  const small = {
    dataset,
    d_model: 4,
    d_ff: 12,
    dropout: 0.25,
    batch_size: 16,
    seed: 3,
    snapshot_every: 4,
  };
  const weights_of = (run: TrainingRun | LanguageTraining): unknown => {
    if ('weights' in run) return run.weights();
    using model = run.model();
    return model.weights();
  };

  it.each([
    ['TrainingRun', () => lab.TrainingRun(small)],
    ['LanguageTraining', () => lab.LanguageTraining({ ...small_training, snapshot_every: 4 })],
  ] as const)(
    'rewinds a %s to any step with the same bits, backward and forward',
    (_kind, make) => {
      using run = make();
      const steps = [weights_of(run)];
      for (let i = 0; i < 30; ++i) {
        run.step();
        steps.push(weights_of(run));
      }
      const losses = run.losses();
      for (const step of [29, 0, 17, 30, 8, 9, 7]) {
        run.rewind(step);
        expect([run.steps, run.recorded_steps, run.non_finite]).toEqual([step, 30, undefined]);
        expect(weights_of(run)).toEqual(steps[step]);
      }
      expect(run.step(23)).toBe(23);
      expect(weights_of(run)).toEqual(steps[30]);
      expect(run.losses()).toEqual(losses);
      expect(() => run.rewind(31)).toThrow(
        refusal('invalid_argument', 'step is 31; expected 0 to 30'),
      );
      expect(() => run.rewind(1.5)).toThrow(
        'step is 1.5; expected an integer from 0 to 2147483647',
      );
      expect(() => run.step(wrong('all'))).toThrow(
        refusal('invalid_type', 'count is "all"; expected a number'),
      );
    },
  );
});
