/** Programs that reproduce the self-check's numbers: as in feed_forward_checks.ts and block_checks.ts, with PyTorch's tensors as literals. */
import type { Tensor } from 'ffn-lab';
import type { Builder, Program } from '../../numbers/as_code.ts';
import { float32_text } from '../../words/number_text.ts';
import { family_names } from './calls.ts';
import type { FamilyName } from './calls.ts';
import { attention_names, block_parts, checked_networks, golden_file, golden_name, trainings, weight_names } from './golden_names.ts';
import { cached_check } from './cached_golden.ts';

/** Parts of a program: names of the golden input tensors, its statements, and the expression of the core's tensor. */
interface Recipe {
  readonly inputs: readonly string[];
  readonly lines: readonly string[];
  readonly actual: string;
}

type RecipeBuilder = (tensor: string) => Recipe;

const quoted = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value));
const object = (fields: Readonly<Record<string, unknown>>) =>
  `{ ${Object.entries(fields)
    .map(([name, value]) => `${name}: ${quoted(value)}`)
    .join(', ')} }`;
const vector = (numbers: string) => `((data) => ({ data, shape: [data.length] }))(Float32Array.from(${numbers}))`;

const random: RecipeBuilder = () => ({
  inputs: [],
  lines: ['const { data } = lab.RandomState(42).randn([1000]);'],
  actual: vector('data.filter((_, place) => place % 4 === 0)'),
});

const activation: RecipeBuilder = (tensor) => {
  const [, field = '', kind = ''] = /^(value|derivative)_(\w+)$/.exec(tensor) ?? [];
  return { inputs: ['x'], lines: [], actual: vector(`lab.activation('${kind}', x.data).${field}`) };
};

/** Splits `hidden_gelu` into hidden and gelu; `pre_activation` does not depend on the activation. */
function split_pass_tensor(tensor: string) {
  const [, field = tensor, kind = 'relu'] = /^(hidden|output)_(\w+)$/.exec(tensor) ?? [];
  return { field, kind };
}

const forward: RecipeBuilder = (tensor) => {
  const { field, kind } = split_pass_tensor(tensor);
  return {
    inputs: ['x', 'w1', 'b1', 'w2', 'b2'],
    lines: [`const ffn = lab.FeedForward({ weights: { w1, b1, w2, b2 }, activation: '${kind}' });`],
    actual: `ffn.trace(x).${field}`,
  };
};

const gpt2_size: RecipeBuilder = (tensor) => {
  const { field, kind } = split_pass_tensor(tensor);
  const [width, step] = field === 'output' ? [768, 96] : [3072, 384];
  return {
    inputs: [],
    lines: [
      'const x = lab.RandomState(42).randn([10, 768]);',
      `const ffn = lab.FeedForward({ d_model: 768, d_ff: 3072, init: 'gpt2', seed: 42, activation: '${kind}' });`,
      `const { data } = ffn.trace(x).${field};`,
    ],
    actual: `{ data: data.filter((_, place) => (place % ${width}) % ${step} === 0), shape: [10, 8] }`,
  };
};

const gradients: RecipeBuilder = (tensor) => {
  const [, name = '', kind = '', gate = ''] = /^grad_([wb]\d|[wb]_gate|x)_(\w+?)(_gated)?$/.exec(tensor) ?? [];
  const weights = gate === '' ? ['w1', 'b1', 'w2', 'b2'] : ['w1', 'b1', 'w_gate', 'b_gate', 'w2', 'b2'];
  return {
    inputs: ['x', 'grad_output', ...weights],
    lines: [`const ffn = lab.FeedForward({ weights: { ${weights.join(', ')} }, activation: '${kind}' });`, 'ffn.trace(x);'],
    actual: `ffn.backward(grad_output).${name}`,
  };
};

const layer_norm: RecipeBuilder = (tensor) => {
  const name = /^grad_(\w+)_norm$/.exec(tensor)?.[1];
  return {
    inputs: ['x', 'scale', 'shift', ...(name === undefined ? [] : ['grad_output'])],
    lines: ['const norm = lab.LayerNorm({ weights: { scale, shift } });', 'const { output } = norm.trace(x);'],
    actual: name === undefined ? 'output' : `norm.backward(grad_output).${name}`,
  };
};

const attention: RecipeBuilder = (tensor) => {
  const [, gradient = '', name = ''] = /^(grad_)?(\w+)_causal$/.exec(tensor) ?? [];
  return {
    inputs: ['x', ...attention_names, ...(gradient === '' ? [] : ['grad_output'])],
    lines: [
      `const weights = { ${attention_names.join(', ')} };`,
      'const attention = lab.Attention({ weights, n_heads: 2, causal: true });',
      'const trace = attention.trace(x);',
    ],
    actual: gradient === '' ? `trace.${name}` : `attention.backward(grad_output).${name}`,
  };
};

const block_weights = block_parts.map(
  ([part, tensors]) => `${part}: { ${tensors.map((name) => `${name}: ${golden_name(part, name)}`).join(', ')} }`,
);

/** Returns the property path of a tensor's gradient in the result of the block's `backward`. */
function block_gradient(name: string): string {
  if (name === 'x') return 'x';
  const [part, tensors] = block_parts.find(([of, all]) => all.some((tensor) => golden_name(of, tensor) === name)) ?? ['', []];
  return `${part}.${tensors.find((tensor) => golden_name(part, tensor) === name) ?? ''}`;
}

