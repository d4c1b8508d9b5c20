/** Names of tensors for tokens and for value vectors. */
import type { CheckpointTensor, FeedForwardTable } from 'ffn-lab';

/** Returns the token embedding; undefined unless its rows are as long as a value vector. */
export function vocabulary_of({ embedding, d_model }: FeedForwardTable): CheckpointTensor | undefined {
  return embedding?.shape[1] === d_model ? embedding : undefined;
}

/** Name of a value vector: a row of the second layer as GPT-2 stores it, a column in the other layout. */
export function value_name({ layers, layout }: FeedForwardTable, layer: number, neuron: number): string {
  const name = layers[layer]?.w2 ?? '';
  return layout === 'in_out' ? `${name}[${neuron}]` : `${name}[:, ${neuron}]`;
}
