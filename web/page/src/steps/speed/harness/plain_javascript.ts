/**
 * Baseline of the benchmarks, whose time alone is shown: the only module in which TypeScript may
 * compute the network's formulas.
 */
import type { SpeedActivation } from './cases.ts';

/** Row-major float32; w1 is (d_ff, d_model) and w2 (d_model, d_ff), as nn.Linear stores them. */
export type RaceWeights = Readonly<Record<'w1' | 'b1' | 'w2' | 'b2', Float32Array>>;

/**
 * Abramowitz and Stegun 7.1.26, a common approximation of erf in JavaScript, which has no built-in
 * one.
 */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const polynomial =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  const positive = 1 - polynomial * Math.exp(-x * x);
  return x < 0 ? -positive : positive;
}

const activations: Record<SpeedActivation, (x: number) => number> = {
  gelu: (x) => 0.5 * x * (1 + erf(x * Math.SQRT1_2)),
  gelu_tanh: (x) => 0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x * x * x))),
  relu: (x) => (x > 0 ? x : 0),
};

/** y (tokens, outputs) = x (tokens, inputs) · weightᵀ + bias. */
function linear(x: Float32Array, weight: Float32Array, bias: Float32Array): Float32Array {
  const outputs = bias.length;
  const inputs = weight.length / outputs;
  const tokens = x.length / inputs;
  const y = new Float32Array(tokens * outputs);
  for (let token = 0; token < tokens; token++) {
    for (let output = 0; output < outputs; output++) {
      let sum = bias[output] as number;
      const row = output * inputs;
      const from = token * inputs;
      for (let input = 0; input < inputs; input++)
        sum += (x[from + input] as number) * (weight[row + input] as number);
      y[token * outputs + output] = sum;
    }
  }
  return y;
}

/** Returns a function that computes a forward pass of x (tokens, d_model). */
export function plain_javascript(
  activation: SpeedActivation,
  { w1, b1, w2, b2 }: RaceWeights,
): (x: Float32Array) => Float32Array {
  const act = activations[activation];
  return (x) => {
    const hidden = linear(x, w1, b1);
    for (let index = 0; index < hidden.length; index++)
      hidden[index] = act(hidden[index] as number);
    return linear(hidden, w2, b2);
  };
}
