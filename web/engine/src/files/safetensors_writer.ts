import {
  call,
  expect_entries,
  expect_tensor,
  expect_text,
  type OptionsOf,
  type RawModule,
  read_options,
  type OwnUint8Array,
} from '../edge/index.js';
import { dtype_option } from '../layers/language_model.js';

/** Options of `lab.write_safetensors`. */
export interface WriteOptions extends OptionsOf<typeof dtype_option> {}

/** @internal `lab.write_safetensors` */
export function write_safetensors(
  module: RawModule,
  tensors: unknown,
  metadata: unknown,
  options: WriteOptions,
): OwnUint8Array {
  const items = expect_entries('tensors', tensors).map(([name, tensor]) => ({
    name: expect_text('name', name),
    tensor: expect_tensor(name, tensor),
  }));
  const entries = expect_entries('metadata', metadata).map(
    ([key, value]) =>
      [expect_text('metadata', key), expect_text(`metadata ${key}`, value)] as const,
  );
  return call(module, 'write_safetensors', items, entries, read_options(options, dtype_option));
}
