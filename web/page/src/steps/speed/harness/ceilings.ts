/**
 * Measures the machine's peak arithmetic rate and memory bandwidth with loops in a WebAssembly
 * module. Their instructions are emitted by hand, so that no compiler reorders or removes them.
 * Each loop has twelve independent dependency chains: enough to hide the latency of two
 * multiply-adds per cycle on current machines (2 × 4 = 8; 2 × 5 = 10 on older ones), and few enough
 * to fit with their operands into the 15 vector registers that an engine can allocate on x86-64.
 */

type Code = readonly number[];

const chain_count = 12;
/**
 * Bytes at the beginning of the memory that `fused_loaded` reads: small enough to stay in the L1
 * cache.
 */
const operand_bytes = 4096;
const vector_bytes = 16;
/** Bytes that one iteration of `stream` reads. */
const line_bytes = chain_count * vector_bytes;

const types = { i32: 0x7f, f32: 0x7d, v128: 0x7b };
const i32 = { add: 0x6a, and: 0x71 };
const f32 = { neg: 0x8c, add: 0x92, mul: 0x94 };
const [loop, end] = [[0x03, 0x40], 0x0b]; // a loop without a result
const [br_if, tee] = [0x0d, 0x22];

function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  const low = value & 0x7f;
  const rest = value >> 7;
  return (rest === 0 && low < 0x40) || (rest === -1 && low >= 0x40)
    ? [low]
    : [low | 0x80, ...signed(rest)];
}

const vector = (code: number): Code => [0xfd, ...unsigned(code)];
const splat = vector(0x13);
const add = vector(0xe4);
const multiply = vector(0xe6);
const xor = vector(0x51);
const multiply_add = vector(0x105); // f32x4.relaxed_madd: a fused multiply-add where the machine has one
const load_vector = (offset: number): Code => [...vector(0x00), 0, ...unsigned(offset)];
const extract = (lane: number): Code => [...vector(0x1f), lane];

const get = (local: number): Code => [0x20, local];
const set = (local: number): Code => [0x21, local];
const integer = (value: number): Code => [0x41, ...signed(value)];
const real = (value: number): Code => [0x43, ...new Uint8Array(Float32Array.of(value).buffer)];

// The locals of each loop: its parameters (iterations: i32, address: i32, seed: f32), two vectors
// and the chains.
const [iterations, address, seed, left, right, first_chain] = [0, 1, 2, 3, 4, 5];

const for_each_chain = (make: (chain: number, index: number) => Code): Code =>
  Array.from({ length: chain_count }, (_, index) => make(first_chain + index, index)).flat();

const advance = (bytes: number): Code => [...get(address), ...integer(bytes), i32.add];

/** An exported function that repeats `iteration` after `before`. */
type Loop = Readonly<Record<'before' | 'iteration', Code>>;

const fused: Loop = {
  before: [...get(seed), ...splat, ...set(left), ...get(seed), f32.neg, ...splat, ...set(right)],
  iteration: for_each_chain((chain) => [
    ...get(left),
    ...get(right),
    ...get(chain),
    ...multiply_add,
    ...set(chain),
  ]),
};

// The address changes in each iteration, so that the engine cannot hoist the loads out of the loop.
const fused_loaded: Loop = {
  before: [...get(seed), ...splat, ...set(right)],
  iteration: [
    ...for_each_chain((chain, index) => [
      ...get(address),
      ...load_vector(vector_bytes * index),
      ...get(right),
      ...get(chain),
      ...multiply_add,
      ...set(chain),
    ]),
    ...advance(64),
    ...integer(operand_bytes / 2 - 1),
    i32.and,
    ...set(address),
  ],
};

// The chain is a factor of the product, so that the product changes in each iteration.
const separate: Loop = {
  before: [...get(seed), ...real(1e-9), f32.mul, ...splat, ...set(left)],
  iteration: for_each_chain((chain) => [
    ...get(chain),
    ...get(left),
    ...get(chain),
    ...multiply,
    ...add,
    ...set(chain),
  ]),
};

/** Reads consecutive lines, starting at the address. */
const stream: Loop = {
  before: [],
  iteration: [
    ...for_each_chain((chain, index) => [
      ...get(chain),
      ...get(address),
      ...load_vector(vector_bytes * index),
      ...xor,
      ...set(chain),
    ]),
    ...advance(line_bytes),
    ...set(address),
  ],
};

/**
 * `fused`: multiply-adds; `fused_loaded`: with one operand from the L1 cache; `separate`: multiply,
 * then add; `stream`: memory reads.
 */
const loops = { fused, fused_loaded, separate, stream };
export type CeilingKind = keyof typeof loops;
const all_kinds = Object.keys(loops) as CeilingKind[];

