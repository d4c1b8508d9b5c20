/**
 * The loops that reach the limits of one core, as WebAssembly: written here instruction by instruction, so that no compiler moves or
 * drops what it finds useless. Each exported loop has twelve chains: they hide the latency of two multiply-adds a cycle on every
 * machine of today (2 × 4 = 8, and 2 × 5 = 10 on older ones), and fit with their operands into the 15 vector registers that an x86-64
 * engine can give.
 */

type Code = readonly number[];

export const chains = 12;

/** Bytes at the beginning of the memory that `fused_loaded` reads: they stay in the first-level cache. */
export const operand_bytes = 4096;

/** From one load to the next within a turn. */
const lane_bytes = 16;

// How far the operands move on at each turn: other addresses, so that no load can be left out.
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
const multiply_add = vector(0x105); // relaxed: rounded once where the machine can
const load = (offset: number): Code => [...vector(0x00), 0, ...unsigned(offset)];
const extract = (lane: number): Code => [...vector(0x1f), lane];

const get = (local: number): Code => [op.get, local];
const set = (local: number): Code => [op.set, local];
const integer = (value: number): Code => [op.i32_const, ...signed(value)];
const real = (value: number): Code => [op.f32_const, ...new Uint8Array(Float32Array.of(value).buffer)];

const twelve = (make: (chain: number) => Code): Code => Array.from({ length: chains }, (_, chain) => make(chain)).flat();

/** A function (count: i32, third…): what stands before its loop and what a turn does; locals after the parameters. */
interface Loop {
  readonly name: string;
  readonly parameters: readonly (keyof typeof types)[];
  /** Vectors besides the chains, then integers. */
  readonly locals: { readonly vectors: number; readonly integers: number };
  readonly before: (first_vector: number) => Code;
  readonly iteration: (chain_of: (chain: number) => number, first_vector: number, first_integer: number) => Code;
  /** Leaves on the stack whether there is another turn. */
  readonly again: Code;
}

const seed = 1; // the parameter
const count_down: Code = [...get(0), ...integer(-1), op.i32_add, op.tee, 0];

function body_of({ parameters, locals, before, iteration, again }: Loop): Code {
  const seed_at = parameters.lastIndexOf('f32');
  const first_chain = parameters.length;
  const first_vector = first_chain + chains;
  const first_integer = first_vector + locals.vectors;
  const chain_of = (chain: number) => first_chain + chain;
  const code = [
    ...[2, ...unsigned(chains + locals.vectors), types.v128, ...unsigned(locals.integers), types.i32],
    ...twelve((chain) => [...get(seed_at), ...real(chain), op.f32_add, ...splat, ...set(chain_of(chain))]),
    ...before(first_vector),
    ...[op.loop, empty_block, ...iteration(chain_of, first_vector, first_integer), ...again, op.br_if, 0, op.end],
    ...twelve((chain) => (chain === 0 ? get(chain_of(0)) : [...get(chain_of(chain)), ...add])),
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
    twelve((chain) => [...get(left), ...get(left + 1), ...get(chain_of(chain)), ...multiply_add, ...set(chain_of(chain))]),
  again: count_down,
};

const fused_loaded: Loop = {
  name: 'fused_loaded',
  parameters: ['i32', 'f32'],
  locals: { vectors: 1, integers: 1 },
  before: (right) => [...get(seed), ...splat, ...set(right)],
  iteration: (chain_of, right, offset) => [
    ...twelve((chain) => [
      ...[...get(offset), ...load(lane_bytes * chain), ...get(right), ...get(chain_of(chain))],
      ...[...multiply_add, ...set(chain_of(chain))],
    ]),
    ...[...get(offset), ...integer(operand_step), op.i32_add, ...integer(operand_bytes / 2 - 1), op.i32_and, ...set(offset)],
  ],
  again: count_down,
};

// The chain is a factor as well, so that the product is another one at each turn.
const separate: Loop = {
  name: 'separate',
  parameters: ['i32', 'f32'],
  locals: { vectors: 1, integers: 0 },
  before: (factor) => [...get(seed), ...real(1e-9), op.f32_mul, ...splat, ...set(factor)],
  iteration: (chain_of, factor) =>
    twelve((chain) => {
      const own = chain_of(chain);
      return [...get(own), ...get(factor), ...get(own), ...multiply, ...add, ...set(own)];
    }),
  again: count_down,
};

/** Reads lines of twelve vectors from an address on. */
const stream: Loop = {
  name: 'stream',
  parameters: ['i32', 'i32', 'f32'],
  locals: { vectors: 0, integers: 0 },
  before: () => [],
  iteration: (chain_of) => [
    ...twelve((chain) => [...get(chain_of(chain)), ...get(1), ...load(lane_bytes * chain), ...xor, ...set(chain_of(chain))]),
    ...[...get(1), ...integer(chains * lane_bytes), op.i32_add, ...set(1)],
  ],
  again: count_down,
};

const section = (id: number, entries: readonly Code[]): Code => {
  const content = [...unsigned(entries.length), ...entries.flat()];
  return [id, ...unsigned(content.length), ...content];
};

const text = (name: string): Code => [name.length, ...Array.from(name, (letter) => letter.charCodeAt(0))];

/** The module's bytes: with the fused multiply-add of relaxed SIMD, or for engines without it. */
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

/** Compiled, the best that this engine can run. @throws RangeError where there is no SIMD at all */
export async function compile_ceilings(): Promise<WebAssembly.Module> {
  const bytes = [true, false].map(ceilings_module).find((candidate) => WebAssembly.validate(candidate));
  if (bytes === undefined) throw new RangeError('this JavaScript engine does not support WebAssembly SIMD');
  return WebAssembly.compile(bytes);
}
