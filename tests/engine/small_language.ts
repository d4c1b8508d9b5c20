/**
 * Made-up facts, as in tests/train/small_corpus.h: 20 subjects, two relations with six answers
 * each, two wordings.
 */
import type { Lab, LanguageTrainingOptions } from 'ffn-lab';
import { read_golden } from '../golden.js';

const subjects = 20;
const answers = 6;

export const small_corpus: readonly (readonly number[])[] = Array.from(
  { length: subjects },
  (_, subject) => {
    const first = subjects + 3 + (((7 * subject ** 2 + 3 * subject) % 31) % answers);
    const second = subjects + 3 + answers + (((5 * subject ** 2 + 1) % 31) % answers);
    return [
      [subject, subjects, first],
      [subjects, subjects + 2, subject, first],
      [subject, subjects + 1, second],
      [subjects + 1, subjects + 2, subject, second],
    ];
  },
).flat();

export const prompts = small_corpus.map((sentence) => sentence.slice(0, -1));

/** The corpus is learned in about 300 steps. */
export const small_training: LanguageTrainingOptions = {
  sentences: small_corpus,
  n_vocab: subjects + 3 + 2 * answers,
  d_model: 16,
  n_heads: 2,
  d_ff: 48,
  schedule_steps: 300,
  batch_size: 24,
  seed: 3,
};

/** Returns a model that knows the facts, with ReLU. Dispose of it when done. */
export function trained_model(lab: Lab) {
  using run = lab.LanguageTraining({ ...small_training, activation: 'relu' });
  run.step(300);
  return run.model();
}

/** Sentences and PyTorch's logits of the model below (tests/golden/language_model_golden.py). */
export const golden_sentences = [
  [3, 1, 4, 1, 5],
  [2, 6],
  [5, 3, 5],
];
export const golden = read_golden('language_model');

/**
 * Returns the model of tests/golden/language_model_golden.py: all weights are RandomState(20).randn
 * · 0.5. Dispose of it when done.
 */
export function golden_model(lab: Lab) {
  using rng = lab.RandomState(20);
  const model = lab.LanguageModel({
    n_vocab: 9,
    n_positions: 5,
    n_layers: 2,
    d_model: 6,
    n_heads: 2,
    d_ff: 8,
    init: 'zeros',
  });
  const drawn = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(drawn);
    if ('shape' in (value as object))
      return rng.randn((value as { shape: number[] }).shape, { scale: 0.5 });
    return Object.fromEntries(
      Object.entries(value as object).map(([name, part]) => [name, drawn(part)]),
    );
  };
  model.set_weights(drawn(model.weights()) as never);
  return model;
}
