/**
 * Finds the feed-forward networks among a file's tensors by their names, and their sizes by their shapes. The activation, which no file
 * states, is assumed from the model family. Pure: uses the header, not the weights.
 */
import type { ActivationKind, CheckpointTensor, WeightLayout } from 'ffn-lab';

export const families = ['gpt2', 'bert', 'linear'] as const;
export type Family = (typeof families)[number];

/** Names of the tensors of one layer's network. */
export interface LayerNames {
  /** The layer's number in its tensors' names. */
  readonly number: number;
  readonly w1: string;
  readonly b1: string | undefined;
  readonly w2: string;
  readonly b2: string | undefined;
  /** Size of the network's tensors in the file. */
  readonly byte_length: number;
}

export interface FoundModel {
  readonly family: Family;
  readonly layers: readonly LayerNames[];
  readonly d_model: number;
  readonly d_ff: number;
  readonly layout: WeightLayout;
  /** Neither shapes nor biases determine the layout; the user may choose another one. */
  readonly ambiguous: boolean;
  /** The activation that the family was trained with, or the most common one; the file does not state it. */
  readonly activation: ActivationKind;
  /** The token embedding, if the file has one. */
  readonly embedding: CheckpointTensor | undefined;
  readonly positions: CheckpointTensor | undefined;
}

interface Naming {
  readonly family: Family;
  readonly first: string;
  readonly second: string;
}

/** Endings of the two layers' names, without `.weight`, in the order in which they are tried. */
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

const assumed: Readonly<Record<Family, { readonly layout: WeightLayout; readonly activation: ActivationKind }>> = {
  gpt2: { layout: 'in_out', activation: 'gelu_tanh' },
  bert: { layout: 'out_in', activation: 'gelu' },
  linear: { layout: 'out_in', activation: 'gelu' },
};

const embedding_names = /(^|\.)(wte|word_embeddings|tok_emb|embed_tokens|embed_in)\.weight$/;
const position_names = /(^|\.)(wpe|position_embeddings|pos_emb)\.weight$/;

type Header = ReadonlyMap<string, CheckpointTensor>;

const is_matrix = (tensor: CheckpointTensor | undefined): tensor is CheckpointTensor => tensor?.shape.length === 2;

/** The last number in a prefix such as `transformer.h.11.`; 0 if there is none. */
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
  // If the file has several stacks, such as an encoder and a decoder, use the one of the first layer: same names, same shapes.
  const stem = (layer: LayerNames) => layer.w1.replace(/\d+/g, '#');
  const shape_of = (layer: LayerNames) => String(header.get(layer.w1)?.shape);
  return found.filter((layer) => stem(layer) === stem(found[0]!) && shape_of(layer) === shape_of(found[0]!));
}

/** Derives the layout from the length of b1, which is d_ff; undefined without b1 or if W1 is square. */
function layout_from_bias(header: Header, { w1, b1 }: LayerNames): WeightLayout | undefined {
  const [rows, columns] = header.get(w1)?.shape ?? [];
  const width = b1 === undefined ? undefined : header.get(b1)?.shape[0];
  if (rows === columns || width === undefined) return undefined;
  return width === rows ? 'out_in' : width === columns ? 'in_out' : undefined;
}

/** Returns a file's feed-forward networks; undefined without known ones. `requested_layout` is used only if the file leaves the layout open. */
export function find_layers(tensors: readonly CheckpointTensor[], requested_layout?: WeightLayout): FoundModel | undefined {
  const header: Header = new Map(tensors.map((tensor) => [tensor.name, tensor]));
  for (const naming of namings) {
    const layers = layers_named(header, naming);
    const [layer] = layers;
    if (layer === undefined) continue;
    const known_layout = layout_from_bias(header, layer);
    const layout = known_layout ?? requested_layout ?? assumed[naming.family].layout;
    const [rows = 0, columns = 0] = header.get(layer.w1)?.shape ?? [];
    const [d_model, d_ff] = layout === 'in_out' ? [rows, columns] : [columns, rows];
    const named = (pattern: RegExp) => tensors.find((tensor) => pattern.test(tensor.name) && is_matrix(tensor));
    return {
      family: naming.family,
      layers,
      d_model,
      d_ff,
      layout,
      ambiguous: known_layout === undefined,
      activation: assumed[naming.family].activation,
      embedding: named(embedding_names),
      positions: named(position_names),
    };
  }
  return undefined;
}
