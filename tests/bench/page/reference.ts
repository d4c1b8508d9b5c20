/** The network in float64 with an exact error function: what every result is compared with. */
import type { SpeedActivation } from '../../../web/page/src/steps/speed/harness/cases.ts';
import type { RaceWeights, Work } from '../engines/engine.ts';

const one_to_the_last_digit = 6; // 1 − erf(6) is 2e-17

/**
 * The series Σ 2ⁿ x²ⁿ⁺¹ / (1·3·…·(2n+1)) times 2/√π · exp(−x²): all terms positive, so no digit is
 * lost.
 */
export function erf(x: number): number {
  if (Math.abs(x) >= one_to_the_last_digit) return Math.sign(x);
  let term = x;
  let sum = x;
  for (let n = 1; Math.abs(term) > 1e-17 * Math.abs(sum); n++) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

export const exact_activation: Record<SpeedActivation, (x: number) => number> = {
  gelu: (x) => 0.5 * x * (1 + erf(x * Math.SQRT1_2)),
  gelu_tanh: (x) => 0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3))),
  relu: (x) => Math.max(x, 0),
};

function linear(x: ArrayLike<number>, weight: Float32Array, bias: Float32Array): Float64Array {
  const inputs = x.length;
  return Float64Array.from(bias, (start, output) => {
    let sum = start;
    for (let input = 0; input < inputs; input++)
      sum += (x[input] as number) * (weight[output * inputs + input] as number);
    return sum;
  });
}

const most_places = 16;

/** Tokens, or hidden units, that are checked: all, or as many evenly from the first to the last. */
export function checked_places(count: number): number[] {
  if (count <= most_places) return Array.from({ length: count }, (_, place) => place);
  return Array.from({ length: most_places }, (_, index) =>
    Math.round((index * (count - 1)) / (most_places - 1)),
  );
}

/** Results of the checked tokens, one after the other. */
export function reference(
  work: Work,
  { w1, b1, w2, b2 }: RaceWeights,
  x: Float32Array,
): Float64Array[] {
  const act = exact_activation[work.activation];
  return checked_places(work.tokens).map((token) => {
    const hidden = linear(x.subarray(token * work.d_model, (token + 1) * work.d_model), w1, b1).map(
      act,
    );
    return linear(hidden, w2, b2);
  });
}

/**
 * Largest absolute difference of a result (tokens, d_model) from the reference; NaN where the
 * result has one.
 */
export function largest_error(
  work: Work,
  expected: readonly Float64Array[],
  result: Float32Array,
): number {
  if (result.length !== work.tokens * work.d_model)
    throw new RangeError(`a result of ${result.length} numbers for ${work.name}`);
  let largest = 0;
  for (const [index, token] of checked_places(work.tokens).entries()) {
    for (const [column, value] of (expected[index] ?? []).entries()) {
      const difference = Math.abs((result[token * work.d_model + column] as number) - value);
      if (Number.isNaN(difference)) return NaN;
      largest = Math.max(largest, difference);
    }
  }
  return largest;
}
