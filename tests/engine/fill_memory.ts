/**
 * Fills the memory of a lab, so that a call has only a given number of bytes or must grow the
 * memory.
 */
import { vi } from 'vitest';
import type { Lab } from 'ffn-lab';
import { module_of } from '../../web/engine/dist/layers/core_lab.js';
import type { RawModule } from '../../web/engine/src/edge/raw_module.js';

const float_bytes = 4;

/** `module_of` of labs that a copy of the package has loaded. */
export const copies = new WeakMap<Lab, typeof module_of>();

/** Returns the module of a lab, which the package does not export. */
export const raw_of = (lab: Lab): RawModule => (copies.get(lab) ?? module_of)(lab);

/** Runs `work` while no memory of any lab can grow. */
export function without_growth<Result>(work: () => Result): Result {
  const grow = vi.spyOn(WebAssembly.Memory.prototype, 'grow').mockImplementation(() => {
    throw new RangeError('no memory left');
  });
  try {
    return work();
  } finally {
    grow.mockRestore();
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
export function with_free_bytes<Result>(
  lab: Lab,
  bytes: number,
  grows: boolean,
  work: () => Result,
): Result {
  const raw = raw_of(lab);
  const { hole, pieces } = without_growth(() => ({
    hole: bytes === 0 ? -1 : raw.allocate(bytes / float_bytes),
    ...fill(raw),
  }));
  if (hole === 0) throw new Error(`${bytes} contiguous bytes are not available`);
  if (bytes > 0) raw.release(hole);
  try {
    return grows ? work() : without_growth(work);
  } finally {
    for (const address of pieces) raw.release(address);
  }
}
