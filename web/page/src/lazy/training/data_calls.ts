/** What the parts around the race ask of the page's own worker. */
import type { Dataset, TrainableWeights } from 'ffn-lab';
import type { CsvError } from './csv_errors.ts';
import type { RunRequest } from './run_options.ts';
import type { FileError, FileTensor } from './weights_check.ts';

export type CsvTask = 'auto' | 'regression' | 'classification';

export interface CsvRequest {
  readonly text: string;
  readonly task: CsvTask;
  /** Wrong lines are left out. */
  readonly skip: boolean;
}

export interface CsvReply {
  /** Undefined when a line is wrong that is not to be left out. */
  readonly dataset: Dataset | undefined;
  /** The first ones, in the order of the text. */
  readonly errors: readonly CsvError[];
  /** There may be more. */
  readonly more: boolean;
  /** The other lines are a data set. */
  readonly others: boolean;
}

/** A data set in numbers. */
export interface DatasetReply {
  readonly examples: number;
  readonly d_in: number;
  readonly d_out: number;
  /** Of all inputs. */
  readonly minimum: number;
  readonly maximum: number;
  /** Examples of each class. */
  readonly counts: Int32Array | undefined;
}

export interface WeightsFileReply {
  readonly tensors: readonly FileTensor[];
  readonly metadata: Readonly<Record<string, string>>;
  /** Undefined with an error. */
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
