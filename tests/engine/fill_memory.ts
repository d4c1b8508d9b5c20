/**
 * Fills the memory of a lab, so that a call has only a given number of bytes or must grow the
 * memory.
 */
import type { Lab } from 'ffn-lab';
import { instance_of_lab } from '../../web/engine/dist/lab.js';
import type { RawModule } from '../../web/engine/src/edge/raw_module.js';

const float_bytes = 4;

/** `instance_of_lab` of labs that a copy of the package has loaded. */
export const copies = new WeakMap<Lab, typeof instance_of_lab>();

/** Returns the module of a lab, which the package does not export. */
export const raw_of = (lab: Lab): RawModule => (copies.get(lab) ?? instance_of_lab)(lab).raw;

const { value: grow } = Object.getOwnPropertyDescriptor(WebAssembly.Memory.prototype, 'grow') as {
  readonly value: (delta: number) => number;
};
function refuse(): never {
  throw new RangeError('no memory left');
}

/** Runs `work` while no memory of any lab can grow. */
function without_growth<Result>(work: () => Result): Result {
  WebAssembly.Memory.prototype.grow = refuse;
  try {
    return work();
  } finally {
    WebAssembly.Memory.prototype.grow = grow;
  }
}

/**
 * Allocates all memory that is available without growth, in pieces as large as possible; returns
 * them and their size in bytes.
 */
function fill(raw: RawModule): { readonly pieces: number[]; readonly bytes: number } {
  const pieces: number[] = [];
  let bytes = 0;
  for (let floats = 2 ** 28; floats >= 1; floats /= 2) {
    for (let address = raw.allocate(floats); address !== 0; address = raw.allocate(floats)) {
      pieces.push(address);
      bytes += floats * float_bytes;
    }
  }
  return { pieces, bytes };
}

/** Returns the number of bytes that can be allocated without growth. */
export function free_bytes(lab: Lab): number {
  const raw = raw_of(lab);
  const { pieces, bytes } = without_growth(() => fill(raw));
  for (const address of pieces) raw.release(address);
  return bytes;
}

/**
 * Runs `work` while about `bytes` contiguous bytes are free; `grows` is whether the memory may
 * grow.
 */
export async function with_free_bytes<Result>(
  lab: Lab,
  bytes: number,
  grows: boolean,
  work: () => Result,
): Promise<Awaited<Result>> {
  const raw = raw_of(lab);
  const { hole, pieces } = without_growth(() => ({
    hole: bytes === 0 ? -1 : raw.allocate(bytes / float_bytes),
    ...fill(raw),
  }));
  if (hole === 0) throw new Error(`${bytes} contiguous bytes are not available`);
  if (bytes > 0) raw.release(hole);
  if (!grows) WebAssembly.Memory.prototype.grow = refuse;
  try {
    return await work();
  } finally {
    WebAssembly.Memory.prototype.grow = grow;
    for (const address of pieces) raw.release(address);
  }
}
