/** Handlers of the core worker for CSV data sets and weight files of the training panel. */
import { FfnError } from 'ffn-lab';
import type { Dataset, Lab, Tensor, TrainableWeights } from 'ffn-lab';
import { parse_csv_error, without_line } from './csv_errors.ts';
import type { CsvError } from './csv_errors.ts';
import type { CsvReply, CsvRequest, DatasetReply, WeightsFileReply } from './data_calls.ts';
import { data_widths, run_options } from './run_options.ts';
import type { RunRequest } from './run_options.ts';
import { network_error, weight_names } from './weights_check.ts';

/** The search stops after this many invalid lines: the text is then probably not CSV. */
const most_wrong_lines = 50;
export const shown_errors = 5;

type Parsed = { readonly dataset: Dataset } | { readonly error: CsvError };

function parse({ text, task }: Pick<CsvRequest, 'text' | 'task'>, lab: Lab): Parsed {
  try {
    return { dataset: lab.dataset_from_csv(text, { task }) };
  } catch (error) {
    if (error instanceof FfnError && error.code.startsWith('invalid_')) return { error: parse_csv_error(error) };
    throw error;
  }
}

/** Parses CSV. The core reports the first invalid line only; the loop removes it and parses again to find the next. */
export function read_csv(lab: Lab, { text, task, skip }: CsvRequest): CsvReply {
  const errors: CsvError[] = [];
  let rest = text;
  const reply = (dataset: Dataset | undefined): CsvReply => {
    const in_order = errors.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
    const wrong = errors.length > 0;
    return {
      dataset: wrong && !skip ? undefined : dataset,
      errors: in_order.slice(0, shown_errors),
      more: in_order.length > shown_errors,
      others: wrong && dataset !== undefined,
    };
  };
  for (;;) {
    const parsed = parse({ text: rest, task }, lab);
    if ('dataset' in parsed) return reply(parsed.dataset);
    const { line } = parsed.error;
    const known = errors.some((error) => error.line === line);
    // Removing every line leaves an empty text, whose error is not reported.
    if (errors.length === 0 || line !== undefined) errors.push(parsed.error);
    if (line === undefined || known || errors.length > most_wrong_lines) return reply(undefined);
    rest = without_line(rest, line);
  }
}

/** Number of examples per class; labels are integers from 0. */
function class_counts(lab: Lab, labels: NonNullable<Dataset['labels']>, classes: number): Int32Array {
  const tensor = { data: Float32Array.from(labels), shape: [labels.length] };
  return lab.histogram(tensor, { bins: classes, range: [0, classes] }).counts;
}

export function describe_dataset(lab: Lab, dataset: Dataset): DatasetReply {
  const { d_in, d_out } = data_widths({ data: 'own', own: dataset }) ?? { d_in: 0, d_out: 0 };
  const { minimum, maximum } = lab.summarize(dataset.inputs);
  const counts = dataset.labels && class_counts(lab, dataset.labels, d_out);
  return { examples: dataset.inputs.shape[0] ?? 0, d_in, d_out, minimum, maximum, counts };
}

/** Returns the initial weights of both runs. */
export function start_weights(lab: Lab, request: RunRequest): TrainableWeights {
  const run = lab.TrainingRun(run_options(lab, request));
  try {
    return run.weights();
  } finally {
    run.dispose();
  }
}

export function write_weights(lab: Lab, weights: TrainableWeights, metadata: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const tensors = weight_names.flatMap((name) => (weights[name] === undefined ? [] : [[name, weights[name]] as const]));
  return lab.write_safetensors(Object.fromEntries(tensors), metadata);
}

export async function read_weights(lab: Lab, file: Blob): Promise<WeightsFileReply> {
  const nothing = { tensors: [], metadata: {}, weights: undefined };
  try {
    const checkpoint = await lab.open_checkpoint(file);
    try {
      const tensors = checkpoint.tensors.map(({ name, shape, dtype }) => ({ name, shape, dtype }));
      const { metadata } = checkpoint;
      const error = network_error(tensors);
      if (error) return { tensors, metadata, weights: undefined, error };
      const present = weight_names.filter((name) => tensors.some((tensor) => tensor.name === name));
      const read: Record<string, Tensor> = {};
      for (const name of present) read[name] = await checkpoint.tensor(name);
      const bad = present.find((name) => lab.summarize(read[name] as Tensor).non_finite_count > 0);
      if (bad !== undefined) return { tensors, metadata, weights: undefined, error: { kind: 'not_finite', name: bad } };
      return { tensors, metadata, weights: read as unknown as TrainableWeights, error: undefined };
    } finally {
      checkpoint.dispose();
    }
  } catch (error) {
    if (!(error instanceof FfnError) || !/^(invalid_file|read_failed)$/.test(error.code)) throw error;
    return { ...nothing, error: { kind: 'file', reason: error.reason ?? '', message: error.message } };
  }
}
