// Measures the used bytes of a lab's WebAssembly memory and the size of its handle table.
import { free_bytes, raw_of } from '../../engine/fill_memory.ts';

/** @returns {() => { used: number, handles: number }} */
export const memory_of = (lab) => () => ({
  used: lab.info().heap_bytes - free_bytes(lab),
  handles: raw_of(lab).count_emval_handles(),
});
