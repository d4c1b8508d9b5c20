/**
 * Assembles a WebAssembly module of microbenchmark loops that reach the peak rates of one core. The instructions are emitted by hand, so
 * that no compiler reorders or removes them. Each exported loop has twelve independent dependency chains: enough to hide the latency of
 * two multiply-adds per cycle on current machines (2 × 4 = 8; 2 × 5 = 10 on older ones), and few enough to fit with their operands into
 * the 15 vector registers that an engine can allocate on x86-64.
 */

type Code = readonly number[];

export const chains = 12;

/** Bytes at the beginning of the memory that `fused_loaded` reads: small enough to stay in the L1 cache. */
export const operand_bytes = 4096;

/** Distance in bytes between the loads of one iteration. */
const vector_bytes = 16;

// Advance of the operand address per iteration: the address changes, so that the engine cannot hoist the loads out of the loop.
const operand_step = 64;

const types = { i32: 0x7f, f32: 0x7d, v128: 0x7b };
const op = {
  loop: 0x03,
  end: 0x0b,
  br_if: 0x0d,
  get: 0x20,
  set: 0x21,
  tee: 0x22,
  i32_const: 0x41,
  f32_const: 0x43,
  i32_add: 0x6a,
  i32_and: 0x71,
  f32_neg: 0x8c,
  f32_add: 0x92,
  f32_mul: 0x94,
};
const empty_block = 0x40;

function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  const low = value & 0x7f;
  const rest = value >> 7;
  return (rest === 0 && low < 0x40) || (rest === -1 && low >= 0x40) ? [low] : [low | 0x80, ...signed(rest)];
}

const vector = (code: number): Code => [0xfd, ...unsigned(code)];
const splat = vector(0x13);
const add = vector(0xe4);
const multiply = vector(0xe6);
const xor = vector(0x51);
const multiply_add = vector(0x105); // f32x4.relaxed_madd: a fused multiply-add where the machine has one
const load_vector = (offset: number): Code => [...vector(0x00), 0, ...unsigned(offset)];
const extract = (lane: number): Code => [...vector(0x1f), lane];

const get = (local: number): Code => [op.get, local];
const set = (local: number): Code => [op.set, local];
const integer = (value: number): Code => [op.i32_const, ...signed(value)];
const real = (value: number): Code => [op.f32_const, ...new Uint8Array(Float32Array.of(value).buffer)];

const for_each_chain = (make: (chain: number) => Code): Code => Array.from({ length: chains }, (_, chain) => make(chain)).flat();

/** An exported function `(iterations: i32, …): f32`. Its locals are the chains, then the vectors, then the integers. */
interface Loop {
  readonly name: string;
  readonly parameters: readonly (keyof typeof types)[];
  /** Number of vector locals in addition to the chains, and of integer locals. */
  readonly locals: { readonly vectors: number; readonly integers: number };
  /** Code before the loop. */
  readonly before: (first_vector: number) => Code;
  readonly iteration: (chain_of: (chain: number) => number, first_vector: number, first_integer: number) => Code;
  /** Pushes non-zero if the loop continues. */
  readonly continues: Code;
}

const seed = 1; // index of the seed parameter
const count_down: Code = [...get(0), ...integer(-1), op.i32_add, op.tee, 0];

function body_of({ parameters, locals, before, iteration, continues }: Loop): Code {
  const seed_index = parameters.lastIndexOf('f32');
  const first_chain = parameters.length;
  const first_vector = first_chain + chains;
  const first_integer = first_vector + locals.vectors;
  const chain_of = (chain: number) => first_chain + chain;
  const code = [
    ...[2, ...unsigned(chains + locals.vectors), types.v128, ...unsigned(locals.integers), types.i32],
    ...for_each_chain((chain) => [...get(seed_index), ...real(chain), op.f32_add, ...splat, ...set(chain_of(chain))]),
    ...before(first_vector),
    ...[op.loop, empty_block, ...iteration(chain_of, first_vector, first_integer), ...continues, op.br_if, 0, op.end],
    ...for_each_chain((chain) => (chain === 0 ? get(chain_of(0)) : [...get(chain_of(chain)), ...add])),
    ...[...set(chain_of(0)), ...get(chain_of(0)), ...extract(0), ...get(chain_of(0)), ...extract(3), op.f32_add, op.end],
  ];
  return [...unsigned(code.length), ...code];
}

