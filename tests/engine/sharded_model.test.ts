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
import type { Checkpoint, FileHandleLike } from 'ffn-lab';
import { error_of, file_of } from './checkpoint_files.js';

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
  const boundary = (index: number) => [0, 75, 148, 220, tensors.length][index];
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
  const index = { metadata: { total_size }, weight_map };
  const config = { model_type: 'llama', hidden_act: 'silu' };
  let handles: FileHandle[] = [];
  let file: Checkpoint;

  beforeAll(async () => {
    handles = await Promise.all(paths.map((path) => open(path)));
    const lab = await load();
    file = await lab.open_checkpoint(handles.map(recorded), { config, index });
  });
  afterAll(async () => {
    await Promise.all(handles.map((handle) => handle.close()));
    rmSync(folder, { recursive: true });
  });

  it('has the size of the published one', () => {
    expect(tensors).toHaveLength(291);
    expect(total_size).toBe(16_060_522_496);
    const sizes = file.tensors.map(({ byte_length }) => byte_length);
    expect(sizes).toHaveLength(291);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(total_size);
  });

  it('lists its networks, also one in two files, from the headers alone', () => {
    const [table, ...others] = file.feed_forward_tables();
    expect(others).toEqual([]);
    expect(table).toMatchObject({
      name: 'model.layers.*.mlp',
      family: 'gated',
      d_model,
      d_ff,
      activation: 'silu',
      activation_from: 'config',
      weight_bytes: 3 * 4 * d_model * d_ff,
    });
    expect(table?.layers.map(({ number }) => number)).toEqual([...Array(n_layers).keys()]);
    expect(table?.layers.every(({ byte_length }) => byte_length === 3 * 2 * d_model * d_ff)).toBe(
      true,
    );
    const files_of = (layer: number) =>
      new Set(
        ['gate', 'up', 'down'].map(
          (name) => weight_map[`model.layers.${layer}.mlp.${name}_proj.weight`],
        ),
      );
    expect([...Array(n_layers).keys()].some((layer) => files_of(layer).size === 2)).toBe(true);
    expect(reads.map((ranges) => ranges.length)).toEqual([2, 2, 2, 2]);
    const lengths = reads.flat().map(([begin, end]) => end - begin);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(header_bytes + 4 * 512 - 4 * 8);
    expect(header_bytes).toBeLessThan(50_000);
  });

  it('is read behind the first 4 GiB of a file', async () => {
    const last_of = ([name, [rows]] = ['', [0]] as [string, Shape]) =>
      file.tensor(name, rows > d_model ? { rows: [rows - 1, 1] } : {});
    const last = await Promise.all(shards.map((part) => last_of(part.at(-1))));
    // The last element of each file, 0x0s00 in bfloat16, with s = the number of the file.
    const expected = [1, 2, 3, 4].map(
      (byte) => new Float32Array(Uint32Array.of(byte * 2 ** 24).buffer)[0],
    );
    expect(last.map(({ data }) => data.at(-1))).toEqual(expected);
  });

  it('names a file that is missing', async () => {
    const lab = await load();
    using part = await lab.open_checkpoint(handles.slice(0, 3), { config, index });
    const complete = part.feed_forward_table()?.layers ?? [];
    expect(complete.length).toBeGreaterThan(n_layers / 2);
    const error = await error_of(part.feed_forward(complete.length)); // in the last two files
    expect([error.code, error.reason]).toEqual(['invalid_file', 'missing_tensor']);
    expect(error.message).toContain(`is in "${shard_name(3)}"`);
  });
});
