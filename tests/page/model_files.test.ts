/** Files that are chosen or dropped together are sorted into one model and a tokenizer's files. */
import { describe, expect, it } from 'vitest';
import {
  missing_shards,
  model_of,
  sort_files,
  type ModelFiles,
} from '../../web/page/src/steps/checkpoint/model_files.ts';

const file = (name: string, content: unknown = '') =>
  new File([typeof content === 'string' ? content : JSON.stringify(content)], name);
const shard = (number: number, of: number, stem = 'model') =>
  file(`${stem}-0000${number}-of-0000${of}.safetensors`);
const index = file('model.safetensors.index.json', {
  metadata: { total_size: 8 },
  weight_map: {
    'a.weight': 'model-00002-of-00002.safetensors',
    'b.weight': 'folder/model-00001-of-00002.safetensors',
    'c.weight': 'model-00002-of-00002.safetensors',
  },
});
const config = file('config.json', { model_type: 'llama', hidden_act: 'silu' });

/** Returns the names in a model. */
const names = (model: ReturnType<typeof model_of>) =>
  'several' in model
    ? model
    : {
        weights: model.weights.map(({ name }) => name),
        index: model.index?.name,
        config: model.config?.name,
        missing: missing_shards(model),
      };
const sorted_model = async (files: readonly File[], earlier?: ModelFiles) =>
  model_of(await sort_files(files), earlier);

describe('sorted files', () => {
  it('are told apart by their contents', async () => {
    const given = [
      file('tokenizer.json', { model: { type: 'BPE' } }),
      file('renamed.json', { weight_map: { a: 'x.safetensors' } }),
      file('settings (3).json', { architectures: ['OPTForCausalLM'] }),
      file('vocab.json', { a: 1 }),
      file('merges.txt', 'a b'),
      file('README.md', '# model'),
      file('broken.json', '{'),
      file('list.json', '[1]'),
      file('generation_config.json', { bos_token_id: 1 }),
      file('x.safetensors'),
    ];
    const { weights, index: found, config: read, tokenizer } = await sort_files(given);
    expect(weights.map(({ name }) => name)).toEqual(['x.safetensors']);
    expect(found).toMatchObject({ file: { name: 'renamed.json' }, shards: ['x.safetensors'] });
    expect(read?.name).toBe('settings (3).json');
    expect(tokenizer.map(({ name }) => name)).toEqual([
      'tokenizer.json',
      'vocab.json',
      'merges.txt',
      'broken.json',
      'list.json',
    ]);
  });

  it.each(['hidden_act', 'activation_function', 'ffn_act_fn', 'feed_forward_proj'])(
    'have a configuration if a file has the member %s',
    async (member) => {
      expect((await sort_files([file('a.json', { [member]: 'relu' })])).config?.name).toBe(
        'a.json',
      );
    },
  );

  it('have a configuration with numbers that only Python writes', async () => {
    const text = '{"hidden_act": "relu", "a": [NaN, -Infinity], "b": Infinity}';
    expect((await sort_files([file('config.json', text)])).config?.name).toBe('config.json');
  });

  it('keep another file, which is opened to say what it is', async () => {
    const { weights } = await sort_files([file('model.gguf', 'GGUF'), file('notes.pdf', 'x')]);
    expect(weights.map(({ name }) => name)).toEqual(['model.gguf']);
    expect((await sort_files([file('generation_config.json', {})])).tokenizer).toHaveLength(1);
    expect(await sort_files([])).toMatchObject({ weights: [], tokenizer: [] });
  });
});

describe('the model of files', () => {
  it('has all shards, their index and the configuration', async () => {
    const model = await sorted_model([shard(2, 2), config, index, shard(1, 2)]);
    expect(names(model)).toEqual({
      weights: ['model-00002-of-00002.safetensors', 'model-00001-of-00002.safetensors'],
      index: 'model.safetensors.index.json',
      config: 'config.json',
      missing: [],
    });
  });

  it('lists missing shards, by the index or by the names', async () => {
    const first = names(await sorted_model([shard(1, 2), index]));
    expect(first).toMatchObject({ missing: ['model-00002-of-00002.safetensors'] });
    const second = names(await sorted_model([shard(2, 3)]));
    expect(second).toMatchObject({
      missing: ['model-00001-of-00003.safetensors', 'model-00003-of-00003.safetensors'],
    });
  });

  it('leaves out files that the index does not name, and an index that names none of the files', async () => {
    const both = names(
      await sorted_model([file('consolidated.safetensors'), index, shard(1, 2), shard(2, 2)]),
    );
    expect(both).toMatchObject({ weights: [shard(1, 2).name, shard(2, 2).name], missing: [] });
    const one = names(await sorted_model([file('consolidated.safetensors'), index]));
    expect(one).toMatchObject({
      weights: ['consolidated.safetensors'],
      index: undefined,
      missing: [],
    });
  });

  it('takes the numbers of browsers for no part of a name', async () => {
    const model = await sorted_model([file('model-00001-of-00002 (1).safetensors'), index]);
    expect(names(model)).toMatchObject({ missing: ['model-00002-of-00002.safetensors'] });
  });

  it.each([
    ['with other names', [file('a.safetensors'), file('b.safetensors')]],
    ['of two models', [shard(1, 2), shard(2, 2, 'other')]],
    ['of two partitions', [shard(1, 2), shard(1, 3)]],
    ['one of them a shard', [shard(1, 2), file('a.safetensors')]],
  ])('is refused for files %s', async (_, files) => {
    expect(await sorted_model(files)).toEqual({ several: files.map(({ name }) => name) });
  });

  it('gets what it lacks when it is open', async () => {
    const first = (await sorted_model([shard(1, 2)])) as ModelFiles;
    const second = (await sorted_model([shard(2, 2)], first)) as ModelFiles;
    const all = [shard(1, 2).name, shard(2, 2).name];
    expect(names(second)).toMatchObject({ weights: all, config: undefined, missing: [] });
    const third = (await sorted_model([config, index], second)) as ModelFiles;
    expect(names(third)).toEqual({
      weights: all,
      index: index.name,
      config: config.name,
      missing: [],
    });
    // Another file is another model, without this configuration.
    const fourth = await sorted_model([file('b.safetensors')], third);
    expect(names(fourth)).toMatchObject({
      weights: ['b.safetensors'],
      config: undefined,
      missing: [],
    });
  });
});
