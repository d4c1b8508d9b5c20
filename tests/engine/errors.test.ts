import { describe, expect, it } from 'vitest';
import type { Tensor } from 'ffn-lab';
import { activation_kinds, FfnError } from 'ffn-lab';
import { documented_options } from './documented_options.js';
import { listed } from './listed.js';
import { load_each } from './variants.js';

function error_of(work: () => unknown): FfnError {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(FfnError);
    return error as FfnError;
  }
  throw new Error('no error was thrown');
}

/** Returns the names that the type of an option has, separated as in error messages. */
function documented_names(of: string): string {
  const { names = [] } = documented_options.find(({ option }) => option === of) ?? {};
  return names
    .map((name) => `"${name}"`)
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1');
}

// Casts values that TypeScript would reject, which callers in plain JavaScript may pass.
const anything = (value: unknown) => value as never;
const vector = (length: number) => ({ data: new Float32Array(length), shape: [length] });

describe.each(await load_each())('errors, variant %s', (_variant, lab) => {
  const ffn = lab.FeedForward({ d_model: 4 });

  it.each([
    [
      'doubles',
      () => ffn.forward(anything({ data: new Float64Array(4), shape: [4] })),
      'x.data is a Float64Array; expected a Float32Array: Float32Array.from(x.data)',
    ],
    [
      'no shape',
      () => ffn.trace(anything({ data: new Float32Array(4) })),
      'x.shape is undefined; expected an array of numbers',
    ],
    [
      'a text for a number',
      () => lab.FeedForward(anything({ d_model: 'abc' })),
      'd_model is "abc"; expected a number',
    ],
    [
      'texts for numbers',
      () => lab.activation('gelu', anything(['1'])),
      'x[0] is "1"; expected a number',
    ],
  ])('rejects the wrong type: %s', (_what, work, message) => {
    const error = error_of(work);
    expect([error.code, error.message]).toEqual(['invalid_type', message]);
  });

  // tests/core/check_test.cpp has the same numbers and texts.
  it.each([
    [-0, '-0'],
    [0.1, '0.1'],
    [-2.5, '-2.5'],
    [100000.5, '100000.5'],
    [0.0001, '0.0001'],
    [0.00012345, '0.00012345'],
    [1e-5, '1e-05'],
    [-1.25e-7, '-1.25e-07'],
    [1 / 3, '0.33333333333333331'],
    [1e14, '100000000000000'],
    [1e15, '1e+15'],
    [123456789012345680, '1.2345678901234568e+17'],
    [5e-324, '4.94065645841247e-324'],
    [1.7976931348623157e308, '1.7976931348623157e+308'],
    [NaN, 'nan'],
    [-Infinity, '-inf'],
  ])('prints %d as C does', (value, text) => {
    const error = error_of(() => lab.FeedForward({ d_model: value }));
    expect([error.value, error.message]).toEqual([
      text,
      `d_model is ${text}; expected an integer from 1 to 16777216`,
    ]);
  });

  it.each([
    [
      'a wrong last dimension',
      () => ffn.forward(vector(5)),
      'x is a tensor of shape (5,); expected a last dimension of 4',
    ],
    [
      'a shape that does not fit the data',
      () => ffn.forward({ data: new Float32Array(5), shape: [2, 4] }),
      'x is data of 5 elements; expected 8 for shape (2, 4)',
    ],
    [
      '2^31',
      () => lab.FeedForward({ d_model: 2 ** 31 }),
      'd_model is 2147483648; expected an integer from 1 to 16777216',
    ],
    [
      'too many elements',
      () => lab.FeedForward({ d_model: 1e7, d_ff: 1e7 }),
      'weight is (10000000, 10000000); expected at most 268435456 elements',
    ],
    [
      'a seed beyond 32 bits',
      () => lab.RandomState(2 ** 32),
      'seed is 4294967296; expected an integer from 0 to 4294967295',
    ],
    [
      'an unknown activation',
      () => lab.FeedForward({ d_model: 4, activation: anything('swish') }),
      `activation is "swish"; expected ${listed(activation_kinds)}`,
    ],
    [
      'a NUL character in a name, after which nothing is lost',
      () => lab.activation(anything('ge\0lu'), [1]),
      `activation is "ge\\0lu"; expected ${listed(activation_kinds)}`,
    ],
    [
      'an unknown initialisation',
      () => lab.FeedForward({ d_model: 4, init: anything('xavier') }),
      `init is "xavier"; expected ${documented_names('init')}`,
    ],
    [
      'a probability above 1',
      () => lab.FeedForward({ d_model: 4, dropout: 1.5 }),
      'dropout is 1.5; expected a probability from 0 to 1',
    ],
  ])('rejects the wrong value: %s', (_what, work, message) => {
    const error = error_of(work);
    expect([error.code, error.message]).toEqual(['invalid_argument', message]);
    expect(error.message).toBe(`${error.argument} is ${error.value}; expected ${error.expected}`);
  });

  it.each([
    [
      'forward',
      [-1, 4],
      () => ffn.forward({ data: new Float32Array(4), shape: [-1, 4] }),
      'x.shape',
    ],
    [
      'softmax',
      [NaN, 4],
      () => lab.softmax({ data: new Float32Array(4), shape: [NaN, 4] }),
      'x.shape',
    ],
    [
      'add',
      [0.5],
      () => lab.add(vector(1), { data: new Float32Array(1), shape: [0.5] }),
      'b.shape',
    ],
    ['randn', [2, -3], () => lab.RandomState(1).randn([2, -3]), 'shape'],
    ['randn', [Infinity], () => lab.RandomState(1).randn([Infinity]), 'shape'],
    ['randn', [2 ** 31], () => lab.RandomState(1).randn([2 ** 31]), 'shape'],
    [
      'write_safetensors',
      [-4],
      () => lab.write_safetensors({ a: { data: new Float32Array(4), shape: [-4] } }),
      'a.shape',
    ],
  ])('names the shape with a dimension that is none: %s of %j', (_what, shape, work, argument) => {
    const error = error_of(work);
    expect([error.code, error.message]).toEqual([
      'invalid_argument',
      `${argument} is (${shape.join(', ')}); expected integers from 0 to 2147483647`,
    ]);
  });

  it.each([
    ['seed is the bigint 42n; expected a number: Number(seed)', { d_model: 4, seed: 42n }],
    ['d_model is the bigint 4n; expected a number: Number(d_model)', { d_model: 4n }],
  ])('names a bigint: %s', (message, options) => {
    expect(error_of(() => lab.FeedForward(anything(options))).message).toBe(message);
  });

  it('names a bigint among numbers, and the conversion of other arrays', () => {
    const labels = (given: unknown) =>
      error_of(() => lab.cross_entropy({ ...vector(2), shape: [1, 2] }, anything(given))).message;
    expect(labels([1n])).toBe('labels[0] is the bigint 1n; expected a number: Number(labels[0])');
    expect(labels(new BigInt64Array(1))).toMatch(/: Int32Array\.from\(labels, Number\)$/);
    const x = { data: new Float32Array(4), shape: Int32Array.of(4) };
    expect(error_of(() => ffn.forward(anything(x))).message).toBe(
      'x.shape is an Int32Array; expected an array of numbers: Array.from(x.shape)',
    );
  });

  it('rejects a detached buffer', () => {
    const x = vector(4);
    structuredClone(x.data, { transfer: [x.data.buffer] });
    expect(error_of(() => ffn.forward(x)).message).toBe(
      'x.data is a detached Float32Array; expected a Float32Array',
    );
  });

  it('shows how to convert arrays to tensors', () => {
    const message_of = (x: unknown) => error_of(() => ffn.forward(x as Tensor)).message;
    const rows = [
      [1, 2, 3, 4],
      [5, 6, 7, 8],
    ];
    expect(message_of(rows)).toBe(
      'x is an array of 2; expected a tensor: { data: Float32Array.from(x.flat(Infinity)), shape: [2, 4] }',
    );
    const itself: unknown[] = [];
    itself.push(itself);
    expect(message_of(itself)).toBe('x is an array of 1; expected a tensor');
    expect(message_of([1, 2, 3, 4])).toBe(
      'x is an array of 4; expected a tensor: { data: Float32Array.from(x), shape: [4] }',
    );
    const doubles = new Float64Array(4);
    expect(message_of(doubles)).toBe(
      'x is a Float64Array; expected a tensor: { data: Float32Array.from(x), shape: [4] }',
    );
    expect(ffn.forward({ data: Float32Array.from(doubles), shape: [4] }).shape).toEqual([4]);
    expect(message_of(new BigInt64Array(4))).toBe(
      'x is a BigInt64Array; expected a tensor: { data: Float32Array.from(x, Number), shape: [4] }',
    );
    expect(message_of([[1n, 2n]])).toBe(
      'x is an array of 1; expected a tensor: { data: Float32Array.from(x.flat(Infinity), Number), shape: [1, 2] }',
    );
    expect(message_of({ shape: [4], dtype: 'float32', dataSync: () => doubles })).toBe(
      'x is an object; expected a tensor: { data: x.dataSync(), shape: x.shape }',
    );
    expect(message_of({ dims: [4], type: 'float32', data: new Float32Array(4) })).toBe(
      'x is an object; expected a tensor: { data: x.data, shape: x.dims }',
    );
    expect(message_of({ dims: [4], type: 'int64', data: new BigInt64Array(4) })).toBe(
      'x is an object; expected a tensor: { data: Float32Array.from(x.data, Number), shape: x.dims }',
    );
    expect(message_of(new Float32Array(4))).toBe(
      'x is a Float32Array; expected a tensor: { data: x, shape: [4] }',
    );
    const plain = { data: [1, 2, 3, 4], shape: [4] };
    expect(message_of(plain)).toBe(
      'x.data is an array of 4; expected a Float32Array: Float32Array.from(x.data)',
    );
    expect(
      ffn.forward({ data: Float32Array.from(rows.flat(Infinity) as number[]), shape: [2, 4] })
        .shape,
    ).toEqual([2, 4]);
  });
});
