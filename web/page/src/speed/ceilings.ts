/** The machine's own limits, measured by loops that do nothing else (ceilings_module.ts). */
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
const line_bytes = chains * lanes * Float32Array.BYTES_PER_ELEMENT; // what the reading loop takes at a time
const operations_per_step = chains * lanes * 2; // a multiplication and an addition each
const steps = 1000; // a call of some ten microseconds: short, because an engine moves to optimised code between calls only
const seed = 1;

/** Milliseconds from one time that the clock gives to the next: some browsers make it coarse on purpose. */
function clock_step(): number {
  const steps: number[] = [];
  let last = performance.now();
  while (steps.length < 5) {
    const now = performance.now();
    if (now > last) steps.push(now - last);
    last = now;
  }
  return Math.min(...steps);
}

/** A measurement lasts so many steps of the clock, so that it is within some five percent. */
const steps_of_clock = 20;

/** One instance for one thread. */
export class CeilingKernels {
  readonly kinds: readonly CeilingKind[];
  readonly #exports: CeilingExports;
  readonly #shortest = steps_of_clock * clock_step();
  #stream_bytes = 0;

  private constructor(exports: CeilingExports) {
    this.#exports = exports;
    this.kinds = (['fused', 'fused_loaded', 'separate', 'stream'] as const).filter((kind) => exports[kind] !== undefined);
  }

  static async start(module: WebAssembly.Module): Promise<CeilingKernels> {
    const exports = (await WebAssembly.instantiate(module)).exports as unknown as CeilingExports;
    return new CeilingKernels(exports);
  }

  /** From now on `stream` reads this many bytes, those of the weights that an engine reads. */
  set stream_bytes(bytes: number) {
    const { memory } = this.#exports;
    this.#stream_bytes = Math.floor(bytes / line_bytes) * line_bytes;
    const missing = operand_bytes + this.#stream_bytes - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / page_bytes));
    // Memory that nobody has written is one page of zeros for the operating system, and reading it would measure nothing.
    new Uint8Array(memory.buffer, operand_bytes, this.#stream_bytes).fill(1);
  }

  /** Operations or bytes a second, over at least this long. */
  rate(kind: CeilingKind, milliseconds: number): number {
    const call = this.#call(kind);
    call(); // after other work nothing of ours is in the caches: a limit is what is reached when it is
    const started = performance.now();
    let work = 0;
    let elapsed: number;
    do {
      work += call();
      elapsed = performance.now() - started;
    } while (elapsed < Math.max(milliseconds, this.#shortest));
    return (1000 * work) / elapsed;
  }

  /** One call of a kernel, which says how much it has done. */
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
