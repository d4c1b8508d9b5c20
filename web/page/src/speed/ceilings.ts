/** Measures the machine's peak arithmetic rate and memory bandwidth with the microbenchmark loops of ceilings_module.ts. */
import { chains, operand_bytes } from './ceilings_module.ts';
import type { CeilingKind } from './results.ts';

type Arithmetic = (steps: number, seed: number) => number;

interface CeilingExports {
  readonly memory: WebAssembly.Memory;
  readonly fused?: Arithmetic;
  readonly fused_loaded?: Arithmetic;
  readonly separate: Arithmetic;
  readonly stream: (lines: number, at: number, seed: number) => number;
}

const page_bytes = 65536;
const lanes = 4;
const line_bytes = chains * lanes * Float32Array.BYTES_PER_ELEMENT; // bytes per iteration of the `stream` loop
const operations_per_step = chains * lanes * 2; // one multiplication and one addition per lane
const steps = 1000; // about 10 µs per call: short, because JavaScript engines switch to optimised code only between calls
const seed = 1;

/** Resolution of `performance.now()` in milliseconds; some browsers reduce it on purpose. */
function clock_resolution(): number {
  const steps: number[] = [];
  let last = performance.now();
  while (steps.length < 5) {
    const now = performance.now();
    if (now > last) steps.push(now - last);
    last = now;
  }
  return Math.min(...steps);
}

/** Shortest measurement in units of the clock's resolution: 20 limit the timing error to about 5 %. */
const shortest_in_clock_steps = 20;

/** The microbenchmark loops of one thread. */
export class CeilingKernels {
  readonly kinds: readonly CeilingKind[];
  readonly #exports: CeilingExports;
  /** Milliseconds. */
  readonly clock_resolution = clock_resolution();
  #stream_bytes = 0;

  private constructor(exports: CeilingExports) {
    this.#exports = exports;
    this.kinds = (['fused', 'fused_loaded', 'separate', 'stream'] as const).filter((kind) => exports[kind] !== undefined);
  }

  static async start(module: WebAssembly.Module): Promise<CeilingKernels> {
    const exports = (await WebAssembly.instantiate(module)).exports as unknown as CeilingExports;
    return new CeilingKernels(exports);
  }

  /** Sets the number of bytes that `stream` reads: the size of the weights that an engine reads. */
  set stream_bytes(bytes: number) {
    const { memory } = this.#exports;
    this.#stream_bytes = Math.floor(bytes / line_bytes) * line_bytes;
    const missing = operand_bytes + this.#stream_bytes - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / page_bytes));
    // The operating system maps untouched pages to one shared zero page: without this write, `stream` would read from the cache.
    new Uint8Array(memory.buffer, operand_bytes, this.#stream_bytes).fill(1);
  }

  /** Returns operations per second, or bytes per second for `stream`, measured over at least `milliseconds`. */
  rate(kind: CeilingKind, milliseconds: number): number {
    const call = this.#call(kind);
    const shortest = Math.max(milliseconds, shortest_in_clock_steps * this.clock_resolution);
    call(); // warms the caches, so that the rate is the peak rate
    const started = performance.now();
    let work = 0;
    let elapsed: number;
    do {
      work += call();
      elapsed = performance.now() - started;
    } while (elapsed < shortest);
    return (1000 * work) / elapsed;
  }

  /** Returns a function that runs a kernel once and returns the number of operations or bytes. */
  #call(kind: CeilingKind): () => number {
    const { stream, [kind]: kernel } = this.#exports;
    if (kind === 'stream') {
      const bytes = this.#stream_bytes;
      return () => (stream(bytes / line_bytes, operand_bytes, seed), bytes);
    }
    if (kernel === undefined) throw new RangeError(`this browser runs no ${kind}`);
    const arithmetic = kernel as Arithmetic;
    return () => (arithmetic(steps, seed), steps * operations_per_step);
  }
}
