/** Statements that build the network and the input of an example, with the user's edits; mirrors `make_example`. */
import type { Edit } from './edits.ts';
import { float32_text } from '../words/number_text.ts';
import { worked_w1, worked_w2, worked_x } from './worked_example.ts';
import type { CodeState } from './as_code.ts';
import type { Tensor } from 'ffn-lab';

function tensor_text({ data, shape }: Tensor): string {
  return `{ data: Float32Array.of(${Array.from(data, float32_text).join(', ')}), shape: [${shape.join(', ')}] }`;
}

const zeros = 'const zeros = (length) => ({ data: new Float32Array(length), shape: [length] });';

function seed_42(shape: string): string[] {
  return [
    'const rng = lab.RandomState(42);',
    `const x = rng.randn(${shape});`,
    'const w1 = rng.randn([8, 32], { scale: 0.1 });',
    'const w2 = rng.randn([32, 8], { scale: 0.1 });',
    zeros,
    "const ffn = lab.FeedForward({ weights: { w1, b1: zeros(32), w2, b2: zeros(8) }, layout: 'in_out' });",
  ];
}

function worked_example(): string[] {
  return [
    `const x = ${tensor_text(worked_x())};`,
    `const w1 = ${tensor_text(worked_w1())};`,
    `const w2 = ${tensor_text(worked_w2())};`,
    zeros,
    'const ffn = lab.FeedForward({ weights: { w1, b1: zeros(8), w2, b2: zeros(4) } });',
  ];
}

function example_lines(state: CodeState): string[] {
  switch (state.example) {
    case 'notebook_token':
      return seed_42('[8]');
    case 'notebook_batch':
      return seed_42('[2, 5, 8]');
    case 'chapter':
      return worked_example();
    case 'gpt2':
      return [
        'const x = lab.RandomState(43).randn([1, 10, 768]);',
        "const ffn = lab.FeedForward({ d_model: 768, d_ff: 3072, activation: 'gelu_tanh', init: 'gpt2', seed: 42 });",
      ];
    case 'pasted':
      return [
        `const x = ${tensor_text(state.pasted ?? { data: new Float32Array(0), shape: [0, 0] })};`,
        "const ffn = lab.FeedForward({ d_model: x.shape[1], init: 'pytorch', seed: 42 });",
      ];
  }
}

export function example_code(state: CodeState): string[] {
  const of_x = state.edits.filter(({ tensor }) => tensor === 'x');
  const of_weights = state.edits.filter(({ tensor }) => tensor !== 'x');
  const write = (target: string, { index, value }: Edit) => `${target}.data[${index}] = ${float32_text(Math.fround(value))};`;
  return [
    ...example_lines(state),
    ...of_x.map((edit) => write('x', edit)),
    ...(of_weights.length === 0
      ? []
      : [
          'const changed_weights = ffn.weights();',
          ...of_weights.map((edit) => write(`changed_weights.${edit.tensor}`, edit)),
          'ffn.set_weights(changed_weights);',
        ]),
  ];
}
