/**
 * Which tensors of a file are feed-forward networks: known by their names, sized by their shapes. What names do not tell is said to be a
 * convention. Pure: reads headers, not weights.
 */
import type { ActivationKind, CheckpointTensor, WeightLayout } from 'ffn-lab';

export const families = ['gpt2', 'bert', 'linear'] as const;
export type Family = (typeof families)[number];

/** The tensors of one layer's network, by their names in the file. */
export interface LayerNames {
  /** The last number before the network's own names, as the file counts. */
  readonly number: number;
  readonly w1: string;
  readonly b1: string | undefined;
  readonly w2: string;
  readonly b2: string | undefined;
  /** Of its data in the file. */
  readonly byte_length: number;
}

export interface FoundModel {
  readonly family: Family;
  readonly layers: readonly LayerNames[];
  readonly d_model: number;
  readonly d_ff: number;
  readonly layout: WeightLayout;
  /** Neither shapes nor biases tell the layout: the reader may choose another. */
  readonly ambiguous: boolean;
  /** No file says it: the one that the family was trained with, or the usual one. */
  readonly activation: ActivationKind;
  /** Rows of the token embedding, and the tensor's name, where there is one. */
  readonly embedding: CheckpointTensor | undefined;
  readonly positions: CheckpointTensor | undefined;
}

interface Naming {
  readonly family: Family;
  readonly first: string;
  readonly second: string;
}

/** Names of the two layers, as they end before `.weight`; in the order in which they are looked for. */
const namings: readonly Naming[] = [
  { family: 'gpt2', first: 'mlp.c_fc', second: 'mlp.c_proj' },
  { family: 'bert', first: 'intermediate.dense', second: 'output.dense' },
  { family: 'linear', first: 'linear1', second: 'linear2' },
  { family: 'linear', first: 'fc1', second: 'fc2' },
  { family: 'linear', first: 'lin1', second: 'lin2' },
  { family: 'linear', first: 'mlp.dense_h_to_4h', second: 'mlp.dense_4h_to_h' },
  { family: 'linear', first: 'ff.layers.0', second: 'ff.layers.2' },
  { family: 'linear', first: 'net.0', second: 'net.3' },
  { family: 'linear', first: 'net.0', second: 'net.2' },
];

const usual: Readonly<Record<Family, { readonly layout: WeightLayout; readonly activation: ActivationKind }>> = {
  gpt2: { layout: 'in_out', activation: 'gelu_tanh' },
  bert: { layout: 'out_in', activation: 'gelu' },
  linear: { layout: 'out_in', activation: 'gelu' },
};

const embedding_names = /(^|\.)(wte|word_embeddings|tok_emb|embed_tokens|embed_in)\.weight$/;
const position_names = /(^|\.)(wpe|position_embeddings|pos_emb)\.weight$/;

type Header = ReadonlyMap<string, CheckpointTensor>;

const is_matrix = (tensor: CheckpointTensor | undefined): tensor is CheckpointTensor => tensor?.shape.length === 2;

/** The last number in a prefix such as `transformer.h.11.`; 0 in one without. */
const layer_number = (prefix: string) => Number(/(\d+)(?!.*\d)/.exec(prefix)?.[1] ?? 0);

function layer_at(header: Header, prefix: string, { first, second }: Naming): LayerNames | undefined {
  const [w1, w2] = [header.get(`${prefix}${first}.weight`), header.get(`${prefix}${second}.weight`)];
  if (!is_matrix(w1) || !is_matrix(w2) || w1.shape[0] !== w2.shape[1] || w1.shape[1] !== w2.shape[0]) return undefined;
  const [b1, b2] = [header.get(`${prefix}${first}.bias`), header.get(`${prefix}${second}.bias`)];
  const byte_length = [w1, b1, w2, b2].reduce((sum, tensor) => sum + (tensor?.byte_length ?? 0), 0);
  return { number: layer_number(prefix), w1: w1.name, b1: b1?.name, w2: w2.name, b2: b2?.name, byte_length };
}

function layers_named(header: Header, naming: Naming): LayerNames[] {
  const ending = `${naming.first}.weight`;
  const found = Array.from(header.keys())
    .filter((name) => name === ending || name.endsWith(`.${ending}`))
    .map((name) => layer_at(header, name.slice(0, -ending.length), naming))
    .filter((layer) => layer !== undefined)
    .sort((a, b) => a.number - b.number);
  // Of a file with several stacks, an encoder and a decoder say, those shaped and named as the first.
  const stem = (layer: LayerNames) => layer.w1.replace(/\d+/g, '#');
  const like = (layer: LayerNames) => String(header.get(layer.w1)?.shape);
  return found.filter((layer) => stem(layer) === stem(found[0]!) && like(layer) === like(found[0]!));
}

/** A bias is as long as its layer is wide, which tells the layout unless the matrix is a square. */
function declared_layout(header: Header, { w1, b1 }: LayerNames): WeightLayout | undefined {
  const [rows, columns] = header.get(w1)?.shape ?? [];
  const width = b1 === undefined ? undefined : header.get(b1)?.shape[0];
  if (rows === columns || width === undefined) return undefined;
  return width === rows ? 'out_in' : width === columns ? 'in_out' : undefined;
}

/** The feed-forward networks of a file; undefined where none is known. A layout that is asked for counts only where the file leaves it open. */
export function find_layers(tensors: readonly CheckpointTensor[], asked?: WeightLayout): FoundModel | undefined {
  const header: Header = new Map(tensors.map((tensor) => [tensor.name, tensor]));
  for (const naming of namings) {
    const layers = layers_named(header, naming);
    const [layer] = layers;
    if (layer === undefined) continue;
    const declared = declared_layout(header, layer);
    const layout = declared ?? asked ?? usual[naming.family].layout;
    const [rows = 0, columns = 0] = header.get(layer.w1)?.shape ?? [];
    const [d_model, d_ff] = layout === 'in_out' ? [rows, columns] : [columns, rows];
    const named = (pattern: RegExp) => tensors.find((tensor) => pattern.test(tensor.name) && is_matrix(tensor));
    return {
      family: naming.family,
      layers,
      d_model,
      d_ff,
      layout,
      ambiguous: declared === undefined,
      activation: usual[naming.family].activation,
      embedding: named(embedding_names),
      positions: named(position_names),
    };
  }
  return undefined;
}
