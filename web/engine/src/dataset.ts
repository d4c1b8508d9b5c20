/** Data sets for training: generated from a seed, parsed from CSV text or given by the caller. */
import { value_of } from './raw_module.js';
import type { RawTrainingModule } from './raw_training.js';
import type { CsvOptions, Dataset, GridOptions, ToyDataOptions } from './training_types.js';
import type { Tensor } from './types.js';
import { expect_boolean, expect_labels, expect_members, expect_number, expect_options, expect_shape, expect_string } from './validate.js';
import { expect_string_array, expect_tensor, expect_text, optional, wrong_value } from './validate.js';

export function expect_dataset(argument: string, value: unknown): Dataset {
  const { inputs, targets, labels, classes } = expect_members(argument, value, ['inputs', 'targets', 'labels', 'classes']);
  const parts = {
    targets: optional(expect_tensor, 'targets', targets),
    labels: optional(expect_labels, 'labels', labels),
    classes: optional(expect_string_array, 'classes', classes)?.map((name) => expect_text('classes', name)),
  };
  const present = Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined));
  return { inputs: expect_tensor('inputs', inputs), ...present };
}

export function toy_dataset(module: RawTrainingModule, options: ToyDataOptions): Dataset {
  const { kind, n, noise, seed, coefficients } = expect_options('options', options, ['kind', 'n', 'noise', 'seed', 'coefficients']);
  return value_of(
    module.toy_dataset({
      kind: expect_string('kind', kind),
      n: expect_number('n', n, 200),
      noise: expect_number('noise', noise, 0),
      seed: expect_number('seed', seed, 0),
      coefficients: optional(expect_shape, 'coefficients', coefficients),
    }),
  );
}

export function dataset_from_csv(module: RawTrainingModule, text: string, options: CsvOptions): Dataset {
  const { separator, header, task, targets } = expect_options('options', options, ['separator', 'header', 'task', 'targets']);
  if ((separator as string | undefined) === '') throw wrong_value('separator', '""', '",", ";" or a tab');
  return value_of(
    module.dataset_from_csv(new TextEncoder().encode(expect_text('text', text)), {
      separator: optional(expect_string, 'separator', separator),
      header: optional(expect_boolean, 'header', header),
      task: expect_string('task', task, 'auto'),
      targets: expect_number('targets', targets, 1),
    }),
  );
}

export function grid(module: RawTrainingModule, options: GridOptions): Tensor {
  const { d_in, low, high, points } = expect_options('options', options, ['d_in', 'low', 'high', 'points']);
  const range = [expect_number('low', low, -2), expect_number('high', high, 2)] as const;
  return value_of(module.grid(expect_number('d_in', d_in, 2), ...range, expect_number('points', points, 50)));
}
