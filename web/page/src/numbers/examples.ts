/** Creates the network and the input of each example. */
import type { FeedForward, Lab, Tensor } from 'ffn-lab';
import { worked_w1, worked_w2, worked_x } from './worked_example.ts';
import type { FeedForwardRequest } from './protocol.ts';

export interface Example {
  readonly ffn: FeedForward;
  readonly x: Tensor;
}

const seed_42 = { d_model: 8, d_ff: 32, seed: 42, scale: 0.1 };
// Two seeds: with one, the first ten rows of W1 would be the ten tokens, scaled, and those neurons would have very large activations.
const gpt2 = { d_model: 768, d_ff: 3072, tokens: 10, seed: 42, input_seed: 43 };

const zeros = (length: number): Tensor => ({ data: new Float32Array(length), shape: [length] });

/** The seed-42 example: x, W1 and W2 drawn in this order from one NumPy generator, weights stored as (in, out), zero biases. */
function seed_42_example(lab: Lab, shape: readonly number[]): Example {
  const { d_model, d_ff, seed, scale } = seed_42;
  const rng = lab.RandomState(seed);
  try {
    const x = rng.randn(shape);
    const w1 = rng.randn([d_model, d_ff], { scale });
    const w2 = rng.randn([d_ff, d_model], { scale });
    const weights = { w1, b1: zeros(d_ff), w2, b2: zeros(d_model) };
    return { x, ffn: lab.FeedForward({ weights, layout: 'in_out' }) };
  } finally {
    rng.dispose();
  }
}

function worked_example(lab: Lab): Example {
  const [d_ff = 0, d_model = 0] = worked_w1.shape;
  const weights = { w1: worked_w1, b1: zeros(d_ff), w2: worked_w2, b2: zeros(d_model) };
  return { x: worked_x, ffn: lab.FeedForward({ weights }) };
}

function gpt2_example(lab: Lab): Example {
  const { d_model, d_ff, tokens, seed, input_seed } = gpt2;
  const rng = lab.RandomState(input_seed);
  try {
    const x = rng.randn([1, tokens, d_model]);
    return { x, ffn: lab.FeedForward({ d_model, d_ff, activation: 'gelu_tanh', init: 'gpt2', seed }) };
  } finally {
    rng.dispose();
  }
}

function pasted_example(lab: Lab, x: Tensor): Example {
  const d_model = x.shape[x.shape.length - 1] ?? 0;
  return { x, ffn: lab.FeedForward({ d_model, init: 'pytorch', seed: 42 }) };
}

const no_input: Tensor = { data: new Float32Array(0), shape: [0, 0] };

export function make_example(lab: Lab, { example, pasted }: FeedForwardRequest): Example {
  switch (example) {
    case 'notebook_token':
      return seed_42_example(lab, [seed_42.d_model]);
    case 'notebook_batch':
      return seed_42_example(lab, [2, 5, seed_42.d_model]);
    case 'chapter':
      return worked_example(lab);
    case 'gpt2':
      return gpt2_example(lab);
    case 'pasted':
      return pasted_example(lab, pasted ?? no_input);
  }
}
