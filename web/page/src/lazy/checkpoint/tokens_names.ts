/** Names of tensors outside the blocks, derived from the name of the token embedding. */
import type { CheckpointTensor, WeightLayout } from 'ffn-lab';
import type { FoundModel } from './layers.ts';

/** Returns `transformer.` for `transformer.wte.weight`. */
const prefix_of = (embedding: string) => embedding.replace(/(wte|word_embeddings|tok_emb|embed_tokens|embed_in)\.weight$/, '');

export const last_norm = (embedding: string) => ({
  scale: `${prefix_of(embedding)}ln_f.weight`,
  shift: `${prefix_of(embedding)}ln_f.bias`,
});

/** Returns the token embedding; undefined unless its rows are as long as a value vector. */
export function vocabulary_of({ embedding, d_model }: FoundModel): CheckpointTensor | undefined {
  return embedding?.shape[1] === d_model ? embedding : undefined;
}

export const has_last_norm = (tensors: readonly CheckpointTensor[], embedding: string): boolean =>
  tensors.some(({ name }) => name === last_norm(embedding).scale);

/** Name of a value vector: a row of the second layer as GPT-2 stores it, a column in the other layout. */
export function value_name({ layers }: FoundModel, layer: number, neuron: number, layout: WeightLayout): string {
  const name = layers[layer]?.w2 ?? '';
  return layout === 'in_out' ? `${name}[${neuron}]` : `${name}[:, ${neuron}]`;
}
