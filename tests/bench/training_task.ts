/**
 * The training of the language model of the facts, with the options of the page (web/model), as a
 * task for every engine: the initial weights, the batches, the learning rates, and the losses of
 * the first steps.
 */
import type { Lab, LanguageModelWeights, LanguageTrainingOptions } from 'ffn-lab';
import { first_token, type CorpusFile } from '../../web/page/src/language_model/corpus.ts';

/** Words of a batch, (batch_size * n_positions) each: padded on the right with weight 0. */
export interface TrainingBatch {
  readonly words: Int32Array;
  /** The word after each word. */
  readonly targets: Int32Array;
  /** Weights in the loss, whose sum is 1. */
  readonly weights: Float32Array;
}

/** Options that have no default in the corpus. */
type Training = LanguageTrainingOptions &
  Record<'n_positions' | 'prompt_loss_weight' | 'batch_size', number>;

export interface TrainingTask {
  readonly options: Training;
  /** Initial weights. */
  readonly weights: LanguageModelWeights;
  /** Batches of the first epoch, in order. */
  readonly batches: readonly TrainingBatch[];
  readonly rates: readonly number[];
  readonly losses: readonly number[];
}

function padded(
  sentences: readonly (readonly number[])[],
  { n_positions, prompt_loss_weight }: Training,
): TrainingBatch {
  const size = sentences.length * n_positions;
  const [words, targets] = [new Int32Array(size), new Int32Array(size)];
  const weights = new Float32Array(size);
  let total = 0;
  sentences.forEach((sentence, row) => {
    for (let at = 0; at + 1 < sentence.length; at++) {
      const place = row * n_positions + at;
      const weight = at + 2 === sentence.length ? 1 : prompt_loss_weight;
      words[place] = sentence[at] as number;
      targets[place] = sentence[at + 1] as number;
      weights[place] = weight;
      total += weight;
    }
  });
  return { words, targets, weights: weights.map((weight) => weight / total) };
}

/**
 * Returns the options of the page, with the sentences that fill an epoch's batches: a smaller last
 * batch would be less work for some engines only.
 */
function options_of({ training, sentences }: CorpusFile): Training {
  const { n_positions, prompt_loss_weight, batch_size } = training;
  if (n_positions === undefined || prompt_loss_weight === undefined || batch_size === undefined)
    throw new Error('the corpus has no n_positions, prompt_loss_weight or batch_size');
  const count = sentences.length - (sentences.length % batch_size);
  return {
    ...training,
    ...{ n_positions, prompt_loss_weight, batch_size },
    activation: 'gelu',
    sentences: sentences.slice(0, count).map((row) => row.slice(first_token)),
    snapshot_every: training.schedule_steps,
  };
}

export function training_task(lab: Lab, corpus: CorpusFile): TrainingTask {
  const options = options_of(corpus);
  const run = lab.LanguageTraining(options);
  const model = run.model();
  const weights = model.weights();
  model.dispose();
  const batches: TrainingBatch[] = [];
  const rates: number[] = [];
  const steps_of_epoch = options.sentences.length / options.batch_size;
  for (let step = 0; step < steps_of_epoch; step++) {
    const batch = Array.from(run.next_batch(), (number) =>
      Array.from(options.sentences[number] ?? []),
    );
    batches.push(padded(batch, options));
    rates.push(run.lr);
    run.step(1);
  }
  const losses = Array.from(run.losses());
  run.dispose();
  return { options, weights, batches, rates, losses };
}

/** Steps whose losses are compared before anything is timed. */
export const checked_steps = 5;