function body_of({ before, iteration }: Loop): Code {
  const code = [
    1,
    chain_count + 2,
    types.v128,
    ...for_each_chain((chain, index) => [
      ...get(seed),
      ...real(index),
      f32.add,
      ...splat,
      ...set(chain),
    ]),
    ...before,
    ...loop,
    ...iteration,
    ...get(iterations),
    ...integer(-1),
    i32.add,
    tee,
    iterations,
    br_if,
    0,
    end,
    ...for_each_chain((chain, index) => (index === 0 ? get(chain) : [...get(chain), ...add])),
    ...set(left),
    ...get(left),
    ...extract(0),
    ...get(left),
    ...extract(3),
    f32.add,
    end,
  ];
  return [...unsigned(code.length), ...code];
}

const section = (id: number, entries: readonly Code[]): Code => {
  const content = [...unsigned(entries.length), ...entries.flat()];
  return [id, ...unsigned(content.length), ...content];
};

const text = (name: string): Code => [
  name.length,
  ...Array.from(name, (letter) => letter.charCodeAt(0)),
];

/**
 * Returns the module's bytes. `relaxed` includes the loops that use the fused multiply-add of
 * relaxed SIMD.
 */
export function ceilings_module(relaxed: boolean): Uint8Array<ArrayBuffer> {
  const names = all_kinds.filter((name) => relaxed || !name.startsWith('fused'));
  const signature = [0x60, 3, types.i32, types.i32, types.f32, 1, types.f32];
  const exported = names.map((name, index) => [...text(name), 0, index]);
  const bodies = names.map((name) => body_of(loops[name]));
  return Uint8Array.from([
    0,
    97,
    115,
    109,
    1,
    0,
    0,
    0,
    ...section(1, [signature]),
    ...section(3, Array<Code>(names.length).fill([0])),
    ...section(5, [[0, 1]]),
    ...section(7, [[...text('memory'), 2, 0], ...exported]),
    ...section(10, bodies),
  ]);
}

/**
 * Compiles the best module that the engine supports. @throws RangeError without WebAssembly SIMD
 */
export async function compile_ceilings(): Promise<WebAssembly.Module> {
  const bytes = [true, false]
    .map(ceilings_module)
    .find((candidate) => WebAssembly.validate(candidate));
  if (bytes === undefined)
    throw new RangeError('this JavaScript engine does not support WebAssembly SIMD');
  return WebAssembly.compile(bytes);
}

type CeilingExports = Partial<
  Record<CeilingKind, (iterations: number, address: number, seed: number) => number>
> & {
  readonly memory: WebAssembly.Memory;
};

const page_bytes = 65536;
const operations_per_step = chain_count * 4 * 2; // one multiplication and one addition in each of the four lanes
const steps = 1000; // about 10 µs per call: short, because JavaScript engines switch to optimised code only between calls

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

/** The loops of one thread. */
export class CeilingKernels {
  readonly kinds: readonly CeilingKind[];
  readonly #exports: CeilingExports;
  /** Milliseconds. */
  readonly clock_resolution = clock_resolution();
  #stream_bytes = 0;

  private constructor(exports: CeilingExports) {
    this.#exports = exports;
    this.kinds = all_kinds.filter((kind) => kind in exports);
  }

  static async start(module: WebAssembly.Module): Promise<CeilingKernels> {
    const { exports } = await WebAssembly.instantiate(module);
    return new CeilingKernels(exports as unknown as CeilingExports);
  }

  /** Sets the number of bytes that `stream` reads: the size of the weights that an engine reads. */
  set stream_bytes(bytes: number) {
    const { memory } = this.#exports;
    this.#stream_bytes = Math.floor(bytes / line_bytes) * line_bytes;
    const missing = operand_bytes + this.#stream_bytes - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / page_bytes));
    // The operating system maps untouched pages to one shared zero page: without this write,
    // `stream` would read from the cache.
    new Uint8Array(memory.buffer, operand_bytes, this.#stream_bytes).fill(1);
  }

  /**
   * Returns operations per second, or bytes per second for `stream`, measured over at least
   * `milliseconds`.
   */
  rate(kind: CeilingKind, milliseconds: number): number {
    const kernel = this.#exports[kind];
    if (kernel === undefined) throw new RangeError(`this browser runs no ${kind}`);
    const bytes = this.#stream_bytes;
    const [call, work_per_call] =
      kind === 'stream'
        ? [() => kernel(bytes / line_bytes, operand_bytes, 1), bytes]
        : [() => kernel(steps, 0, 1), steps * operations_per_step];
    // Twenty steps of the clock limit the timing error to about 5 %.
    const shortest = Math.max(milliseconds, 20 * this.clock_resolution);
    call(); // warms the caches, so that the rate is the peak rate
    const started = performance.now();
    for (let calls = 1; ; calls++) {
      call();
      const elapsed = performance.now() - started;
      if (elapsed >= shortest) return (1000 * calls * work_per_call) / elapsed;
    }
  }
}
