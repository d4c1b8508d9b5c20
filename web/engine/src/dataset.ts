/** Data to train on: made from a seed, read from CSV text, or given. */
import { value_of } from './raw_module.js';
import type { RawTrainingModule } from './raw_training.js';
import type { CsvOptions, Dataset, GridOptions, ToyDataOptions } from './training_types.js';
import type { Tensor } from './types.js';
import { expect_boolean, expect_number, expect_object, expect_shape, expect_string, expect_tensor, wrong_type } from './validate.js';

/** `check(name, value)`, or undefined for a value left out. */
export function optional<Value>(check: (name: string, value: unknown) => Value, name: string, value: unknown): Value | undefined {
  return value === undefined ? undefined : check(name, value);
}

/** Int32Array as it is, or an array of numbers; whether they are whole and in range, the core checks. */
export function expect_labels(argument: string, value: unknown): Int32Array | number[] {
  // By tag, not by instanceof: arrays of another realm are as good.
  if (Object.prototype.toString.call(value) === '[object Int32Array]') return value as Int32Array;
  if (Array.isArray(value) && value.every((item) => typeof item === 'number')) return [...value];
  throw wrong_type(argument, value, 'an Int32Array or an array of numbers');
}

export function expect_texts(argument: string, value: unknown): string[] {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return [...value];
  throw wrong_type(argument, value, 'an array of strings');
}

export function expect_dataset(argument: string, value: unknown): Dataset {
  const { inputs, targets, labels, classes } = expect_object(argument, value) as Partial<Record<keyof Dataset, unknown>>;
  const parts = {
    targets: optional(expect_tensor, 'targets', targets),
    labels: optional(expect_labels, 'labels', labels),
    classes: optional(expect_texts, 'classes', classes),
  };
  const present = Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined));
  return { inputs: expect_tensor('inputs', inputs), ...present };
}

export function toy_dataset(module: RawTrainingModule, options: ToyDataOptions): Dataset {
  const { kind, n, noise, seed, coefficients } = expect_object('options', options) as ToyDataOptions;
  return value_of(
    module.toy_dataset({
      kind: expect_string('kind', kind),
      n: expect_number('n', n ?? 200),
      noise: expect_number('noise', noise ?? 0),
      seed: expect_number('seed', seed ?? 0),
      coefficients: optional(expect_shape, 'coefficients', coefficients),
    }),
  );
}

export function dataset_from_csv(module: RawTrainingModule, text: string, options: CsvOptions): Dataset {
  const { separator, header, task, targets } = expect_object('options', options) as CsvOptions;
  return value_of(
    module.dataset_from_csv(expect_string('text', text), {
      separator: optional(expect_string, 'separator', separator),
      header: optional(expect_boolean, 'header', header),
      task: expect_string('task', task ?? 'auto'),
      targets: expect_number('targets', targets ?? 1),
    }),
  );
}

export function grid(module: RawTrainingModule, options: GridOptions): Tensor {
  const { d_in, low, high, points } = expect_object('options', options) as GridOptions;
  const range = [expect_number('low', low ?? -2), expect_number('high', high ?? 2)] as const;
  return value_of(module.grid(expect_number('d_in', d_in ?? 2), ...range, expect_number('points', points ?? 50)));
}
