import { describe, expect, it } from 'vitest';
import {
  matrix_limits,
  matrix_text,
  model_limits,
  parse_matrix,
} from '../../web/page/src/state/parse_matrix.ts';
import type { MatrixError } from '../../web/page/src/state/split_matrix.ts';

function rows_of(text: string): number[][] {
  const result = parse_matrix(text);
  if ('error' in result) throw new Error(`refused: ${JSON.stringify(result.error)}`);
  const { rows, columns, data } = result.matrix;
  expect(data).toHaveLength(rows * columns);
  return Array.from({ length: rows }, (_, row) =>
    Array.from(data.subarray(row * columns, (row + 1) * columns)),
  );
}

function error_of(text: string): MatrixError {
  const result = parse_matrix(text);
  if ('matrix' in result) throw new Error(`accepted: ${JSON.stringify(rows_of(text))}`);
  return result.error;
}

const two_by_two = [
  [1.5, 2],
  [-3, 0.25],
];

describe('a matrix is read', () => {
  it.each([
    ['blanks', '1.5 2\n-3 0.25'],
    ['several blanks, blank lines, Windows line ends', '  1.5   2\r\n\r\n-3 0.25  \r\n'],
    ['tabs', '1.5\t2\n-3\t0.25'],
    ['semicolons', '1.5;2\n-3; 0.25'],
    ['a separator at the end of each line', '1.5;2;\n-3;0.25;'],
    ['commas followed by blanks', '1.5, 2\n-3, 0.25'],
    ['commas without blanks beside points', '1.5,2\n-3,0.25'],
    ['decimal commas between blanks', '1,5 2\n-3 0,25'],
    ['decimal commas between semicolons', '1,5;2\n-3;0,25'],
    ['decimal commas between tabs', '1,5\t2\n-3\t0,25'],
    ['exponents, bare points, plus signs', '+15e-1 2.\n-3e0 .25'],
    ['a typesetter’s minus sign', '1.5 2\n−3 2.5e−1'],
    ['JSON', '[[1.5, 2], [-3, 0.25]]'],
    ['Python over several lines, with a comma at the end', '[\n  [1.5, 2],\n  [-3, 0.25],\n]'],
    ['NumPy’s print', '[[ 1.5   2.  ]\n [-3.    0.25]]'],
    ['NumPy’s repr', 'array([[ 1.5 ,  2.  ],\n       [-3.  ,  0.25]], dtype=float32)'],
    ['np.array', 'np.array([[1.5, 2], [-3, 0.25]])'],
    [
      'PyTorch’s repr',
      "tensor([[ 1.5000,  2.0000],\n        [-3.0000,  0.2500]], device='cuda:0')",
    ],
    ['names above, as in a file', 'x_0,x_1\n1.5,2\n-3,0.25'],
    ['names above, between tabs', 'a\tb\n1,5\t2\n-3\t0,25'],
    ['names above, between semicolons', 'a; b\n1,5;2\n-3;0,25'],
    ['a byte order mark', '\uFEFF1.5 2\n-3 0.25'],
  ])('%s', (_name, text) => {
    expect(rows_of(text)).toEqual(two_by_two);
  });

  it('with one row, with one number, and in float32', () => {
    expect(rows_of('[1, 2, 3]')).toEqual([[1, 2, 3]]);
    expect(rows_of('1,2,3')).toEqual([[1, 2, 3]]);
    expect(rows_of('7')).toEqual([[7]]);
    expect(rows_of('0.1')).toEqual([[Math.fround(0.1)]]);
    expect(rows_of('3.4028234663852886e38 -0')).toEqual([[3.4028234663852886e38, -0]]);
  });

  it('with a line of names, whose commas determine the separator', () => {
    expect(rows_of('x_0,x_1\n1,2')).toEqual([[1, 2]]);
    expect(rows_of('hidden.gelu\n7')).toEqual([[7]]);
  });

  it.each([
    ['of the page', matrix_limits],
    ['for a model', model_limits],
  ])('with the largest size of the limits %s and the longest float32 numbers', (_name, limits) => {
    const row = (columns: number) => Array(columns).fill('-1.2345678e-10').join(' ');
    const text = (columns: number) => Array(limits.rows).fill(row(columns)).join('\n');
    const result = parse_matrix(text(limits.columns), limits);
    expect('matrix' in result && [result.matrix.rows, result.matrix.columns]).toEqual([
      limits.rows,
      limits.columns,
    ]);
    const wider = { code: 'too_many_columns', expected: limits.columns, found: limits.columns + 1 };
    expect(parse_matrix(text(limits.columns + 1), limits)).toEqual({ error: wider });
  });
});

