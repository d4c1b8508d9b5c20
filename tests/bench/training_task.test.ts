/** Tests the task of training that all engines are given. */
import { readFileSync } from 'node:fs';
import { load } from 'ffn-lab';
import { expect, it } from 'vitest';
import type { CorpusFile } from '../../web/page/src/language_model/corpus.ts';
import { checked_steps, training_task } from './training_task.ts';

const path = new URL('../../web/model/vocabulary.json', import.meta.url);
const corpus = JSON.parse(readFileSync(path, 'utf8')) as CorpusFile;

it('has batches of one size, with the words of the training of the page', async () => {
  const lab = await load({ variant: 'simd' });
  const { options, weights, batches, rates, losses } = training_task(lab, corpus);
  const { n_positions, batch_size } = options;
  const learned = new Set(options.sentences.map((sentence) => Array.from(sentence).join(' ')));
  expect(learned.size).toBe(batches.length * batch_size);
  for (const batch of batches) {
    let sum = 0;
    for (let row = 0; row < batch_size; row++) {
      const from = row * n_positions;
      const size = batch.weights.subarray(from, from + n_positions).indexOf(0);
      const length = size === -1 ? n_positions : size;
      const words = [
        ...batch.words.subarray(from, from + length),
        batch.targets[from + length - 1],
      ];
      expect(learned.delete(words.join(' '))).toBe(true);
      expect([...batch.words.subarray(from + 1, from + length)]).toEqual([
        ...batch.targets.subarray(from, from + length - 1),
      ]);
      // The answer has twice the weight of the words before it.
      const [before = 0, answer = 0] = batch.weights.subarray(from + length - 2);
      expect(answer / before).toBeCloseTo(1 / options.prompt_loss_weight, 5);
    }
    for (const weight of batch.weights) sum += weight;
    expect(sum).toBeCloseTo(1, 5);
  }
  expect(learned.size).toBe(0);
  // The run that it describes, with the weights before its first step.
  const run = lab.LanguageTraining(options);
  expect(run.model().weights()).toEqual(weights);
  expect(run.lr).toBe(rates[0]);
  expect(losses.length).toBeGreaterThan(checked_steps);
  run.step(checked_steps);
  expect(Array.from(run.losses())).toEqual(losses.slice(0, checked_steps));
  lab.dispose();
});
