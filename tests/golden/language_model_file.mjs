// Trains a language model on made-up facts (tests/train/small_corpus.h) and writes it to
// language_model.safetensors, whose logits language_model_file_golden.py computes with PyTorch.
// Needs the built package.
import { writeFileSync } from 'node:fs';
import { load } from '../../web/engine/dist/index.node.js';

const [subjects, answers] = [20, 6];
const sentences = Array.from({ length: subjects }, (_, subject) =>
  [7 * subject ** 2 + 3 * subject, 5 * subject ** 2 + 1].flatMap((number, relation) => {
    const answer = subjects + 3 + relation * answers + ((number % 31) % answers);
    return [
      [subject, subjects + relation, answer],
      [subjects + relation, subjects + 2, subject, answer],
    ];
  }),
).flat();

const lab = await load({ variant: 'simd' }); // gives the same bits on every machine
const sizes = {
  n_vocab: subjects + 3 + 2 * answers,
  n_layers: 2,
  d_model: 16,
  n_heads: 2,
  d_ff: 32,
  activation: 'gelu_tanh',
};
const run = lab.LanguageTraining({
  sentences,
  ...sizes,
  schedule_steps: 300,
  batch_size: 24,
  seed: 3,
});
run.step(300);
console.log(`${run.facts_right()} of ${sentences.length} facts right`);
const model = run.model();
writeFileSync(
  new URL('language_model.safetensors', import.meta.url),
  model.to_safetensors({ dtype: 'F16' }),
);
for (const object of [model, run, lab]) object.dispose();
