// Writes checkpoints with the tensors of GPT-2, filled with normally distributed numbers: the same
// bytes on every machine.
//
//   node synthetic_checkpoint.mjs small|full PATH
//
// `full` has the size of GPT-2 small as published, with the attention masks: 548 MB.
import { Buffer } from 'node:buffer';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';

export const sizes = {
  small: { n_layers: 4, d_model: 64, d_ff: 256, n_vocab: 300, n_positions: 64 },
  full: { n_layers: 12, d_model: 768, d_ff: 3072, n_vocab: 50257, n_positions: 1024 },
};

const table_length = 1 << 18;

/** Returns a Mulberry32 generator: 32 bits a step, good enough for random weights. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296;
  };
}

/** Returns standard normals (Box–Muller). Each tensor copies them from its own offset. */
function normals(random) {
  const table = new Float32Array(table_length);
  for (let i = 0; i < table.length; i += 2) {
    const radius = Math.sqrt(-2 * Math.log(1 - random()));
    const angle = 2 * Math.PI * random();
    table[i] = radius * Math.cos(angle);
    table[i + 1] = radius * Math.sin(angle);
  }
  return table;
}

/** Returns name, shape, and filling (a standard deviation or a constant) of each tensor. */
function tensors_of({ n_layers, d_model, d_ff, n_vocab, n_positions }) {
  const wide = 1 / Math.sqrt(d_model);
  const block = (layer) =>
    [
      ['ln_1.weight', [d_model], 'ones'],
      ['ln_1.bias', [d_model], 'zeros'],
      ['attn.bias', [1, 1, n_positions, n_positions], 'ones'],
      ['attn.c_attn.weight', [d_model, 3 * d_model], wide],
      ['attn.c_attn.bias', [3 * d_model], 0.02],
      ['attn.c_proj.weight', [d_model, d_model], wide],
      ['attn.c_proj.bias', [d_model], 0.02],
      ['ln_2.weight', [d_model], 'ones'],
      ['ln_2.bias', [d_model], 'zeros'],
      ['mlp.c_fc.weight', [d_model, d_ff], wide],
      ['mlp.c_fc.bias', [d_ff], 0.02],
      ['mlp.c_proj.weight', [d_ff, d_model], wide],
      ['mlp.c_proj.bias', [d_model], 0.02],
    ].map(([name, shape, filling]) => [`h.${layer}.${name}`, shape, filling]);
  return [
    ['wte.weight', [n_vocab, d_model], 0.5],
    ['wpe.weight', [n_positions, d_model], 0.1],
    ...Array.from({ length: n_layers }, (_, layer) => block(layer)).flat(),
    ['ln_f.weight', [d_model], 'ones'],
    ['ln_f.bias', [d_model], 'zeros'],
  ];
}

const count_of = (shape) => shape.reduce((product, length) => product * length, 1);

/**
 * Returns the header (its length in eight bytes, then JSON padded to a multiple of eight) and the
 * size of the data.
 */
function header_of(tensors, { d_model }) {
  let begin = 0;
  const entries = tensors.map(([name, shape]) => {
    const end = begin + 4 * count_of(shape);
    const entry = [name, { dtype: 'F32', shape, data_offsets: [begin, end] }];
    begin = end;
    return entry;
  });
  const json = JSON.stringify({
    __metadata__: {
      made_by: 'FFN Lab, synthetic',
      activation_function: 'gelu_new',
      n_head: String(d_model / 64),
    },
    ...Object.fromEntries(entries),
  });
  const text = Buffer.from(json + ' '.repeat((8 - (Buffer.byteLength(json) % 8)) % 8));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  return { bytes: Buffer.concat([length, text]), data: begin };
}

function write_tensors(file, tensors) {
  const random = generator(42);
  const table = normals(random);
  const fillings = new Map();
  const filled = (filling) => {
    const make = () =>
      typeof filling === 'number'
        ? table.map((value) => value * filling)
        : table.map(() => (filling === 'ones' ? 1 : 0));
    if (!fillings.has(filling)) fillings.set(filling, new Uint8Array(make().buffer));
    return fillings.get(filling);
  };
  for (const [, shape, filling] of tensors) {
    const bytes = filled(filling);
    let left = 4 * count_of(shape);
    let at = 4 * Math.floor(random() * table_length);
    while (left > 0) {
      const piece = bytes.subarray(at, Math.min(bytes.length, at + left));
      writeSync(file, piece);
      left -= piece.length;
      at = 0;
    }
  }
}

/** Writes the file unless it exists. Returns its size in bytes. */
export function make_checkpoint(kind, path) {
  const tensors = tensors_of(sizes[kind]);
  const { bytes, data } = header_of(tensors, sizes[kind]);
  const whole = bytes.length + data;
  if (existsSync(path) && statSync(path).size === whole) return whole;
  mkdirSync(dirname(path), { recursive: true });
  // Two tests may write it at the same time: renaming makes the complete file appear at once.
  const part = `${path}.${process.pid}`;
  const file = openSync(part, 'w');
  writeSync(file, bytes);
  write_tensors(file, tensors);
  closeSync(file);
  renameSync(part, path);
  return whole;
}

const [, program, kind, path] = process.argv;
if (program !== undefined && import.meta.url === pathToFileURL(program).href) {
  if (!(kind in sizes) || path === undefined)
    throw new Error('node synthetic_checkpoint.mjs small|full PATH');
  console.log(`${path}: ${make_checkpoint(kind, path)} bytes`);
}
