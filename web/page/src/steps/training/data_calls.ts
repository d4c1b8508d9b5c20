/** Calls of the training panel to the page's shared core worker, for data sets and weight files. */
import type { Dataset, TrainableWeights } from 'ffn-lab';
import type { CsvError } from './csv_errors.ts';
import type { RunRequest } from './run_options.ts';
import type { FileError, FileTensor } from './weights_check.ts';

export type CsvTask = 'auto' | 'regression' | 'classification';

export interface CsvRequest {
  readonly text: string;
  readonly task: CsvTask;
  /** Skips invalid lines. */
  readonly skip: boolean;
}

export interface CsvReply {
  /** Undefined if a line is invalid and `skip` is false. */
  readonly dataset: Dataset | undefined;
  /** The first errors, sorted by line. */
  readonly errors: readonly CsvError[];
  /** Whether there are more errors than listed. */
  readonly more: boolean;
  /** Whether the valid lines form a data set. */
  readonly others: boolean;
}

/** Summary of a data set. */
export interface DatasetReply {
  readonly examples: number;
  readonly d_in: number;
  readonly d_out: number;
  /** Range of all inputs. */
  readonly minimum: number;
  readonly maximum: number;
  /** Number of examples per class; undefined for regression. */
  readonly counts: Int32Array | undefined;
}

export interface WeightsFileReply {
  readonly tensors: readonly FileTensor[];
  readonly metadata: Readonly<Record<string, string>>;
  /** Undefined if `error` is set. */
  readonly weights: TrainableWeights | undefined;
  readonly error: FileError | undefined;
}

export interface TrainingDataCalls {
  training_csv: { request: CsvRequest; reply: CsvReply };
  training_dataset: { request: Dataset; reply: DatasetReply };
  training_start_weights: { request: RunRequest; reply: TrainableWeights };
  training_write_weights: {
    request: { readonly weights: TrainableWeights; readonly metadata: Readonly<Record<string, string>> };
    reply: Uint8Array<ArrayBuffer>;
  };
  training_read_weights: { request: Blob; reply: WeightsFileReply };
}
