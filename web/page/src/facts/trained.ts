/**
 * Trains a model of the facts from the start; its text is the program of the numbers of all
 * variants, also of those that were trained ahead.
 */
import type { ActivationKind, Lab } from 'ffn-lab';
import type { Pause } from '../numbers/handler.ts';
import { first_token, type CorpusFile } from './corpus.ts';

/** The options in which a variant differs from the shipped models. */
export interface VariantState {
  readonly activation: ActivationKind;
  readonly d_ff: number;
}

/** Trains to the end, or until a value is not finite or `pause` returns false. */
export async function trained(
  lab: Lab,
  corpus: CorpusFile,
  { activation, d_ff }: VariantState,
  pause: Pause = () => true,
) {
  const sentences = corpus.sentences.map((row) => row.slice(first_token));
  const run = lab.LanguageTraining({ ...corpus.training, sentences, activation, d_ff });
  const last = corpus.training.schedule_steps;
  while (run.steps < last && (await pause(run.steps)) && run.step(1) === 1);
  const { steps } = run;
  const { d_model } = corpus.training;
  const model = run.model();
  const table = lab.FactTable(model, sentences);
  const found = {
    d_model,
    d_ff,
    steps,
    last,
    loss: run.losses()[steps - 1] ?? NaN,
    right: table.right(),
    of: sentences.length,
    /** Without the feed-forward network: what the rest of the model holds. */
    right_without: table.right({ switches: [{ feed_forward: false }] }),
  };
  for (const object of [table, model, run]) object.dispose();
  return found;
}
