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
      name: `${prefix}h.*.mlp`,
      family: 'gpt2',
      gated: false,
      layers: [layer(0), layer(1)],
      d_model: 8,
      d_ff: 32,
      layout: 'in_out',
      ambiguous: false,
      weight_bytes: 4 * (2 * 8 * 32 + 32 + 8),
      dropout_placement: 'output',
      blocks: true,
      embedding: named('wte.weight'),
      positions: named('wpe.weight'),
      final_norm: { scale: `${prefix}ln_f.weight`, shift: `${prefix}ln_f.bias` },
    });
    expect(checkpoint.feed_forward_table({ layout: 'in_out' })).toEqual(table);
    expect(checkpoint.feed_forward_table({ stack: `${prefix}h.*.mlp` })).toEqual(table);
    expect(checkpoint.feed_forward_tables()).toEqual([table]);
    expect(() => checkpoint.feed_forward_table({ stack: 'x' })).toThrow(
      `stack is "x"; expected the name of a stack in feed_forward_tables(), such as "${prefix}h.*.mlp"`,
    );
    expect(() => checkpoint.feed_forward_table({ layout: 'out_in' })).toThrow(
      'layout is "out_in"; expected "in_out", which other tensors of the file determine',
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
      name: 'layers.*',
      family: 'linear',
      gated: false,
      layers: [names],
      d_model: 3,
      d_ff: 5,
      layout: 'out_in',
      ambiguous: true,
      weight_bytes: 120,
      blocks: false,
      dropout_placement: 'hidden',
    };
    expect(file.feed_forward_table()).toEqual(table);
    expect(file.feed_forward_table({ layout: 'in_out' })).toMatchObject({
      d_model: 5,
      d_ff: 3,
      layout: 'in_out',
      ambiguous: true,
    });
    using read = await file.feed_forward(4, { activation: 'gelu' });
    expect([read.weights(), read.activation]).toEqual([ffn.weights(), 'gelu']);
    using turned = await file.feed_forward(4, { layout: 'in_out', activation: 'relu' });
    expect([turned.d_model, turned.d_ff, turned.activation]).toEqual([5, 3, 'relu']);
    using again = lab.FeedForward({ weights: { w1, w2 }, layout: 'in_out' });
    expect(turned.weights()).toEqual(again.weights());
    expect((await error_of(file.feed_forward(4))).message).toBe(
      'activation is left out; expected the option "activation" or the model\'s config.json in the ' +
        'option "config", as neither the names of the tensors nor the metadata determine it',
    );
    const activation = 'relu';
    expect((await error_of(file.feed_forward(5, { activation }))).message).toBe(
      'layer is 5; expected a layer from 0 to 4',
    );
    expect((await error_of(file.feed_forward(3, { activation }))).message).toBe(
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
      const activation = 'relu';
      using read = await file.feed_forward(0, { activation });
      expect(read.weights()).toEqual(ffn.weights());
      expect((await error_of(file.feed_forward(0, { activation, layout: 'in_out' }))).code).toBe(
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
    expect(error.message).toBe(
      'tensor "h.0.mlp.c_proj.weight" is missing; expected one beside "h.0.mlp.c_fc.weight"',
    );
    using attention = await lab.open_checkpoint(
      lab.write_safetensors({
        'h.0.mlp.c_fc.weight': weight(2, 8),
        'h.0.mlp.c_proj.weight': weight(8, 2),
      }),
    );
    expect(attention.feed_forward_table()).toMatchObject({ family: 'gpt2', blocks: false });
  });

  const llama = (form: 'separate' | 'fused') => {
    using ffn = lab.FeedForward({ d_model: 3, d_ff: 5, bias: false, gated: true, seed: 1 });
    const { w1, w_gate, w2 } = ffn.weights();
    const both = {
      data: Float32Array.from([...w1.data, ...(w_gate as typeof w1).data]),
      shape: [10, 3],
    };
    const first =
      form === 'fused'
        ? { 'model.layers.0.mlp.gate_up_proj.weight': both }
        : {
            'model.layers.0.mlp.gate_proj.weight': w1,
            'model.layers.0.mlp.up_proj.weight': w_gate as typeof w1,
          };
    return { weights: ffn.weights(), first, second: { 'model.layers.0.mlp.down_proj.weight': w2 } };
  };

  it.each(['separate', 'fused'] as const)('reads a gated network, %s', async (form) => {
    const { weights, first, second } = llama(form);
    using file = await lab.open_checkpoint(lab.write_safetensors({ ...first, ...second }), {
      config: { model_type: 'llama', hidden_act: 'silu', hidden_size: 3 },
    });
    const table = file.feed_forward_table();
    expect(table).toMatchObject({
      name: 'model.layers.*.mlp',
      family: 'gated',
      gated: true,
      layout: 'out_in',
      d_model: 3,
      d_ff: 5,
      activation: 'silu',
      activation_from: 'config',
    });
    expect(table?.fused).toBe(form === 'fused' ? 'activation_first' : undefined);
    expect(table?.layers[0]?.w_gate).toBe(
      `model.layers.0.mlp.${form === 'fused' ? 'gate_up_proj' : 'up_proj'}.weight`,
    );
    const progress: object[] = [];
    using read = await file.feed_forward(0, { on_progress: (done) => progress.push(done) });
    expect([read.activation, read.weights()]).toEqual(['silu', weights]);
    expect(progress.at(-1)).toEqual({ bytes: 180, of: 180 });
  });

  it('reads a layer of two files, and names the file that is not open', async () => {
    const { weights, first, second } = llama('separate');
    const files = [lab.write_safetensors(first), lab.write_safetensors(second)] as const;
    const in_file = (tensors: object, file: string) =>
      Object.keys(tensors).map((name): [string, string] => [name, file]);
    const weight_map = Object.fromEntries<string>([
      ...in_file(first, 'one.safetensors'),
      ...in_file(second, 'two.safetensors'),
    ]);
    using both = await lab.open_checkpoint(files);
    using read = await both.feed_forward(0, { activation: 'silu' });
    expect(read.weights()).toEqual(weights);
    using half = await lab.open_checkpoint([files[0]], { index: { weight_map } });
    expect((await error_of(half.feed_forward(0, { activation: 'silu' }))).message).toMatch(
      'tensor "model.layers.0.mlp.down_proj.weight" is in "two.safetensors"',
    );
  });

  it('aborts between two pieces', async () => {
    const { first, second } = llama('separate');
    using file = await lab.open_checkpoint(lab.write_safetensors({ ...first, ...second }));
    const controller = new AbortController();
    const reason = new Error('enough');
    const reading = file.feed_forward(0, {
      activation: 'silu',
      signal: controller.signal,
      on_progress: () => controller.abort(reason),
    });
    await expect(reading).rejects.toBe(reason);
    const signal = controller.signal;
    await expect(file.feed_forward(0, { activation: 'silu', signal })).rejects.toBe(reason);
  });
});
