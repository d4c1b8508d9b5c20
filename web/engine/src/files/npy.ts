/** Reads NumPy's .npy files. Of a file with an invalid header only the header is read. */
import { open_source, read_exactly } from './byte_source.js';
import { type ReadOptions, signal_option } from './checkpoint.js';
import { type RawModule, type RawRange, value_of } from '../edge/raw_module.js';
import { read_options } from '../edge/schema.js';
import type { Tensor } from '../edge/types.js';

/** Number of bytes that determine where the data begins. */
const first_bytes = 12;

/** @internal `lab.read_npy` */
export async function read_npy(module: RawModule, from: unknown, options: ReadOptions): Promise<Tensor> {
  const { signal } = read_options(options, signal_option);
  const source = await open_source(from, first_bytes, signal);
  const first = await read_exactly(source, 0, Math.min(source.size, first_bytes), signal);
  const before_data = await read_exactly(source, 0, value_of(module.npy_data_begin(first, source.size)), signal);
  const { begin, end } = value_of<RawRange>(module.npy_data_range(before_data, source.size));
  const data = await read_exactly(source, begin, end, signal);
  return value_of(module.decode_npy(before_data, source.size, data));
}