describe('a tensor becomes a text', () => {
  /** Returns finite float32 numbers made from random bits. */
  function any_floats(count: number, seed: number): Float32Array {
    const bits = new Uint32Array(count);
    for (let i = 0, state = seed; i < count; ++i) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      bits[i] = ((state >>> 23) & 255) === 255 ? state & 0x807f_ffff : state;
    }
    return new Float32Array(bits.buffer);
  }

  it('that has the same bits when parsed', () => {
    for (let round = 1; round <= 40; ++round) {
      const data = any_floats(24, round);
      data[round % 24] = round % 2 ? -0 : 1e-45;
      const text = matrix_text({ data, shape: [2, 3, 4] })!;
      const result = parse_matrix(text);
      if ('error' in result) throw new Error(`${JSON.stringify(result.error)} in ${text}`);
      expect([result.matrix.rows, result.matrix.columns]).toEqual([6, 4]);
      expect(new Uint32Array(result.matrix.data.buffer)).toEqual(new Uint32Array(data.buffer));
    }
  });

  it('of one row for one dimension, one number for none, nothing if empty', () => {
    expect(matrix_text({ data: Float32Array.of(1, 0.1), shape: [2] })).toBe('1 0.1');
    expect(matrix_text({ data: Float32Array.of(-0), shape: [] })).toBe('-0');
    expect(matrix_text({ data: new Float32Array(0), shape: [3, 0] })).toBe('');
    expect(error_of(matrix_text({ data: Float32Array.of(1, NaN), shape: [2] })!)).toMatchObject({
      code: 'not_finite',
      column: 2,
    });
  });

  it('only if the text can be parsed again', () => {
    const { rows, columns } = matrix_limits;
    const tensor = (...shape: [number, number]) => ({
      data: any_floats(shape[0] * shape[1], 3),
      shape,
    });
    expect(rows_of(matrix_text(tensor(rows, columns))!)).toHaveLength(rows);
    expect(matrix_text(tensor(rows + 1, 1))).toBeUndefined();
    expect(matrix_text(tensor(1, columns + 1))).toBeUndefined();
  });
});

