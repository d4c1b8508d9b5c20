/** The numbers about variants of the model of the facts: without an activation, trained again. */
import type { Given } from '../compute/recipe.ts';
import { first_token, type History, type VariantState } from './corpus.ts';
import type { TwinState } from './recipe.ts';
import type { FactsSession } from './session.ts';

/** Counts the sentences that the model ends right with the identity in place of its activation. */
export async function without_activation(
  { lab, session }: Given<FactsSession>,
  { activation }: TwinState,
) {
  const { model, table, sentences } = await session.facts(activation);
  const checkpoint = await lab.open_checkpoint(model.to_safetensors());
  const linear = await checkpoint.language_model({ activation: 'identity' });
  const linear_table = lab.FactTable(linear, sentences);
  const counts = { before: table.right(), right: linear_table.right(), of: table.count };
  for (const object of [linear_table, linear, checkpoint]) object.dispose();
  return counts;
}

/** Steps between two of the history; the last one ends it. */
const recorded_every = 30;

/**
 * Trains a variant from the start to the end, or until a value is not finite; so are those trained
 * that the page shows at once.
 */
export async function trained(
  { lab, session, progress }: Given<FactsSession>,
  { activation, d_ff }: VariantState,
) {
  const corpus = await session.corpus();
  const sentences = corpus.sentences.map((row) => row.slice(first_token));
  const run = lab.LanguageTraining({ ...corpus.training, sentences, activation, d_ff });
  const last = corpus.training.schedule_steps;
  const history: Record<keyof History, number[]> = { steps: [], right: [] };
  const record = () => {
    history.steps.push(run.steps);
    history.right.push(run.facts_right());
  };
  record();
  while (run.steps < last && run.step(1) === 1) {
    if (run.steps % recorded_every === 0 || run.steps === last) record();
    await progress.pause({ done: run.steps, of: last });
  }
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
    history,
  };
  model.dispose();
  return found;
}