const fused: Loop = {
  name: 'fused',
  parameters: ['i32', 'f32'],
  locals: { vectors: 2, integers: 0 },
  before: (left) => [...get(seed), ...splat, ...set(left), ...get(seed), op.f32_neg, ...splat, ...set(left + 1)],
  iteration: (chain_of, left) =>
    for_each_chain((chain) => [...get(left), ...get(left + 1), ...get(chain_of(chain)), ...multiply_add, ...set(chain_of(chain))]),
  continues: count_down,
};

const fused_loaded: Loop = {
  name: 'fused_loaded',
  parameters: ['i32', 'f32'],
  locals: { vectors: 1, integers: 1 },
  before: (right) => [...get(seed), ...splat, ...set(right)],
  iteration: (chain_of, right, offset) => [
    ...for_each_chain((chain) => [
      ...[...get(offset), ...load_vector(vector_bytes * chain), ...get(right), ...get(chain_of(chain))],
      ...[...multiply_add, ...set(chain_of(chain))],
    ]),
    ...[...get(offset), ...integer(operand_step), op.i32_add, ...integer(operand_bytes / 2 - 1), op.i32_and, ...set(offset)],
  ],
  continues: count_down,
};

// The chain is a factor of the product, so that the product changes in each iteration.
const separate: Loop = {
  name: 'separate',
  parameters: ['i32', 'f32'],
  locals: { vectors: 1, integers: 0 },
  before: (factor) => [...get(seed), ...real(1e-9), op.f32_mul, ...splat, ...set(factor)],
  iteration: (chain_of, factor) =>
    for_each_chain((chain) => {
      const own = chain_of(chain);
      return [...get(own), ...get(factor), ...get(own), ...multiply, ...add, ...set(own)];
    }),
  continues: count_down,
};

/** Reads consecutive blocks of twelve vectors, starting at the address in the second parameter. */
const stream: Loop = {
  name: 'stream',
  parameters: ['i32', 'i32', 'f32'],
  locals: { vectors: 0, integers: 0 },
  before: () => [],
  iteration: (chain_of) => [
    ...for_each_chain((chain) => [
      ...get(chain_of(chain)),
      ...get(1),
      ...load_vector(vector_bytes * chain),
      ...xor,
      ...set(chain_of(chain)),
    ]),
    ...[...get(1), ...integer(chains * vector_bytes), op.i32_add, ...set(1)],
  ],
  continues: count_down,
};

const section = (id: number, entries: readonly Code[]): Code => {
  const content = [...unsigned(entries.length), ...entries.flat()];
  return [id, ...unsigned(content.length), ...content];
};

const text = (name: string): Code => [name.length, ...Array.from(name, (letter) => letter.charCodeAt(0))];

/** Returns the module's bytes. `relaxed` includes the loops that use the fused multiply-add of relaxed SIMD. */
export function ceilings_module(relaxed: boolean): Uint8Array<ArrayBuffer> {
  const loops = relaxed ? [fused, fused_loaded, separate, stream] : [separate, stream];
  const signature = ({ parameters }: Loop): Code => [
    0x60,
    ...[parameters.length, ...parameters.map((name) => types[name])],
    ...[1, types.f32],
  ];
  return Uint8Array.from([
    ...[0, 97, 115, 109, 1, 0, 0, 0],
    ...section(1, loops.map(signature)),
    ...section(
      3,
      loops.map((_, index) => [index]),
    ),
    ...section(5, [[0, 1]]),
    ...section(7, [[...text('memory'), 2, 0], ...loops.map(({ name }, index) => [...text(name), 0, index])]),
    ...section(10, loops.map(body_of)),
  ]);
}

/** Compiles the best module that the engine supports. @throws RangeError without WebAssembly SIMD */
export async function compile_ceilings(): Promise<WebAssembly.Module> {
  const bytes = [true, false].map(ceilings_module).find((candidate) => WebAssembly.validate(candidate));
  if (bytes === undefined) throw new RangeError('this JavaScript engine does not support WebAssembly SIMD');
  return WebAssembly.compile(bytes);
}
