/**
 * The files of a small model with the names, the layers and the types of Llama 3: two shards in
 * BF16 with their index and config.json
 * (https://huggingface.co/meta-llama/Meta-Llama-3-8B/tree/main), of random numbers that are the
 * same in every run.
 */
import type { Lab, Tensor } from 'ffn-lab';
import { load } from 'ffn-lab';

export const llama_sizes = { n_layers: 3, d_model: 64, d_ff: 224, n_vocab: 96 } as const;

export interface ModelFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

export const llama_config = {
  architectures: ['LlamaForCausalLM'],
  model_type: 'llama',
  hidden_act: 'silu',
  hidden_size: llama_sizes.d_model,
  intermediate_size: llama_sizes.d_ff,
  num_hidden_layers: llama_sizes.n_layers,
  mlp_bias: false,
  torch_dtype: 'bfloat16',
};

const shard_name = (number: number) => `model-0000${number}-of-00002.safetensors`;

/** Returns the shapes of all tensors by name, and 1 or 2: the shard. */
function shapes(): Map<string, { readonly shape: readonly number[]; readonly shard: number }> {
  const { n_layers, d_model, d_ff, n_vocab } = llama_sizes;
  const found = new Map<string, { readonly shape: readonly number[]; readonly shard: number }>();
  const add = (name: string, shard: number, ...shape: readonly number[]) =>
    found.set(`${name}.weight`, { shape, shard });
  add('model.embed_tokens', 1, n_vocab, d_model);
  for (let layer = 0; layer < n_layers; ++layer) {
    const at = `model.layers.${layer}`;
    const shard = layer === 0 ? 1 : 2;
    for (const name of ['q_proj', 'o_proj'])
      add(`${at}.self_attn.${name}`, shard, d_model, d_model);
    for (const name of ['k_proj', 'v_proj'])
      add(`${at}.self_attn.${name}`, shard, d_model / 4, d_model);
    for (const name of ['input_layernorm', 'post_attention_layernorm'])
      add(`${at}.${name}`, shard, d_model);
    // As in published files, a layer may lie in two shards.
    add(`${at}.mlp.gate_proj`, layer <= 1 ? 1 : 2, d_ff, d_model);
    add(`${at}.mlp.up_proj`, shard, d_ff, d_model);
    add(`${at}.mlp.down_proj`, shard, d_model, d_ff);
  }
  add('model.norm', 2, d_model);
  add('lm_head', 2, n_vocab, d_model);
  return found;
}

function shard_bytes(lab: Lab, number: number): Uint8Array {
  const rng = lab.RandomState(number);
  const tensors: Record<string, Tensor> = {};
  for (const [name, { shape, shard }] of shapes())
    if (shard === number) tensors[name] = rng.randn(shape, { scale: 0.2 });
  rng.dispose();
  return lab.write_safetensors(tensors, { format: 'pt' }, { dtype: 'BF16' });
}

const json_file = (name: string, value: object): ModelFile => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(value)),
});

/** Returns the shards, the index and the configuration. */
export async function llama_files() {
  const lab = await load();
  const shards = [1, 2].map((number) => ({
    name: shard_name(number),
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(shard_bytes(lab, number)),
  }));
  lab.dispose();
  const weight_map = Object.fromEntries(
    Array.from(shapes(), ([name, { shard }]) => [name, shard_name(shard)]),
  );
  const index = json_file('model.safetensors.index.json', {
    metadata: { total_size: shards.reduce((sum, { buffer }) => sum + buffer.length, 0) },
    weight_map,
  });
  return { shards, index, config: json_file('config.json', llama_config) };
}
