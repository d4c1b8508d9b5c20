import { describe, expect, it } from 'vitest';
import type { LanguageModel, Tensor } from 'ffn-lab';
import { largest_error } from '../golden.js';
import { golden_file } from './checkpoint_files.js';
import { golden, golden_model, golden_sentences } from './small_language.js';
import { load_each } from './variants.js';

const wrong = (value: unknown) => value as never;

/** Returns rows of a tensor (rows, columns). */
const rows_of = ({ data, shape }: Tensor, ...rows: number[]) =>
  rows.flatMap((row) => [...data.subarray(row * (shape[1] ?? 0), (row + 1) * (shape[1] ?? 0))]);

describe.each(await load_each())('language_model, variant %s', (_variant, lab) => {
  const sentence = [3, 1, 4];
  const off = (part: 'attention' | 'feed_forward') => [{ [part]: false }, { [part]: false }];

  it("has PyTorch's logits, for every word and for the last one", () => {
    using model = golden_model(lab);
    const logits = model.forward(golden_sentences);
    expect(logits.shape).toEqual([10, 9]);
    expect(largest_error(logits.data, golden('logits').values)).toBeLessThan(1e-5);
    const last = model.forward(golden_sentences, { predictions: 'last_word' });
    expect(last.shape).toEqual([3, 9]);
    expect([...last.data]).toEqual(rows_of(logits, 4, 6, 9));
    expect(model.forward([Int32Array.of(2, 6)])).toEqual({
      data: Float32Array.from(rows_of(logits, 5, 6)),
      shape: [2, 9],
    });
  });

  it('describes its sizes, and draws the same weights from the same seed', () => {
    using model = lab.LanguageModel({ n_vocab: 10, n_positions: 4, seed: 5 });
    const { n_vocab, n_positions, n_layers, d_model, n_heads, d_ff, activation } = model;
    expect({ n_vocab, n_positions, n_layers, d_model, n_heads, d_ff, activation }).toEqual({
      n_vocab: 10,
      n_positions: 4,
      n_layers: 1,
      d_model: 64,
      n_heads: 4,
      d_ff: 256,
      activation: 'gelu',
    });
    expect(model.parameter_count).toBe(
      14 * 64 + 4 * (64 * 64 + 64) + 2 * 64 * 256 + 256 + 64 + 6 * 64,
    );
    using same = lab.LanguageModel({ n_vocab: 10, n_positions: 4, seed: 5, activation: 'relu' });
    using other = lab.LanguageModel({ n_vocab: 10, n_positions: 4, seed: 6 });
    expect(same.weights()).toEqual(model.weights());
    expect(other.weights().token_embedding).not.toEqual(model.weights().token_embedding);
    using narrow = lab.LanguageModel({ n_vocab: 10, n_positions: 4, d_model: 8 });
    expect(narrow.d_ff).toBe(32);
  });

  it('traces a pass with the tensors of its layers', () => {
    using model = golden_model(lab);
    const trace = model.trace(sentence);
    const weights = model.weights();
    expect(trace.embedded).toEqual(lab.add(trace.token_embedding, trace.position_embedding));
    expect([...trace.token_embedding.data]).toEqual(rows_of(weights.token_embedding, ...sentence));
    expect([...trace.position_embedding.data]).toEqual(
      rows_of(weights.position_embedding, 0, 1, 2),
    );
    let input = trace.embedded;
    weights.blocks.forEach((of_block, i) => {
      using block = lab.TransformerBlock({ weights: of_block, n_heads: 2 });
      expect(trace.blocks[i]).toEqual(block.trace(input));
      input = block.forward(input);
    });
    using norm = lab.LayerNorm({ weights: weights.final_norm });
    expect(trace.final_norm).toEqual(norm.trace(input));
    expect(trace.logits).toEqual(
      lab.linear(trace.final_norm.output, { weight: weights.token_embedding }),
    );
    expect(trace.logits).toEqual(model.forward([sentence]));
    expect(trace.probabilities).toEqual(lab.softmax(trace.logits));
  });

  it('names the next word', () => {
    using model = golden_model(lab);
    const { probabilities, words } = model.next_word(sentence, { top: 3 });
    const { data } = lab.softmax(model.forward([sentence], { predictions: 'last_word' }));
    expect(probabilities).toEqual({ data, shape: [9] });
    const ranked = [...data.keys()].sort((a, b) => (data[b] ?? 0) - (data[a] ?? 0));
    expect([...words]).toEqual(ranked.slice(0, 3));
    expect(model.next_word(sentence).words).toHaveLength(5);
    expect([...model.next_word(sentence, { top: 100 }).words]).toEqual(ranked);
  });

  it('leaves out what is switched off', () => {
    using model = golden_model(lab);
    const without = model.trace(sentence, { switches: off('feed_forward') });
    expect(without.blocks.map((block) => 'feed_forward' in block)).toEqual([false, false]);
    expect(without.blocks[1]?.output).toEqual(without.blocks[1]?.h);
    expect(without.logits).toEqual(model.forward([sentence], { switches: off('feed_forward') }));
    const alone = model.trace(sentence, { switches: off('attention') });
    expect(alone.blocks.map((block) => 'attention' in block)).toEqual([false, false]);
    expect(alone.blocks[0]?.h).toEqual(alone.embedded);
    expect(alone.logits).not.toEqual(without.logits);

    const silenced = model.trace(sentence, { switches: [{}, { silenced: [2, 5] }] });
    const hidden = silenced.blocks[1]?.feed_forward?.hidden as Tensor;
    for (let token = 0; token < 3; token++)
      expect([hidden.data[8 * token + 2], hidden.data[8 * token + 5]]).toEqual([0, 0]);
    expect(silenced.blocks[0]).toEqual(model.trace(sentence).blocks[0]);
    const switches = [{}, { silenced: Int32Array.of(2, 5) }];
    expect(model.forward([sentence], { switches })).toEqual(silenced.logits);
    expect([...model.next_word(sentence, { switches }).probabilities.data]).toEqual(
      rows_of(silenced.probabilities, 2),
    );
  });

  it('accepts any part of its weights; copies are independent', () => {
    using model = golden_model(lab);
    using copy = model.copy();
    const before = model.forward([sentence]);
    const shift = { data: new Float32Array(6), shape: [6] };
    model.set_weights({
      final_norm: { shift },
      blocks: [undefined, { feed_forward: { b1: { data: new Float32Array(8), shape: [8] } } }],
    });
    expect(model.weights().final_norm.shift).toEqual(shift);
    expect(model.forward([sentence])).not.toEqual(before);
    expect(copy.forward([sentence])).toEqual(before);
    model.set_weights(copy.weights());
    expect(model.forward([sentence])).toEqual(before);
    expect(() =>
      model.set_weights({ final_norm: { scale: { data: new Float32Array(5), shape: [5] } } }),
    ).toThrow('final_norm.scale');
    expect(() => model.set_weights(wrong({ token_embeding: shift }))).toThrow(
      'weights is an object with token_embeding; expected only',
    );
  });

  const read = async (
    bytes: Uint8Array<ArrayBuffer>,
    options: object = {},
  ): Promise<LanguageModel> => {
    using file = await lab.open_checkpoint(bytes);
    return await file.language_model(options);
  };

  it("writes files with GPT-2's names, and reads them again with the same bits", async () => {
    using model = golden_model(lab);
    const bytes = model.to_safetensors();
    using file = await lab.open_checkpoint(bytes);
    expect(file.metadata).toEqual({ format: 'pt', n_head: '2', activation_function: 'gelu' });
    expect(file.gpt2).toMatchObject({
      n_layers: 2,
      d_model: 6,
      d_ff: 8,
      n_vocab: 9,
      n_positions: 5,
    });
    expect(file.tensors.map(({ name }) => name)).toContain('h.1.mlp.c_proj.weight');
    using again = await file.language_model();
    expect(again.weights()).toEqual(model.weights());
    expect(again.forward(golden_sentences)).toEqual(model.forward(golden_sentences));
    expect(again.to_safetensors()).toEqual(bytes);
    using ffn = await file.feed_forward(0);
    expect([file.feed_forward_table()?.activation_from, ffn.activation]).toEqual([
      'metadata',
      'gelu',
    ]);
    using block = await file.block(0); // with the two heads of the metadata
    using three = await file.block(0, { n_heads: 3 });
    const x = lab.RandomState(1).randn([4, 6]);
    expect(block.forward(x)).not.toEqual(three.forward(x));
    using two = await file.block(0, { n_heads: 2 });
    expect(block.forward(x)).toEqual(two.forward(x));

    const half = model.to_safetensors({ dtype: 'F16' });
    expect(half.length).toBeLessThan(bytes.length - 2 * model.parameter_count + 100);
    using rounded = await read(half);
    const error = largest_error(rounded.forward(golden_sentences).data, golden('logits').values);
    expect(error).toBeGreaterThan(1e-5);
    expect(error).toBeLessThan(5e-3);
    using other = await read(bytes, { n_heads: 3, activation: 'relu' });
    expect([other.n_heads, other.activation]).toEqual([3, 'relu']);
  });

  it('rejects files without a whole model, and files without a number of heads', async () => {
    const from = golden_file('gpt2_f32');
    const activation = 'gelu_tanh';
    await expect(read(from, { activation })).rejects.toThrow('n_heads is left out; expected the');
    await expect(read(from, { n_heads: 2 })).rejects.toThrow('activation is left out; expected');
    await expect(read(from, { activation, n_heads: 3 })).rejects.toThrow('n_heads is 3; expected');
    await expect(read(from, { n_heads: 2, activation: 'tanh' })).rejects.toMatchObject({
      argument: 'activation',
    });
    using model = await read(from, { activation, n_heads: 2 });
    expect([model.n_layers, model.n_vocab, model.activation]).toEqual([2, 11, 'gelu_tanh']);
    const nothing = lab.write_safetensors({ x: { data: Float32Array.of(1), shape: [1] } });
    await expect(read(nothing)).rejects.toMatchObject({
      code: 'invalid_file',
      reason: 'missing_tensor',
    });
    const { data, shape } = model.weights().token_embedding;
    const part = lab.write_safetensors({
      'wte.weight': { data, shape },
      'h.0.mlp.c_fc.weight': { data: new Float32Array(64), shape: [8, 8] },
    });
    await expect(read(part, { activation, n_heads: 2 })).rejects.toMatchObject({
      code: 'invalid_file',
      reason: 'missing_tensor',
    });
  });
});
