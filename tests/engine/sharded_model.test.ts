/**
 * A model of 16 GB in four files with the names and shapes of Llama 3.1 8B
 * (https://huggingface.co/meta-llama/Llama-3.1-8B): 32 layers, 4096 features, 14336 hidden units,
 * bfloat16. The files are sparse: only their headers take space on the disk.
 */
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { load } from 'ffn-lab';
import type { FileHandleLike } from 'ffn-lab';
import { read_exactly } from '../../web/engine/dist/files/byte_source.js';
import { open_files } from '../../web/engine/dist/files/opened_files.js';
import type { OpenedFiles } from '../../web/engine/dist/files/opened_files.js';
import { core_of_lab } from '../../web/engine/dist/layers/core_lab.js';
import { file_of } from './checkpoint_files.js';

type Shape = readonly [number, number?];

const n_layers = 32;
const [n_vocab, d_model, d_ff, d_kv] = [128_256, 4096, 14_336, 1024];

function layer_tensors(layer: number): [string, Shape][] {
  const at = `model.layers.${layer}`;
  return [
    [`${at}.input_layernorm.weight`, [d_model]],
    [`${at}.mlp.down_proj.weight`, [d_model, d_ff]],
    [`${at}.mlp.gate_proj.weight`, [d_ff, d_model]],
    [`${at}.mlp.up_proj.weight`, [d_ff, d_model]],
    [`${at}.post_attention_layernorm.weight`, [d_model]],
    [`${at}.self_attn.k_proj.weight`, [d_kv, d_model]],
    [`${at}.self_attn.o_proj.weight`, [d_model, d_model]],
    [`${at}.self_attn.q_proj.weight`, [d_model, d_model]],
    [`${at}.self_attn.v_proj.weight`, [d_kv, d_model]],
  ];
}

const tensors: readonly [string, Shape][] = [
  ['model.embed_tokens.weight', [n_vocab, d_model]],
  ...Array.from({ length: n_layers }, (_, layer) => layer_tensors(layer)).flat(),
  ['lm_head.weight', [n_vocab, d_model]],
  ['model.norm.weight', [d_model]],
];
const bytes_of = ([rows, columns = 1]: Shape) => 2 * rows * columns;
const total_size = tensors.reduce((sum, [, shape]) => sum + bytes_of(shape), 0);

const folder = mkdtempSync(join(tmpdir(), 'sharded-'));
const shard_name = (index: number) => `model-0000${index + 1}-of-00004.safetensors`;

/** Writes a file with these tensors, whose last byte is the number `last`; returns its size. */
function write_shard(path: string, part: readonly (readonly [string, Shape])[], last: number) {
  let end = 0;
  const entries = part.map(([name, shape]) => {
    const data_offsets = [end, (end += bytes_of(shape))];
    return [name, { dtype: 'BF16', shape, data_offsets }] as const;
  });
  const header = file_of({ __metadata__: { format: 'pt' }, ...Object.fromEntries(entries) });
  const descriptor = openSync(path, 'w');
  writeSync(descriptor, header);
  ftruncateSync(descriptor, header.length + end);
  writeSync(descriptor, Uint8Array.of(last), 0, 1, header.length + end - 1);
  closeSync(descriptor);
  return header.length;
}

/** The tensors of each file: the layer at a boundary is in two of them. */
const shards = [0, 1, 2, 3].map((shard) => {
  const boundary = (index: number) => Math.round((tensors.length * index) / 4);
  return tensors.slice(boundary(shard), boundary(shard + 1));
});
const weight_map = Object.fromEntries(
  shards.flatMap((part, shard) => part.map(([name]) => [name, shard_name(shard)] as const)),
);

/** Ranges that were read, by file. */
const reads: [begin: number, end: number][][] = shards.map(() => []);

/** An open file that records what is read. */
const recorded = (handle: FileHandle, shard: number): FileHandleLike => ({
  stat: () => handle.stat(),
  read: (buffer, offset, length, position) => {
    reads[shard]?.push([position, position + length]);
    return handle.read(buffer, offset, length, position);
  },
});

describe('a sharded model of 16 GB', () => {
  const paths = shards.map((_, shard) => join(folder, shard_name(shard)));
  const header_bytes = paths
    .map((path, shard) => write_shard(path, shards[shard] ?? [], shard + 1))
    .reduce((sum, length) => sum + length, 0);
  let handles: FileHandle[] = [];
  let opened: OpenedFiles;

  beforeAll(async () => {
    handles = await Promise.all(paths.map((path) => open(path)));
    const lab = await load();
    opened = await open_files(core_of_lab(lab), handles.map(recorded), {
      index: { metadata: { total_size }, weight_map },
    });
  });
  afterAll(async () => {
    await Promise.all(handles.map((handle) => handle.close()));
    rmSync(folder, { recursive: true });
  });

  it('has the size of the published one', () => {
    expect(tensors).toHaveLength(291);
    expect(total_size).toBe(16_060_522_496);
    const sizes = opened.sources.map(({ size }) => size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(total_size + header_bytes);
  });

  it('opens with its headers alone', () => {
    expect(reads.map((ranges) => ranges.length)).toEqual([2, 2, 2, 2]);
    const lengths = reads.flat().map(([begin, end]) => end - begin);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(header_bytes + 4 * 512 - 4 * 8);
    expect(header_bytes).toBeLessThan(50_000);
  });

  it('is read behind the first 4 GiB of a file', async () => {
    expect(Math.max(...opened.sources.map(({ size }) => size))).toBeGreaterThan(2 ** 32);
    const last = await Promise.all(
      opened.sources.map((source) => read_exactly(source, source.size - 1, source.size, undefined)),
    );
    expect(last).toEqual([1, 2, 3, 4].map((byte) => Uint8Array.of(byte)));
  });
});
