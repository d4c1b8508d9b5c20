/** Forward passes through memory: only numbers cross the edge, for making values of tensors takes longer than a small network does. */
import { FfnError } from './errors.js';
import type { RawEvaluable, RawModule } from './raw_module.js';
import type { Tensor } from './types.js';

const float_bytes = 4;

/** What of the module is used, which here and in workers is the same. */
export type Memory = Pick<RawModule, 'HEAPF32' | 'allocate' | 'release' | 'add_at'>;

/** Is x (…, d_model) without a doubt? Otherwise the core says what is wrong, if anything. */
export function is_tokens({ data, shape }: Pick<Tensor, 'data'> & { readonly shape: readonly number[] }, d_model: number): boolean {
  let count = 1;
  for (const size of shape) {
    if (!Number.isInteger(size) || size < 0) return false;
    count *= size;
  }
  return shape.at(-1) === d_model && count === data.length;
}

/**
 * Memory for twice so many floats while `work` runs, given the indices of both in HEAPF32; undefined where there is none, or JavaScript has
 * none for the result.
 */
function with_two<Result>(memory: Memory, length: number, work: (first: number, second: number) => Result): Result | undefined {
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
 * What hidden units [first, first + count) add to the output of x, whose rows are tokens (…, d_model); undefined where the core refuses,
 * or has no memory.
 */
export function forward_through_memory(
  memory: Memory,
  raw: RawEvaluable,
  d_model: number,
  x: Float32Array,
  first: number,
  count: number,
): Float32Array<ArrayBuffer> | undefined {
  const { length } = x;
  return with_two(memory, length, (input, output) => {
    memory.HEAPF32.set(x, input);
    const done = raw.forward_units_at(input * float_bytes, length / d_model, first, count, output * float_bytes);
    // Read anew: the call may have grown the memory, which detaches the views that there were.
    return done ? memory.HEAPF32.slice(output, output + length) : undefined;
  });
}

/** The sum of arrays of one length, one or more, in their order. @throws FfnError `out_of_memory` */
export function sum_through_memory(memory: Memory, [head = new Float32Array(), ...tail]: readonly Float32Array[]): Float32Array {
  const { length } = head;
  const total = with_two(memory, length, (sum, part) => {
    memory.HEAPF32.set(head, sum);
    for (const data of tail) {
      memory.HEAPF32.set(data, part);
      memory.add_at(sum * float_bytes, part * float_bytes, length);
    }
    return memory.HEAPF32.slice(sum, sum + length);
  });
  if (total !== undefined) return total;
  throw new FfnError('out_of_memory', `there is no memory for the sum of partial outputs of ${length} elements`);
}
