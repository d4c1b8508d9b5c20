import {
  mkdtempSync,
  openAsBlob,
  openSync,
  rmSync,
  ftruncateSync,
  writeSync,
  closeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { load } from 'ffn-lab';
import type { Tensor } from 'ffn-lab';
import { read_golden, tensor_of } from '../golden.js';
import { anything, error_of, file_of, files, golden_file, recorded } from './checkpoint_files.js';
import { load_each } from './variants.js';

const golden = read_golden('checkpoint');
/** GPT-2's activation, which the names of these small files do not determine. */
const activation = 'gelu_tanh';
const x = tensor_of(golden('x'));
const folder = mkdtempSync(join(tmpdir(), 'checkpoint-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the largest error, relative to the tolerance 5e-6 · |value| + 3e-6 · largest |value|. */
function error_per_tolerance(actual: Tensor, expected: readonly number[]): number {
  const largest = Math.max(...expected.map(Math.abs));
  expect(actual.data).toHaveLength(expected.length);
  return Math.max(
    ...expected.map(
      (value, i) =>
        Math.abs((actual.data[i] as number) - value) / (5e-6 * Math.abs(value) + 3e-6 * largest),
    ),
  );
}

describe.each(await load_each())('checkpoint, variant %s', (_variant, lab) => {
  it.each(files)('lists the contents of %s', async (name) => {
    using checkpoint = await lab.open_checkpoint(golden_file(name));
    expect(checkpoint.metadata).toEqual({ format: 'pt' });
    const prefix = name === 'gpt2_f32' ? '' : 'transformer.';
    const wte = checkpoint.tensors.find((tensor) => tensor.name === `${prefix}wte.weight`);
    const element = name === 'gpt2_f32' ? 4 : 2;
    expect(wte).toEqual({
      name: `${prefix}wte.weight`,
      dtype: name.slice(5).toUpperCase(),
      shape: [11, 8],
      byte_length: 88 * element,
    });
    const sizes = { n_layers: 2, d_model: 8, d_ff: 32, n_vocab: 11, n_positions: 6 };
    expect(checkpoint.gpt2).toEqual({ ...sizes, dropout_placement: 'output' });
    expect(checkpoint.bert).toBeUndefined();
  });

  it.each(files)('reads exact values and rows of %s', async (name) => {
    using checkpoint = await lab.open_checkpoint(golden_file(name));
    const wte = name === 'gpt2_f32' ? 'wte.weight' : 'transformer.wte.weight';
    const expected = golden(`${name}_wte`).values;
    expect(await checkpoint.tensor(wte)).toEqual({
      data: Float32Array.from(expected),
      shape: [11, 8],
    });
    expect(await checkpoint.tensor(wte, { rows: [3, 2] })).toEqual({
      data: Float32Array.from(expected.slice(24, 40)),
      shape: [2, 8],
    });
    expect(await checkpoint.tensor(wte, { rows: [11, 0] })).toEqual({
      data: new Float32Array(),
      shape: [0, 8],
    });
  });

  it.each(files)('reads networks and blocks of %s that agree with PyTorch', async (name) => {
    using checkpoint = await lab.open_checkpoint(new Blob([golden_file(name)]));
    for (const layer of [0, 1]) {
      using network = await checkpoint.feed_forward(layer, { activation });
      expect([network.d_model, network.d_ff, network.activation]).toEqual([8, 32, 'gelu_tanh']);
      expect(
        error_per_tolerance(network.forward(x), golden(`${name}_feed_forward_${layer}`).values),
      ).toBeLessThan(1);
      using block = await checkpoint.block(layer, { n_heads: 2, activation });
      expect(
        error_per_tolerance(block.forward(x), golden(`${name}_block_${layer}`).values),
      ).toBeLessThan(1);
    }
  });

  it('overrides options of the model', async () => {
    using checkpoint = await lab.open_checkpoint(golden_file('gpt2_f32'));
    using network = await checkpoint.feed_forward(0, {
      activation: 'relu',
      dropout: 1,
      dropout_placement: 'hidden',
    });
    using rng = lab.RandomState(1);
    const trace = network.trace(x, { dropout_rng: rng });
    expect(network.activation).toBe('relu');
    expect(Math.min(...trace.hidden.data)).toBe(0);
    expect(trace.mask?.shape).toEqual([2, 5, 32]);
  });

  it('requires heads and activation where the file does not tell them', async () => {
    using checkpoint = await lab.open_checkpoint(golden_file('gpt2_f32'));
    const refused = await error_of(checkpoint.block(0, { activation }));
    expect(refused.message).toMatch('n_heads is left out; expected the option "n_heads" or the');
    const unknown = await error_of(checkpoint.block(0, { n_heads: 2 }));
    expect(unknown.message).toMatch('activation is left out; expected the option "activation" or');
  });

  it('reads the weights of a block in layout (out, in)', async () => {
    using checkpoint = await lab.open_checkpoint(golden_file('gpt2_f32'));
    const { norm1, attention, norm2, feed_forward } = await checkpoint.block_weights(1);
    using network = await checkpoint.feed_forward(1, { activation });
    expect(feed_forward).toEqual(network.weights());
    const stored = async (name: string) => (await checkpoint.tensor(`h.1.${name}`)).data;
    const [c_attn, bias, c_proj] = await Promise.all(
      ['attn.c_attn.weight', 'attn.c_attn.bias', 'attn.c_proj.weight'].map(stored),
    );
    const column = (matrix: Float32Array | undefined, width: number, at: number) =>
      matrix?.filter((_, i) => i % width === at);
    [attention.w_query, attention.w_key, attention.w_value].forEach((weight, part) => {
      expect(weight.shape).toEqual([8, 8]);
      for (let out = 0; out < 8; ++out) {
        expect(weight.data.subarray(8 * out, 8 * out + 8)).toEqual(
          column(c_attn, 24, 8 * part + out),
        );
        expect(attention.w_output.data.subarray(8 * out, 8 * out + 8)).toEqual(
          column(c_proj, 8, out),
        );
      }
    });
    [attention.b_query, attention.b_key, attention.b_value].forEach((part, i) =>
      expect(part.data).toEqual(bias?.slice(8 * i, 8 * i + 8)),
    );
    expect(attention.b_output.data).toEqual(await stored('attn.c_proj.bias'));
    expect(norm1).toEqual({
      scale: await checkpoint.tensor('h.1.ln_1.weight'),
      shift: await checkpoint.tensor('h.1.ln_1.bias'),
    });
    expect(norm2.scale).toEqual(await checkpoint.tensor('h.1.ln_2.weight'));
  });

  it('reads only the requested ranges', async () => {
    const file = golden_file('gpt2_f32');
    const blob = recorded(new Blob([file]));
    using checkpoint = await lab.open_checkpoint(blob);
    const header = Number(new DataView(file.buffer, file.byteOffset).getBigUint64(0, true));
    expect(blob.reads.splice(0)).toEqual([
      [0, 512],
      [8, 8 + header],
    ]);
    await checkpoint.tensor('wte.weight', { rows: [2, 1] });
    await checkpoint.feed_forward(1, { activation }).then((network) => network.dispose());
    const ranges = blob.reads.map(([begin, end]) => end - begin);
    expect(ranges).toEqual([32, 8 * 32 * 4, 32 * 4, 32 * 8 * 4, 8 * 4]);
  });

  it('rejects missing tensors, rows and layers', async () => {
    using checkpoint = await lab.open_checkpoint(golden_file('gpt2_f32'));
    const messages = [
      [
        checkpoint.tensor('wte'),
        'invalid_argument',
        'name is "wte"; expected one of the file\'s 30 tensors',
      ],
      [
        checkpoint.tensor('wte.weight', { rows: [10, 2] }),
        'invalid_argument',
        'rows is 10 and the next 2; expected rows from 0 to 11 of tensor "wte.weight"',
      ],
      [
        checkpoint.tensor('wte.weight', { rows: [-1, 2] }),
        'invalid_argument',
        'rows is -1; expected an integer from 0 to 9007199254740991',
      ],
      [
        checkpoint.tensor('wte.weight', { rows: anything('0') }),
        'invalid_type',
        'rows is "0"; expected an array of two numbers',
      ],
      [checkpoint.tensor(anything(7)), 'invalid_type', 'name is 7; expected a string'],
      [checkpoint.feed_forward(2), 'invalid_argument', 'layer is 2; expected a layer from 0 to 1'],
      [
        checkpoint.feed_forward(0.5),
        'invalid_argument',
        'layer is 0.5; expected an integer from 0 to 2147483647',
      ],
      [checkpoint.block_weights(anything('0')), 'invalid_type', 'layer is "0"; expected a number'],
    ] as const;
    for (const [work, code, message] of messages) {
      const error = await error_of(work);
      expect([error.code, error.message]).toEqual([code, message]);
    }
    const empty = await lab.open_checkpoint(file_of({}));
    for (const work of [empty.feed_forward(0), empty.block_weights(0)]) {
      const error = await error_of(work);
      expect([error.code, error.reason]).toEqual(['invalid_file', 'missing_tensor']);
    }
    empty.dispose();
  });

  it('rejects when its signal is aborted', async () => {
    const reason = new Error('enough');
    await expect(
      lab.open_checkpoint(golden_file('gpt2_f32'), { signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason);
    using checkpoint = await lab.open_checkpoint(golden_file('gpt2_f32'));
    const later = new AbortController();
    const network = checkpoint.feed_forward(0, { activation, signal: later.signal });
    later.abort(reason);
    await expect(network).rejects.toBe(reason);
    await expect(
      checkpoint.tensor('wte.weight', { signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason);
    expect((await checkpoint.tensor('wte.weight')).shape).toEqual([11, 8]);
  });

  it('rejects use after dispose, also during a read', async () => {
    const checkpoint = await lab.open_checkpoint(golden_file('gpt2_f32'));
    const pending = [
      checkpoint.tensor('wte.weight'),
      checkpoint.feed_forward(0, { activation }),
      checkpoint.block_weights(0),
    ];
    checkpoint.dispose();
    checkpoint.dispose();
    for (const work of [...pending, checkpoint.tensor('wte.weight'), checkpoint.feed_forward(0)]) {
      expect((await error_of(work)).message).toBe('this Checkpoint has been disposed');
    }
    expect(checkpoint.tensors).toHaveLength(30);
  });

  it('reads parts of a file of 300 MB without loading it into memory', async () => {
    const header = {
      big: { dtype: 'U8', shape: [300_000, 1000], data_offsets: [0, 300_000_000] },
      last: { dtype: 'F32', shape: [2], data_offsets: [300_000_000, 300_000_008] },
    };
    const begin = file_of(header);
    const path = join(folder, `sparse-${_variant}`);
    const descriptor = openSync(path, 'w');
    writeSync(descriptor, begin);
    ftruncateSync(descriptor, begin.length + 300_000_008);
    writeSync(
      descriptor,
      new Uint8Array(Float32Array.of(1.5, -2).buffer),
      0,
      8,
      begin.length + 300_000_000,
    );
    writeSync(descriptor, Uint8Array.of(7), 0, 1, begin.length + 299_999_999);
    closeSync(descriptor);
    const heap = lab.info().heap_bytes;
    const blob = recorded(await openAsBlob(path));
    using checkpoint = await lab.open_checkpoint(blob);
    expect(await checkpoint.tensor('last')).toEqual({ data: Float32Array.of(1.5, -2), shape: [2] });
    expect((await checkpoint.tensor('big', { rows: [299_999, 1] })).data[999]).toBe(7);
    const error = await error_of(checkpoint.tensor('big')); // more than the largest tensor
    expect(error.message).toBe(
      'tensor "big" is (300000, 1000); expected at most 268435456 elements',
    );
    expect(blob.reads.reduce((sum, [from, to]) => sum + to - from, 0)).toBe(
      512 + begin.length - 8 + 8 + 1000,
    );
    expect(lab.info().heap_bytes - heap).toBeLessThan(2 ** 20);
  });

  it('opens a header of 20000 tensors', async () => {
    const count = 20_000;
    const header = Object.fromEntries(
      Array.from({ length: count }, (_, i) => [
        `model.layers.${i}.weight`,
        { dtype: 'U8', shape: [1], data_offsets: [i, i + 1] },
      ]),
    );
    using checkpoint = await lab.open_checkpoint(file_of(header, new Uint8Array(count).fill(3)));
    expect(checkpoint.tensors).toHaveLength(count);
    expect((await checkpoint.tensor('model.layers.19999.weight')).data).toEqual(Float32Array.of(3));
  });
});

describe('checkpoint, the lab', () => {
  it('disposes of its checkpoints', async () => {
    const lab = await load();
    const checkpoint = await lab.open_checkpoint(golden_file('gpt2_f32'));
    lab.dispose();
    expect((await error_of(checkpoint.tensor('wte.weight'))).message).toBe(
      'the lab of this Checkpoint has been disposed',
    );
    expect((await error_of(lab.open_checkpoint(golden_file('gpt2_f32')))).code).toBe('disposed');
    checkpoint.dispose();
  });
});
