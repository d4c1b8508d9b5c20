import type { CheckpointTensor } from 'ffn-lab';
import { describe, expect, it } from 'vitest';
import { error_kind } from '../../web/page/src/lazy/checkpoint/error_kind.ts';
import { find_layers } from '../../web/page/src/lazy/checkpoint/layers.ts';

const tensor = (name: string, ...shape: number[]): CheckpointTensor => ({
  name,
  dtype: 'F32',
  shape,
  byte_length: 4 * shape.reduce((product, length) => product * length, 1),
});

/** Returns the tensors of both layers of a network, in a layout. */
function network(prefix: string, first: string, second: string, d_model: number, d_ff: number, layout: 'in_out' | 'out_in', bias = true) {
  const matrix = (rows: number, columns: number) => (layout === 'out_in' ? [rows, columns] : [columns, rows]);
  return [
    tensor(`${prefix}${first}.weight`, ...matrix(d_ff, d_model)),
    tensor(`${prefix}${second}.weight`, ...matrix(d_model, d_ff)),
    ...(bias ? [tensor(`${prefix}${first}.bias`, d_ff), tensor(`${prefix}${second}.bias`, d_model)] : []),
  ];
}

const gpt2 = (prefix: string, layer: number, layout: 'in_out' | 'out_in' = 'in_out') =>
  network(`${prefix}h.${layer}.`, 'mlp.c_fc', 'mlp.c_proj', 8, 32, layout);

describe('feed-forward networks of a checkpoint', () => {
  it('are found by GPT-2’s names, with and without a prefix, in numerical order', () => {
    for (const prefix of ['', 'transformer.']) {
      const model = find_layers([10, 2, 0].flatMap((layer) => gpt2(prefix, layer)).concat(tensor(`${prefix}wte.weight`, 100, 8)));
      expect(model).toMatchObject({ family: 'gpt2', d_model: 8, d_ff: 32, layout: 'in_out', ambiguous: false, activation: 'gelu_tanh' });
      expect(model?.layers.map(({ number }) => number)).toEqual([0, 2, 10]);
      expect(model?.layers[0]?.byte_length).toBe(4 * (2 * 8 * 32 + 32 + 8));
      expect(model?.embedding?.shape).toEqual([100, 8]);
    }
  });

  it('with GPT-2’s names in Linear layout are recognized by their biases', () => {
    expect(find_layers(gpt2('', 0, 'out_in'))).toMatchObject({ d_model: 8, d_ff: 32, layout: 'out_in', ambiguous: false });
    // The layout is known, so the user need not choose it.
    expect(find_layers(gpt2('', 0, 'out_in'), 'in_out')).toMatchObject({ layout: 'out_in' });
  });

  it('are found by the names of BERT and of other models', () => {
    const bert = [
      tensor('bert.encoder.layer.0.attention.output.dense.weight', 8, 8),
      ...network('bert.encoder.layer.0.', 'intermediate.dense', 'output.dense', 8, 32, 'out_in'),
    ];
    expect(find_layers(bert)).toMatchObject({ family: 'bert', d_model: 8, d_ff: 32, layout: 'out_in', activation: 'gelu' });
    const names: readonly (readonly [string, string, string])[] = [
      ['layers.3.', 'linear1', 'linear2'],
      ['model.decoder.layers.3.', 'fc1', 'fc2'],
      ['trf_blocks.3.', 'ff.layers.0', 'ff.layers.2'],
      ['gpt_neox.layers.3.', 'mlp.dense_h_to_4h', 'mlp.dense_4h_to_h'],
      ['', 'net.0', 'net.3'],
    ];
    for (const [prefix, first, second] of names) {
      const model = find_layers(network(prefix, first, second, 8, 32, 'out_in'));
      expect(model).toMatchObject({ family: 'linear', d_model: 8, d_ff: 32 });
      expect(model?.layers[0]?.number).toBe(prefix === '' ? 0 : 3);
    }
  });

  it('have an ambiguous layout where neither shapes nor biases determine it', () => {
    const square = network('h.0.', 'mlp.c_fc', 'mlp.c_proj', 8, 8, 'in_out');
    expect(find_layers(square)).toMatchObject({ ambiguous: true, layout: 'in_out' });
    expect(find_layers(square, 'out_in')).toMatchObject({ ambiguous: true, layout: 'out_in' });
    const without = network('h.0.', 'mlp.c_fc', 'mlp.c_proj', 8, 32, 'in_out', false);
    expect(find_layers(without)).toMatchObject({ ambiguous: true, d_model: 8, d_ff: 32 });
    expect(find_layers(without, 'out_in')).toMatchObject({ d_model: 32, d_ff: 8 });
  });

  it('are not found in incomplete or similarly named tensors', () => {
    expect(find_layers([])).toBeUndefined();
    expect(find_layers([tensor('h.0.mlp.c_fc.weight', 8, 32)])).toBeUndefined();
    expect(find_layers([tensor('h.0.mlp.c_fc.weight', 8, 32), tensor('h.0.mlp.c_proj.weight', 30, 8)])).toBeUndefined();
    expect(find_layers([tensor('h.0.mlp.c_fc.weight', 8), tensor('h.0.mlp.c_proj.weight', 8)])).toBeUndefined();
    expect(find_layers(network('xh.0.', 'notmlp.c_fc', 'notmlp.c_proj', 8, 32, 'in_out'))).toBeUndefined();
  });

  it('with another shape than the first are ignored', () => {
    const mixed = [...gpt2('', 0), ...network('h.1.', 'mlp.c_fc', 'mlp.c_proj', 16, 64, 'in_out'), ...gpt2('', 2)];
    expect(find_layers(mixed)?.layers.map(({ number }) => number)).toEqual([0, 2]);
  });
});

describe('errors of a file', () => {
  it('have a kind for each code and reason', () => {
    const kind = (code: string, reason?: string) => error_kind({ code, reason });
    expect(kind('invalid_file', 'git_lfs_pointer')).toBe('lfs');
    expect(kind('invalid_file', 'header_truncated')).toBe('short');
    expect(kind('invalid_file', 'overlap')).toBe('damaged');
    expect(kind('invalid_file', 'toString')).toBe('damaged');
    expect(kind('read_failed')).toBe('unreadable');
    expect(kind('out_of_memory')).toBe('memory');
    expect(kind('internal')).toBe('worker');
  });
});
