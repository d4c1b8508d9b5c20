/** Programs that reproduce the panel's numbers, with the same calls as handlers.ts and gradients.ts. */
import type { Builder, CodeState, Program } from '../../numbers/as_code.ts';
import { example_code } from '../../numbers/example_code.ts';
import { stack, stack_input } from './depth_network.ts';

const quoted = (text: string) => `'${text}'`;

/** Splits a name such as `grad_x.relu` into the tensor and the activation. */
function parts_of(tensor: string, state: CodeState): { readonly base: string; readonly kind: string } {
  const [base = '', branch] = tensor.split('.');
  return { base, kind: branch === 'relu' ? 'relu' : state.gelu };
}

function loss_code(state: CodeState): string[] {
  return [
    ...example_code(state),
    `const token = Math.min(${state.token}, x.data.length / ffn.d_model - 1);`,
    `const feature = Math.min(${state.feature}, ffn.d_model - 1);`,
    'const grad_output = { data: new Float32Array(x.data.length), shape: x.shape };',
    state.loss === 'sum' ? 'grad_output.data.fill(1);' : 'grad_output.data[token * ffn.d_model + feature] = 1;',
  ];
}

/** Returns the statements that compute a gradient, and the expression for its tensor. */
function gradient_code(tensor: string, state: CodeState): { readonly lines: readonly string[]; readonly tensor: string } {
  const { base, kind } = parts_of(tensor, state);
  if (base === 'grad_output') return { lines: [], tensor: base };
  const options = ['grad_hidden', 'grad_pre_activation'].includes(base) ? ', { trace: true }' : '';
  return {
    lines: [`ffn.activation = ${quoted(kind)};`, 'ffn.trace(x);', `const gradients = ffn.backward(grad_output${options});`],
    tensor: `gradients.${base.replace('grad_', '')}`,
  };
}

/** The limit of the colour scale is the largest magnitude over both activations. */
function limit_code(tensor: string, sign: string, state: CodeState): Program {
  const shared = ['grad_output', 'grad_hidden', 'grad_b2'].includes(tensor);
  const limit_of = (name: string) => {
    const code = gradient_code(name, state);
    return [
      `  (() => {`,
      ...code.lines.map((line) => `    ${line}`),
      `    return lab.summarize(${code.tensor}).largest_finite_magnitude;`,
      '  })(),',
    ];
  };
  const names = shared ? [tensor] : [`${tensor}.gelu`, `${tensor}.relu`];
  return { lines: [...loss_code(state), 'const limits = [', ...names.flatMap(limit_of), '];'], result: `${sign}Math.max(...limits)` };
}

/** `pre_activation`, or `slope`: the derivative of the activation there. */
const unit_number: Builder = ({ tensor, index }, state) => {
  const { base, kind } = parts_of(tensor, state);
  const lines = [...example_code(state), `ffn.activation = ${quoted(kind)};`, 'const { pre_activation } = ffn.trace(x);'];
  const z = `pre_activation.data[${index}]`;
  return { lines, result: base === 'slope' ? `lab.activation(${quoted(kind)}, Float32Array.of(${z})).derivative[0]` : z };
};

const backward: Builder = (name, state) => {
  const { tensor, index } = name;
  if (/^(pre_activation|slope)\b/.test(tensor)) return unit_number(name, state);
  if (index.endsWith('limit')) return limit_code(tensor, index.replace('limit', ''), state);
  const [, from, to] = /^zeros (\d+)~(\d+)$/.exec(index) ?? [];
  const { lines, tensor: variable } = gradient_code(tensor, state);
  const all = [...loss_code(state), ...lines];
  if (from === undefined) return { lines: all, result: `${variable}.data[${index}]` };
  return {
    lines: [...all, `const row = ${variable}.data.slice(${from}, ${to});`],
    result: 'lab.sparsity({ data: row, shape: [row.length] }).zero',
  };
};

/** Index `count` is the number of dead units, `units` that of all units. */
const dead_units: Builder = ({ tensor, index }, state) => {
  const kind = tensor === 'relu' ? 'relu' : state.gelu;
  const lines = [
    ...example_code(state),
    `ffn.activation = ${quoted(kind)};`,
    `const { dead, units } = lab.dead_units(ffn.trace(x), { activation: ${quoted(kind)} });`,
  ];
  return { lines, result: index === 'count' ? 'dead.length' : index };
};

/** Named by tensor and field (`w1.relu`, `claimed`), or in the exported table by field and row (`claimed`, `3`). */
const gradient_check: Builder = ({ tensor, index }, state) => {
  if (/^\d+$/.test(index)) {
    const kinds = `[${quoted(state.gelu)}, 'relu']`;
    const check = `const checks = ${kinds}.flatMap((kind) => ((ffn.activation = kind), ffn.gradient_check(x)));`;
    return { lines: [...example_code(state), check], result: `checks[${index}].${tensor}` };
  }
  const { base, kind } = parts_of(tensor, state);
  return {
    lines: [...example_code(state), `ffn.activation = ${quoted(kind)};`],
    result: `ffn.gradient_check(x).find(({ name }) => name === ${quoted(base)}).${index}`,
  };
};

/** Named by the stack (`with_shortcuts` or `without_shortcuts`) and the index of the block. */
const gradient_by_depth: Builder = ({ tensor, index }, state) => {
  const { d_model, n_heads, activation, init, seed } = stack;
  const { tokens, seed: input_seed } = stack_input;
  const network = `d_model: ${d_model}, n_heads: ${n_heads}, activation: ${quoted(activation)}, init: ${quoted(init)}, seed: ${seed}`;
  return {
    lines: [
      `const rng = lab.RandomState(${input_seed});`,
      `const x = rng.randn([${tokens}, ${d_model}]);`,
      `const grad_output = rng.randn([${tokens}, ${d_model}]);`,
      `const options = { n_layers: ${state.depth}, norm: ${quoted(state.depth_norm)}, shortcuts: ${tensor === 'with_shortcuts'} };`,
      `const blocks = lab.BlockStack({ ...options, ${network} });`,
    ],
    result: `blocks.gradient_by_depth(x, grad_output).parameter_gradients[${index}].rms`,
  };
};

export const programs: Readonly<Record<string, Builder>> = { backward, dead_units, gradient_check, gradient_by_depth };
