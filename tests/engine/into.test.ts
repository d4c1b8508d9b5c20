// The option `into` of trace and backward: results in the arrays of an earlier result.
import { afterAll, describe, expect, it } from 'vitest';
import type { FeedForwardGradients, Tensor } from 'ffn-lab';
import { Given } from './uses/vocabulary.js';
import { load_each } from './variants.js';

/** Returns all arrays of a result, in order. */
function arrays_of(result: object): Float32Array[] {
  return Object.values(result as Record<string, object>).flatMap((member) =>
    'data' in member ? [member.data as Float32Array] : arrays_of(member),
  );
}

/** Returns a copy with other numbers, but the same shapes. */
const other_numbers = <Result extends object>(result: Result): Result => {
  const copy = structuredClone(result);
  for (const array of arrays_of(copy)) array.fill(NaN);
  return copy;
};

describe.each(await load_each())('into, variant %s', (_variant, lab) => {
  const given = new Given(lab, { tokens: [2, 3] });
  afterAll(() => given[Symbol.dispose]());
  const { d_model, d_ff } = given;
  const block = { d_model, d_ff, n_heads: 2 };
  const networks = {
    FeedForward: lab.FeedForward({ d_model, d_ff, dropout: 0.5 }),
    gated: lab.FeedForward({ d_model, d_ff, gated: true, bias: false }),
    large: lab.FeedForward({ d_model, d_ff: 70_000 }), // its weights' gradients come in parts
    LayerNorm: lab.LayerNorm({ features: d_model }),
    Attention: lab.Attention({ d_model, n_heads: 2 }),
    TransformerBlock: lab.TransformerBlock(block),
    BlockStack: lab.BlockStack({ ...block, n_layers: 2 }),
  };

  it.each(Object.entries(networks))('%s: same bits, in the given arrays', (_name, network) => {
    given.keep(network);
    const { x } = given;
    const pass = () => ({ dropout_rng: lab.RandomState(5) });
    const traced = network.trace(x, pass());
    const gradients: object = network.backward(x);
    const old_trace = other_numbers(traced);
    const old_gradients = other_numbers(gradients);
    const before = [...arrays_of(old_trace), ...arrays_of(old_gradients)];
    expect(network.trace(x, { ...pass(), into: old_trace as never })).toBe(old_trace);
    expect(network.backward(x, { into: old_gradients as never })).toBe(old_gradients);
    expect(old_trace).toEqual(traced);
    expect(old_gradients).toEqual(gradients);
    const after = [...arrays_of(old_trace), ...arrays_of(old_gradients)];
    expect(after.every((array, i) => array === before[i])).toBe(true);
  });

  it('a tensor of another shape or a missing one is named, and nothing is written', () => {
    using ffn = lab.FeedForward({ d_model, d_ff });
    const { x } = given;
    const gradients = other_numbers((ffn.trace(x), ffn.backward(x)));
    const wrong: [FeedForwardGradients | Partial<FeedForwardGradients>, string][] = [
      [
        { ...gradients, w2: gradients.w1 },
        `into.w2 is (${d_ff}, ${d_model}); expected shape (${d_model}, ${d_ff})`,
      ],
      [
        { ...gradients, x: undefined as unknown as Tensor },
        'into.x is missing; expected a tensor of shape (2, 3, 4)',
      ],
    ];
    for (const [into, message] of wrong) {
      expect(() => ffn.backward(x, { into: into as FeedForwardGradients })).toThrow(message);
      expect(arrays_of(gradients).every((array) => array.every(Number.isNaN))).toBe(true);
    }
    const traced = other_numbers(ffn.trace(x));
    const shorter = { data: new Float32Array(4), shape: [4] };
    expect(() => ffn.trace(x, { into: { ...traced, output: shorter } })).toThrow(
      'into.output is (4,)',
    );
    expect(arrays_of(traced).every((array) => array.every(Number.isNaN))).toBe(true);
    expect(() => ffn.trace(x, { into: { ...traced, output: 3 as never } })).toThrow(
      'into.output is 3; expected an object',
    );
  });

  it('gradients of intermediate tensors go there, too', () => {
    using ffn = lab.FeedForward({ d_model, d_ff, gated: true });
    const { x } = given;
    ffn.trace(x);
    const traced = ffn.backward(x, { trace: true });
    const into = other_numbers(traced);
    expect(ffn.backward(x, { trace: true, into })).toBe(into);
    expect(into).toEqual(traced);
    const gradients = other_numbers(ffn.backward(x)); // without them
    expect(() => ffn.backward(x, { trace: true, into: gradients as typeof traced })).toThrow(
      'into.pre_activation is missing',
    );
    expect(arrays_of(gradients).every((array) => array.every(Number.isNaN))).toBe(true);
  });
});
