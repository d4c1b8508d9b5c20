/** Programs for the summaries of the Transformer block's boxes. */
import type { Builder, CodeState } from '../../numbers/as_code.ts';
import { example_code } from '../../numbers/example_code.ts';

function block_lines(state: CodeState): string[] {
  const { block_norm: norm, block_shortcuts: shortcuts, gelu, example } = state;
  const n_heads = example === 'gpt2' ? 12 : 1;
  const norms =
    norm === 'none'
      ? []
      : [
          'const vector = (value) => ({ data: new Float32Array(ffn.d_model).fill(value), shape: [ffn.d_model] });',
          'const norm = { scale: vector(1), shift: vector(0) };',
        ];
  return [
    ...example_code(state),
    `const attention = lab.Attention({ d_model: ffn.d_model, n_heads: ${n_heads}, init: 'pytorch', seed: 44 }).weights();`,
    ...norms,
    `const weights = { attention, feed_forward: ffn.weights()${norm === 'none' ? '' : ', norm1: norm, norm2: norm'} };`,
    `const options = { n_heads: ${n_heads}, norm: '${norm}', shortcuts: ${shortcuts}, activation: '${gelu}' };`,
    'const block = lab.TransformerBlock({ weights, ...options });',
    'const sequence = { data: x.data, shape: x.shape.length === 1 ? [1, ...x.shape] : x.shape };',
    'const trace = block.trace(sequence);',
  ];
}

/** Summary of the tensor `block.norm1`, or of one token: `block.norm1, token 3`. */
export const block_summary_code: Builder = ({ tensor, index }, state) => {
  const [name = '', token] = tensor.replace('block.', '').split(', token ');
  const source = name === 'x' ? 'sequence' : `trace.${name}`;
  const sign = index.startsWith('-') ? '-' : '';
  const field = index.replace('-', '');
  const lines = block_lines(state);
  if (token === undefined) return { lines, result: `${sign}lab.summarize(${source}).${field}` };
  const row = `{ data: ${source}.data.slice(${token} * width, (${token} + 1) * width), shape: [width] }`;
  return { lines: [...lines, `const width = ${source}.shape.at(-1);`], result: `lab.summarize(${row}).${field}` };
};

/** A token's attention weight on itself in the first head. */
export const own_weight_code: Builder = ({ tensor }, state) => {
  const token = tensor.replace(/.*token /, '');
  const lines = [
    ...block_lines(state),
    'const { data, shape } = trace.attention.weights;',
    'const [n_heads, length] = shape.slice(-3);',
    `const [sequence_index, row] = [Math.floor(${token} / length), ${token} % length];`,
  ];
  return { lines, result: 'data[(sequence_index * n_heads * length + row) * length + row]' };
};
