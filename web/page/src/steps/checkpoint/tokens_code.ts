/** Programs that reproduce the numbers for tokens. The file is taken from the panel's state; token ids and neuron are in a number's name. */
import { quoted } from '../../words/untrusted_text.ts';
import type { Builder } from '../../numbers/as_code.ts';
import { file_code } from './programs.ts';
import { model } from './state.ts';

export interface EmbeddingNames {
  readonly embedding: string;
  readonly positions: string;
}

/** Names of the embeddings in the open file. */
export const embedding_names = (): EmbeddingNames => ({
  embedding: model.value?.embedding?.name ?? '',
  positions: model.value?.positions?.name ?? '',
});

/** Lines that compute wte[id] + wpe[position] as `h`. */
function embedded(ids: readonly number[], { embedding, positions }: EmbeddingNames): string[] {
  return [
    `const ids = [${ids.join(', ')}];`,
    `const places = await file.tensor(${quoted(positions)}, { rows: [0, ids.length] });`,
    'const d_model = places.shape[1];',
    'const shape = [1, ids.length, d_model];',
    'const tokens = { data: new Float32Array(ids.length * d_model), shape };',
    'for (const [place, id] of ids.entries()) {',
    `  const { data } = await file.tensor(${quoted(embedding)}, { rows: [id, 1] });`,
    '  tokens.data.set(data, place * d_model);',
    '}',
    'let h = lab.add(tokens, { data: places.data, shape });',
  ];
}

const through_blocks = (count: string): string[] => [
  `for (let below = 0; below < ${count}; below++) {`,
  '  const block = await file.block(below);',
  '  h = block.forward(h);',
  '  block.dispose();',
  '}',
];

/** Lines that compute the input of a layer's network as `x`, given `file`. */
export function tokens_input_code(ids: readonly number[], names: EmbeddingNames, layer: number): string[] {
  return [
    ...embedded(ids, names),
    ...through_blocks(String(layer)),
    `const { norm2 } = (await file.block(${layer})).trace(h);`,
    'const x = { data: norm2.data, shape: norm2.shape.slice(1) };',
  ];
}

/** Lines that compute `scores`, the product of `vector` with each row of the embedding, which is read in chunks. */
const scored = (embedding: string): string[] => [
  `const rows = file.tensors.find(({ name }) => name === ${quoted(embedding)}).shape[0];`,
  'const scores = { data: new Float32Array(rows), shape: [rows] };',
  'for (let first = 0; first < rows; first += 2000) {',
  `  const weight = await file.tensor(${quoted(embedding)}, { rows: [first, Math.min(2000, rows - first)] });`,
  '  scores.data.set(lab.linear(vector, { weight }).data, first);',
  '}',
];

const next_code: Builder = ({ tensor, index }) => {
  const names = embedding_names();
  const { scale = '', shift = '' } = model.value?.final_norm ?? {};
  return {
    lines: [
      ...file_code(),
      ...embedded(tensor.split(' ').map(Number), names),
      ...through_blocks('file.gpt2.n_layers'),
      `const weights = { scale: await file.tensor(${quoted(scale)}), shift: await file.tensor(${quoted(shift)}) };`,
      'const vector = lab.LayerNorm({ weights }).forward({ data: h.data.slice(-d_model), shape: [1, d_model] });',
      ...scored(names.embedding),
    ],
    result: `lab.softmax(scores).data[${index}]`,
  };
};

/** `h.3.mlp.c_proj.weight[17]` names a row, `output.dense.weight[:, 17]` a column; a suffix ` · ln_f.weight` names the gain. */
const vocabulary_code: Builder = ({ tensor, index }) => {
  const [, name = '', column, unit = '', gain] = /^(.*)\[(:, )?(\d+)\](?: · (.*))?$/.exec(tensor) ?? [];
  const { embedding } = embedding_names();
  const value =
    column === undefined
      ? [`const value = await file.tensor(${quoted(name)}, { rows: [${unit}, 1] });`]
      : [
          `const { data, shape } = await file.tensor(${quoted(name)});`,
          `const value = { data: Float32Array.from({ length: shape[0] }, (_, row) => data[row * shape[1] + ${unit}]), shape: [1, shape[0]] };`,
        ];
  const vector =
    gain === undefined
      ? ['const vector = value;']
      : [
          `const gain = await file.tensor(${quoted(gain)});`,
          'const vector = lab.multiply(value, { data: gain.data, shape: value.shape });',
        ];
  return { lines: [...file_code(), ...value, ...vector, ...scored(embedding)], result: `scores.data[${index}]` };
};

export const tokens_programs: Readonly<Record<string, Builder>> = {
  'checkpoint.tokens_next': next_code,
  'checkpoint.tokens_vocabulary': vocabulary_code,
};
