// Measures the used bytes of a lab's WebAssembly memory and the size of its handle table.
import { module_of } from '../../../web/engine/dist/layers/core_lab.js';

/**
 * Returns the number of free bytes: allocates all memory available without growth, in the largest
 * possible pieces, and frees it.
 */
function free_bytes(raw) {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = () => {
    throw new RangeError('no memory left');
  };
  const pieces = [];
  let bytes = 0;
  try {
    for (let floats = 2 ** 28; floats >= 1; floats /= 2) {
      for (let address = raw.allocate(floats); address !== 0; address = raw.allocate(floats)) {
        pieces.push(address);
        bytes += 4 * floats;
      }
    }
    return bytes;
  } finally {
    WebAssembly.Memory.prototype.grow = grow;
    for (const address of pieces) raw.release(address);
  }
}

/** @returns {() => { used: number, handles: number }} */
export const memory_of = (lab) => () => ({
  used: lab.info().heap_bytes - free_bytes(module_of(lab)),
  handles: module_of(lab).count_emval_handles(),
});
