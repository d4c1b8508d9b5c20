import { describe, expect, it } from 'vitest';
import { anything, error_of, files, golden_file } from './checkpoint_files.js';
import { load_each } from './variants.js';

describe.each(await load_each())('feed-forward networks of a file, variant %s', (_variant, lab) => {
  it.each(files)('returns the table of the networks of %s', async (name) => {
    using checkpoint = await lab.open_checkpoint(golden_file(name));
    const prefix = name === 'gpt2_f32' ? '' : 'transformer.';
    const table = checkpoint.feed_forward_table();
    const layer = (number: number) => ({
      number,
      w1: `${prefix}h.${number}.mlp.c_fc.weight`,
      b1: `${prefix}h.${number}.mlp.c_fc.bias`,
      w2: `${prefix}h.${number}.mlp.c_proj.weight`,
      b2: `${prefix}h.${number}.mlp.c_proj.bias`,
      byte_length: (name === 'gpt2_f32' ? 4 : 2) * (2 * 8 * 32 + 32 + 8),
    });
    const named = (tensor: string) =>
      checkpoint.tensors.find((one) => one.name === `${prefix}${tensor}`);
    expect(table).toEqual({
      family: 'gpt2',
      layers: [layer(0), layer(1)],
      d_model: 8,
      d_ff: 32,
      layout: 'in_out',
      ambiguous: false,
      activation: 'gelu_tanh',
      dropout_placement: 'output',
      blocks: true,
      embedding: named('wte.weight'),
      positions: named('wpe.weight'),
      final_norm: { scale: `${prefix}ln_f.weight`, shift: `${prefix}ln_f.bias` },
    });
    expect(checkpoint.feed_forward_table({ layout: 'in_out' })).toEqual(table);
    expect(() => checkpoint.feed_forward_table({ layout: 'out_in' })).toThrow(
      'layout is "out_in"; expected "in_out", as the biases have its lengths',
    );
    expect(() => checkpoint.feed_forward_table({ layout: anything('rows') })).toThrow(
      'layout is "rows"; expected "out_in" or "in_out"',
    );
  });

  it('reads networks of other families, with and without biases, in either layout', async () => {
    using ffn = lab.FeedForward({ d_model: 3, d_ff: 5, bias: false, seed: 1 });
    const { w1, w2 } = ffn.weights();
    const bare = lab.write_safetensors({ 'layers.4.fc1.weight': w1, 'layers.4.fc2.weight': w2 });
    using file = await lab.open_checkpoint(bare);
    const names = {
      number: 4,
      w1: 'layers.4.fc1.weight',
      w2: 'layers.4.fc2.weight',
      byte_length: 120,
    };
    const table = {
      family: 'linear',
      layers: [names],
      d_model: 3,
      d_ff: 5,
      layout: 'out_in',
      ambiguous: true,
      blocks: false,
    };
    expect(file.feed_forward_table()).toEqual({
      ...table,
      activation: 'gelu',
      dropout_placement: 'hidden',
    });
    expect(file.feed_forward_table({ layout: 'in_out' })).toMatchObject({
      d_model: 5,
      d_ff: 3,
      layout: 'in_out',
      ambiguous: true,
    });
    using read = await file.feed_forward(4);
    expect([read.weights(), read.activation]).toEqual([ffn.weights(), 'gelu']);
    using turned = await file.feed_forward(4, { layout: 'in_out', activation: 'relu' });
    expect([turned.d_model, turned.d_ff, turned.activation]).toEqual([5, 3, 'relu']);
    using again = lab.FeedForward({ weights: { w1, w2 }, layout: 'in_out' });
    expect(turned.weights()).toEqual(again.weights());
    expect((await error_of(file.feed_forward(5))).message).toBe(
      'layer is 5; expected a layer from 0 to 4',
    );
    expect((await error_of(file.feed_forward(3))).message).toBe(
      'tensor "layers.3.fc1.weight" is missing; expected one of shape (5, 3)',
    );
  });

  it('reads a network from a state dict of either form', async () => {
    using ffn = lab.FeedForward({ d_model: 3, d_ff: 5, seed: 1 });
    for (const form of ['module', 'sequential'] as const) {
      using file = await lab.open_checkpoint(lab.write_safetensors(ffn.state_dict(form)));
      expect(file.feed_forward_table()).toMatchObject({
        family: 'linear',
        d_model: 3,
        d_ff: 5,
        ambiguous: false,
      });
      using read = await file.feed_forward(0);
      expect(read.weights()).toEqual(ffn.weights());
      expect((await error_of(file.feed_forward(0, { layout: 'in_out' }))).code).toBe(
        'invalid_argument',
      );
    }
  });

  it('names what a model lacks', async () => {
    const weight = (rows: number, columns: number) => ({
      data: new Float32Array(rows * columns),
      shape: [rows, columns],
    });
    using file = await lab.open_checkpoint(
      lab.write_safetensors({ 'h.0.mlp.c_fc.weight': weight(2, 8) }),
    );
    expect(file.feed_forward_table()).toBeUndefined();
    const error = await error_of(file.feed_forward(0));
    expect([error.code, error.reason]).toEqual(['invalid_file', 'missing_tensor']);
    expect(error.message).toBe('tensor "h.0.mlp.c_fc.bias" is missing; expected one of shape (8,)');
    using attention = await lab.open_checkpoint(
      lab.write_safetensors({
        'h.0.mlp.c_fc.weight': weight(2, 8),
        'h.0.mlp.c_proj.weight': weight(8, 2),
      }),
    );
    expect(attention.feed_forward_table()).toMatchObject({ family: 'gpt2', blocks: false });
  });
});
