#!/usr/bin/env node
/** node ffn_lab.mjs FOLDER VARIANT: runs the cases through the package. */
import { load } from 'ffn-lab';
import { read_inputs, read_manifest, write_results } from './case_files.mjs';

const [folder, variant] = process.argv.slice(2);
const lab = await load({ variant });

/** Passes an object of the package to `use`, disposes of the object and returns the result. */
function using(object, use) {
  try {
    return use(object);
  } finally {
    object.dispose();
  }
}

const feed_forward = ({ w1, b1, w2, b2 }, { kind }) =>
  lab.FeedForward({ weights: { w1, b1, w2, b2 }, activation: kind });
const attention_weights = (t) =>
  Object.fromEntries(
    ['query', 'key', 'value', 'output'].flatMap((name) =>
      [`w_${name}`, `b_${name}`].map((key) => [key, t[key]]),
    ),
  );

const operations = {
  activation: ({ x }, { kind }) => ({ y: { data: lab.activation(kind, x.data).value } }),
  activation_derivative: ({ x }, { kind }) => ({
    y: { data: lab.activation(kind, x.data).derivative },
  }),
  layer_norm: ({ x, scale, shift }) =>
    using(lab.LayerNorm({ weights: { scale, shift } }), (norm) => ({ y: norm.forward(x) })),
  softmax: ({ x }) => ({ y: lab.softmax(x) }),
  feed_forward: (inputs, options) =>
    using(feed_forward(inputs, options), (ffn) => ({ output: ffn.forward(inputs.x) })),
  feed_forward_backward: (inputs, options) =>
    using(feed_forward(inputs, options), (ffn) => {
      ffn.trace(inputs.x);
      const gradients = ffn.backward(inputs.grad_output);
      return Object.fromEntries(
        Object.entries(gradients).map(([name, gradient]) => [`grad_${name}`, gradient]),
      );
    }),
  attention: (inputs, { n_heads }) =>
    using(lab.Attention({ weights: attention_weights(inputs), n_heads }), (attention) => ({
      output: attention.forward(inputs.x),
    })),
  block: (inputs, { n_heads }) => {
    const { w1, b1, w2, b2 } = inputs;
    const norm = (name) => ({ scale: inputs[`${name}_scale`], shift: inputs[`${name}_shift`] });
    const weights = {
      norm1: norm('norm1'),
      attention: attention_weights(inputs),
      norm2: norm('norm2'),
      feed_forward: { w1, b1, w2, b2 },
    };
    const options = { weights, n_heads, activation: 'gelu_tanh' };
    return using(lab.TransformerBlock(options), (block) => ({ output: block.forward(inputs.x) }));
  },
};

for (const example of read_manifest(folder).cases) {
  write_results(
    folder,
    example,
    variant,
    operations[example.op](read_inputs(folder, example), example.options),
  );
}
