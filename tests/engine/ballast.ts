/** Fills the memory of a lab, so that a call finds as little of it as a test wants, or has to let it grow. */
import { vi } from 'vitest';
import type { Lab } from 'ffn-lab';
import type { RawModule } from '../../web/engine/src/raw_module.js';

const float_bytes = 4;

/** The module behind a lab, which the package keeps to itself. */
export const raw_of = (lab: Lab) => (lab as unknown as { raw_module(): RawModule }).raw_module();

/** While `work` runs, no memory of any lab grows. */
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

/** Takes all the memory that there is without growth, in the largest pieces that there are; gives them and their bytes. */
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

/** How many bytes can be allocated without growth. */
export function free_bytes(lab: Lab): number {
  const raw = raw_of(lab);
  const { pieces, bytes } = without_growth(() => fill(raw));
  for (const address of pieces) raw.release(address);
  return bytes;
}

/** Runs `work` while there are about so many bytes left, in one piece. Whether the memory may grow beyond them, `grows` says. */
export function with_room<Result>(lab: Lab, bytes: number, grows: boolean, work: () => Result): Result {
  const raw = raw_of(lab);
  const { hole, pieces } = without_growth(() => ({ hole: bytes === 0 ? -1 : raw.allocate(bytes / float_bytes), ...fill(raw) }));
  if (hole === 0) throw new Error(`there are no ${bytes} bytes to leave`);
  if (bytes > 0) raw.release(hole);
  try {
    return grows ? work() : without_growth(work);
  } finally {
    for (const address of pieces) raw.release(address);
  }
}