describe('an invalid text is refused with row and column', () => {
  it.each<[string, Partial<MatrixError>]>([
    ['1 2\n3 NaN', { code: 'not_finite', row: 2, column: 2, token: 'NaN' }],
    ['1 -Infinity', { code: 'not_finite', row: 1, column: 2, token: '-Infinity' }],
    ['[[1, inf]]', { code: 'not_finite', row: 1, column: 2, token: 'inf' }],
    ['0x10 1', { code: 'not_decimal', row: 1, column: 1, token: '0x10' }],
    ['1 1e400', { code: 'out_of_range', row: 1, column: 2, token: '1e400' }],
    ['1 -3.41e38', { code: 'out_of_range', row: 1, column: 2 }],
    ['1 １２', { code: 'non_ascii_digits', row: 1, column: 2, token: '１２' }],
    ['1 ٣', { code: 'non_ascii_digits', row: 1, column: 2, token: '\u2068٣\u2069' }],
    ['1 1_000', { code: 'no_number', row: 1, column: 2, token: '1_000' }],
    ['1 <img/src=x>', { code: 'no_number', row: 1, column: 2, token: '<img/src=x>' }],
    ['1 --2', { code: 'no_number', row: 1, column: 2, token: '--2' }],
    ['1 e5', { code: 'no_number', row: 1, column: 2, token: 'e5' }],
    ['1 .', { code: 'no_number', row: 1, column: 2, token: '.' }],
    ['1\u00a0234', { code: 'no_number', row: 1, column: 1 }],
    ['[1 2; 3 4]', { code: 'no_number', row: 1, column: 2, token: '2;' }],
    ['1;;2', { code: 'empty_cell', row: 1, column: 2 }],
    ['[1,,2]', { code: 'empty_cell', row: 1, column: 2 }],
    ['1 2\n3', { code: 'ragged', row: 2, expected: 2, found: 1 }],
    ['[[1], [2, 3]]', { code: 'ragged', row: 2, expected: 1, found: 2 }],
    ['1,5', { code: 'ambiguous_comma', row: 1, token: '1,5' }],
    ['x_0,x_1', { code: 'ambiguous_comma', row: 1, token: 'x_0,x_1' }],
    ['x_0 nan\n1 2', { code: 'no_number', row: 1, column: 1, token: 'x_0' }],
    ['nan\n1', { code: 'not_finite', row: 1, column: 1, token: 'nan' }],
    ['x_0,x_1\n1,2,3\n4,5', { code: 'ragged', row: 2, expected: 3, found: 2 }],
    ['1,5\n2,5', { code: 'ambiguous_comma', row: 1, token: '1,5' }],
    ['1, 2,3', { code: 'ambiguous_comma', row: 1, token: '2,3' }],
    ['1 ,2', { code: 'ambiguous_comma', row: 1, token: ',2' }],
    ['1.234,56', { code: 'ambiguous_comma', row: 1, token: '1.234,56' }],
    ['1 2, 3', { code: 'mixed_separators', row: 1, column: 1, token: '1 2' }],
    ['1 2;3', { code: 'mixed_separators', row: 1, column: 1, token: '1 2' }],
    ['[1,5 2,5]', { code: 'mixed_separators', row: 1, column: 2, token: '5 2' }],
    ['1.5;2,5', { code: 'no_number', row: 1, column: 2, token: '2,5' }],
    ['[[1, 2], [3, 4]', { code: 'unbalanced_brackets' }],
    ['[1, 2', { code: 'unbalanced_brackets' }],
    ['1 [2]', { code: 'unbalanced_brackets' }],
    ['[[1, 2] x [3, 4]]', { code: 'unbalanced_brackets' }],
    ['[[[1, 2]]]', { code: 'nested_too_deep' }],
    ['', { code: 'empty' }],
    [' \n\t ', { code: 'empty' }],
    ['[]', { code: 'empty' }],
    ['[[]]', { code: 'empty' }],
  ])('%j', (text, error) => {
    expect(error_of(text)).toMatchObject(error);
  });

  it('a text that is too large is refused with the limit', () => {
    const { rows, columns, characters } = matrix_limits;
    expect(error_of('1\n'.repeat(rows + 1))).toEqual({
      code: 'too_many_rows',
      expected: rows,
      found: rows + 1,
    });
    expect(error_of('1 '.repeat(columns + 1))).toEqual({
      code: 'too_many_columns',
      expected: columns,
      found: columns + 1,
    });
    expect(error_of(' '.repeat(characters + 1))).toEqual({
      code: 'too_long',
      expected: characters,
      found: characters + 1,
    });
  });

  it('a long text is quoted truncated, at whole characters', () => {
    const { token } = error_of(`1 ${'😀'.repeat(5000)}`);
    expect(token).toBe(`${'😀'.repeat(24)}…`);
    expect(error_of(`1 ${'9'.repeat(10_000)}`)).toMatchObject({
      code: 'out_of_range',
      token: `${'9'.repeat(24)}…`,
    });
  });

  it.each([
    '[1'.repeat(450_000),
    `array(${',a=b'.repeat(225_000)}`,
    '1,'.repeat(400_000),
    `a${' '.repeat(900_000)}b-\n1`,
    '9'.repeat(900_000),
  ])(
    'a hostile text in time in proportion to its length: the square would exceed the limit (%#)',
    (text) => {
      expect(() => error_of(text)).not.toThrow();
    },
  );
});