const transformer_block: RecipeBuilder = (tensor) => {
  const [, gradient = '', name = '', norm = ''] = /^(grad_)?(\w+)_(pre|post)$/.exec(tensor) ?? [];
  const all = block_parts.flatMap(([part, tensors]) => tensors.map((each) => golden_name(part, each)));
  return {
    inputs: ['x', ...(gradient === '' ? [] : ['grad_output']), ...all],
    lines: [
      `const weights = { ${block_weights.join(', ')} };`,
      `const block = lab.TransformerBlock({ weights, n_heads: 2, norm: '${norm}' });`,
      'const { output } = block.trace(x);',
    ],
    actual: gradient === '' ? 'output' : `block.backward(grad_output).${block_gradient(name)}`,
  };
};

const block_stack: RecipeBuilder = (tensor) => {
  const [, name = '', norm = '', shortcuts = ''] = /^(\w+)_(pre|post)_(shortcuts|bare)_block$/.exec(tensor) ?? [];
  const options = { d_model: 16, n_heads: 4, n_layers: 6, init: 'gpt2', seed: 3, norm, shortcuts: shortcuts === 'shortcuts' };
  return {
    inputs: [],
    lines: [
      `const stack = lab.BlockStack(${object(options)});`,
      'const normals = (seed) => lab.RandomState(seed).randn([2, 6, 16]);',
      'const by_depth = stack.gradient_by_depth(normals(4), normals(5));',
    ],
    actual: vector(`by_depth.${name}.map(({ l2 }) => l2)`),
  };
};

const loss: RecipeBuilder = (tensor) => {
  const mse = tensor === 'mse' || tensor === 'grad_prediction';
  return {
    inputs: mse ? ['prediction', 'target'] : ['logits', 'labels'],
    lines: [`const { loss, grad } = ${mse ? 'lab.mse_loss(prediction, target)' : 'lab.cross_entropy(logits, [...labels.data])'};`],
    actual: tensor.startsWith('grad_') ? 'grad' : vector('[loss]'),
  };
};

const training: RecipeBuilder = (tensor) => {
  const suffix = (Object.keys(trainings) as (keyof typeof trainings)[]).find((name) => tensor.endsWith(name)) ?? 'adamw_mse';
  const name = tensor.slice(0, -suffix.length - 1);
  const targets = suffix === 'adamw_mse' ? 'targets: target' : 'labels: [...labels.data]';
  return {
    inputs: ['x', suffix === 'adamw_mse' ? 'target' : 'labels', ...weight_names],
    lines: [
      `const weights = { ${weight_names.join(', ')} };`,
      `const options = ${object(trainings[suffix])};`,
      `const run = lab.TrainingRun({ dataset: { inputs: x, ${targets} }, weights, batch_size: 11, ...options });`,
      'run.step(12);',
    ],
    actual: name === 'losses' ? vector('run.losses()') : `run.weights().${name}`,
  };
};

const recipe_builders: Readonly<Record<Exclude<FamilyName, 'gradient_check'>, RecipeBuilder>> = {
  random,
  activation,
  notebook_batch: forward,
  worked_example: forward,
  biased: forward,
  gpt2_size,
  gradients,
  layer_norm,
  attention,
  transformer_block,
  block_stack,
  loss,
  training,
};

/** Declares a constant that holds the tensor. */
function literal(name: string, { data, shape }: Tensor): string {
  return `const ${name} = { data: Float32Array.of(${Array.from(data, float32_text).join(', ')}), shape: [${shape.join(', ')}] };`;
}

/** Splits `attention.output_causal` into family and tensor. */
function split_name(name: string): readonly [FamilyName, string] {
  const point = name.indexOf('.');
  return [family_names.find((family) => family === name.slice(0, point)) ?? 'random', name.slice(point + 1)];
}

const golden_difference: Builder = ({ tensor: name, index }) => {
  const [family, tensor] = split_name(name);
  const golden = cached_check().golden[golden_file(family)] ?? {};
  const { inputs, lines, actual } = recipe_builders[family === 'gradient_check' ? 'random' : family](tensor);
  const write = (variable: string, key: string) => literal(variable, golden[key] ?? { data: new Float32Array(), shape: [0] });
  return {
    lines: [...inputs.map((key) => write(key, key)), write('expected', tensor), ...lines, `const actual = ${actual};`],
    result: `lab.difference(actual, expected).${index}`,
  };
};

const golden_gradient_check: Builder = ({ tensor: name, index }): Program => {
  const [network = 'gelu', tensor = ''] = name.split('.');
  const options = checked_networks[network as keyof typeof checked_networks] ?? checked_networks.gelu;
  return {
    lines: [
      'const x = lab.RandomState(3).randn([2, 1, 4]);',
      `const ffn = lab.FeedForward(${object({ d_model: 4, ...options, seed: 2 })});`,
      'const checks = ffn.gradient_check(x);',
    ],
    result: `checks.find(({ name }) => name === '${tensor}').${index}`,
  };
};

/** Program of a row in the exported table; `index` is the row. */
const self_test: Builder = ({ index }, state) => {
  const { family, tensor } = cached_check().rows[Number(index)] ?? { family: 'random', tensor: 'randn' };
  return family === 'gradient_check'
    ? golden_gradient_check({ call: '', tensor, index: 'largest_error' }, state)
    : golden_difference({ call: '', tensor: `${family}.${tensor}`, index: 'largest' }, state);
};

export const check_programs: Readonly<Record<string, Builder>> = { golden_difference, golden_gradient_check, self_test };
