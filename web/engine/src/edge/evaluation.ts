/**
 * Forward passes on arrays in WebAssembly memory. Only numbers cross the JavaScript boundary:
 * converting tensors to JavaScript objects would take longer than the pass of a small network.
 */
import { FfnError } from './errors.js';
import type { Range, RawEvaluable, RawModule } from './raw_module.js';
import type { TensorLike } from './types.js';

const float_bytes = 4;

/** The functions of the module that passes in this thread and in workers use. */
export type Memory = Pick<RawModule, 'HEAPF32' | 'allocate' | 'release' | 'add_at'>;

/**
 * Returns whether x is certainly of shape (…, d_model). If not, the core checks x and reports the
 * error.
 */
export function is_tokens(
  { data, shape }: Pick<TensorLike, 'data'> & { readonly shape: readonly number[] },
  d_model: number,
): boolean {
  let count = 1;
  for (const size of shape) {
    if (!Number.isInteger(size) || size < 0) return false;
    count *= size;
  }
  return shape.at(-1) === d_model && count === data.length;
}

/**
 * Allocates two arrays of `length` floats, calls `work` with their indices in HEAPF32 and frees
 * them. Returns undefined if WebAssembly or JavaScript has too little memory.
 */
function with_two_arrays<Result>(
  memory: Memory,
  length: number,
  work: (first: number, second: number) => Result,
): Result | undefined {
  const address = memory.allocate(2 * length);
  if (address === 0) return undefined;
  try {
    return work(address / float_bytes, address / float_bytes + length);
  } catch (cause) {
    if (cause instanceof RangeError) return undefined;
    throw cause;
  } finally {
    memory.release(address);
  }
}

/**
 * Returns the contribution of hidden units [first, first + count) to the output for x, whose rows
 * are tokens (…, d_model). Returns undefined if the core rejects the arguments or has too little
 * memory. The result is a new array or `target`, of the length of x.
 */
export function forward_through_memory(
  memory: Memory,
  raw: RawEvaluable,
  d_model: number,
  x: Float32Array,
  first: number,
  count: number,
  target?: Float32Array,
): Float32Array | undefined {
  const { length } = x;
  return with_two_arrays(memory, length, (input, output) => {
    memory.HEAPF32.set(x, input);
    const done = raw.forward_units_at(
      input * float_bytes,
      length / d_model,
      first,
      count,
      output * float_bytes,
    );
    // Read HEAPF32 again: the call may have grown the memory, which detaches existing views.
    if (!done) return undefined;
    if (target === undefined) return memory.HEAPF32.slice(output, output + length);
    target.set(memory.HEAPF32.subarray(output, output + length));
    return target;
  });
}

/**
 * Computes the contributions of several ranges of hidden units to the output for x: calls `next`
 * for each range and `take` with its output, which is valid until `take` returns. Returns whether
 * the core has computed all of them, see `forward_through_memory`.
 */
export function forward_ranges(
  memory: Memory,
  raw: RawEvaluable,
  d_model: number,
  x: Float32Array,
  next: () => Range | undefined,
  take: (output: Float32Array) => void,
): boolean {
  const { length } = x;
  const done = with_two_arrays(memory, length, (input, output) => {
    memory.HEAPF32.set(x, input);
    for (let units = next(); units !== undefined; units = next()) {
      const { begin, end } = units;
      if (
        !raw.forward_units_at(
          input * float_bytes,
          length / d_model,
          begin,
          end - begin,
          output * float_bytes,
        )
      )
        return false;
      take(memory.HEAPF32.subarray(output, output + length));
    }
    return true;
  });
  return done === true;
}

/**
 * Returns the elementwise sum of one or more arrays of equal length, added in their order. @throws
 * FfnError `out_of_memory`
 */
export function sum_through_memory(
  memory: Memory,
  [head = new Float32Array(), ...tail]: readonly Float32Array[],
): Float32Array {
  const { length } = head;
  if (tail.length === 0) return head;
  const total = with_two_arrays(memory, length, (sum, part) => {
    const heap = memory.HEAPF32; // no call below grows the memory
    heap.set(head, sum);
    for (const data of tail) {
      heap.set(data, part);
      memory.add_at(sum * float_bytes, part * float_bytes, length);
    }
    return heap.slice(sum, sum + length);
  });
  if (total !== undefined) return total;
  throw new FfnError(
    'out_of_memory',
    `there is too little memory for the sum of partial outputs of ${length} elements`,
  );
}
