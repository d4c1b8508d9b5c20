import { call, type Range, type RawModule, read_options, type Tensor } from '../edge/index.js';
import { open_source, read_exactly } from './byte_source.js';
import { type ReadOptions, signal_option } from './checkpoint_options.js';

/** Number of bytes that determine where the data begins. */
const npy_begin_bytes = 12;

/** @internal `lab.read_npy`. Reads only the header if it is invalid. */
export async function read_npy(
  module: RawModule,
  from: unknown,
  options: ReadOptions,
): Promise<Tensor> {
  const { signal } = read_options(options, signal_option);
  const source = await open_source(from, npy_begin_bytes, signal);
  const first = await read_exactly(source, 0, Math.min(source.size, npy_begin_bytes), signal);
  const before_data = await read_exactly(
    source,
    0,
    call(module, 'npy_data_begin', first, source.size),
    signal,
  );
  const { begin, end } = call<Range>(module, 'npy_data_range', before_data, source.size);
  const data = await read_exactly(source, begin, end, signal);
  return call(module, 'decode_npy', before_data, source.size, data);
}
