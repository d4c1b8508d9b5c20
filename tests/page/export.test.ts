import { describe, expect, it } from 'vitest';
import type { Answer } from '../../web/page/src/numbers/answers.ts';
import {
  figure_at,
  tensor_table,
  text_column,
  vector,
} from '../../web/page/src/export/figure_data.ts';
import { float32_text, float64_text } from '../../web/page/src/words/number_text.ts';
import { plain_colour } from '../../web/page/src/export/svg_file.ts';
import { write_csv, write_json } from '../../web/page/src/export/writers.ts';
import { parse_matrix } from '../../web/page/src/words/parse_matrix.ts';

/** Returns an answer that has read nothing of the page's state. */
const answer_of = (value: object) =>
  ({ recipe: 'test.recipe', value, state: {}, reads: [] }) as unknown as Answer;

const bits = (data: Float32Array) =>
  Array.from(new Uint32Array(data.buffer, data.byteOffset, data.length));

/** Returns pseudo-random floats of all magnitudes, made from random bits. */
function float32_samples(count: number): Float32Array {
  const words = new Uint32Array(count);
  let state = 1;
  for (let place = 0; place < count; place++)
    words[place] = state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return new Float32Array(words.buffer);
}

const largest = 3.4028234663852886e38;
const smallest = 1.401298464324817e-45;
const finite = float32_samples(20_000).filter(Number.isFinite);

describe('a float32 as text', () => {
  it('has the same bits when parsed', () => {
    const values = [...finite, largest, -largest, smallest, 2 ** -126, 0, -0];
    expect(
      values.filter((value) => !Object.is(Math.fround(Number(float32_text(value))), value)),
    ).toEqual([]);
  });

  it('is as short as possible', () => {
    expect(
      [0.1, 16777216, 1e-7, 3.14, -2.5, largest, smallest].map((value) =>
        float32_text(Math.fround(value)),
      ),
    ).toEqual(['0.1', '16777216', '1e-7', '3.14', '-2.5', '3.4028235e+38', '1e-45']);
    const digits_of = (text: string) =>
      text.replace(/e.*|^-|\./g, '').replace(/^0+|0+$/g, '').length;
    const could_be_shorter = finite.filter((value) => {
      const digits = digits_of(float32_text(value)) - 1;
      return digits > 0 && Math.fround(Number(value.toPrecision(digits))) === value;
    });
    expect(Array.from(could_be_shorter)).toEqual([]);
  });

  it('can be NaN or infinite', () => {
    expect([NaN, Infinity, -Infinity, -0].map(float32_text)).toEqual([
      'NaN',
      'Infinity',
      '-Infinity',
      '-0',
    ]);
    expect([0.1, -0, 2 ** 53].map(float64_text)).toEqual(['0.1', '-0', '9007199254740992']);
  });
});

describe('CSV', () => {
  it('has a line of names, then the numbers with decimal points', () => {
    const answer = answer_of({ x: Float32Array.of(0.1, -0), hidden: { gelu: [1, 2.5] }, limit: 3 });
    const { table, tensors } = figure_at(answer, {
      rows: 2,
      columns: [{ path: 'x' }, { path: 'hidden.gelu' }],
      others: ['limit'],
    });
    expect(write_csv(table)).toBe('x,hidden.gelu\n0.1,1\n-0,2.5\n');
    expect(tensors.map(({ tensor, shape }) => ({ tensor, shape }))).toEqual([
      { tensor: 'x', shape: [2] },
      { tensor: 'hidden.gelu', shape: [2] },
      { tensor: 'limit', shape: [] },
    ]);
  });

  it('has a column for each field of records, and quotes texts where needed', () => {
    const records = [
      { d_ff: 8, growth: 1 },
      { d_ff: 16, growth: 2 },
    ];
    const numbers = ['d_ff', 'growth'].map((name) => ({
      name,
      path: (row: number) => `records.${row}.${name}`,
    }));
    const columns = [text_column('model', ['a, "b"', 'c']), ...numbers];
    const { table, tensors } = figure_at(answer_of({ records }), { rows: 2, columns });
    expect(write_csv(table)).toBe('model,d_ff,growth\n"a, ""b""",8,1\nc,16,2\n');
    expect(tensors).toEqual([
      { tensor: 'd_ff', shape: [2], data: [8, 16] },
      { tensor: 'growth', shape: [2], data: [1, 2] },
    ]);
  });

  it.each([[[7]], [[2, 5]], [[3, 1]], [[2, 3, 4]], [[1, 2]]])(
    'of a tensor %j can be pasted as a matrix with the same bits',
    (shape) => {
      const size = shape.reduce((product, length) => product * length, 1);
      // Integers too: "1,2" is ambiguous unless a line of names determines the number of columns.
      for (const data of [
        finite.slice(0, size),
        Float32Array.from({ length: size }, (_, place) => place),
        finite.slice(-size),
      ]) {
        const text = write_csv(tensor_table('x', { tensor: 'x', shape, data }));
        const result = parse_matrix(text);
        if ('error' in result) throw new Error(`${text} ${JSON.stringify(result.error)}`);
        expect(result.matrix.columns).toBe(shape.at(-1));
        expect(bits(result.matrix.data)).toEqual(bits(data));
      }
    },
  );

  it('of the largest numbers can be pasted', () => {
    const data = Float32Array.of(largest, -largest, smallest, -0);
    const result = parse_matrix(write_csv(tensor_table('x', { tensor: 'x', shape: [1, 4], data })));
    expect('matrix' in result && bits(result.matrix.data)).toEqual(bits(data));
  });
});

describe('JSON', () => {
  const origin = {
    figure: 'x',
    version: '0.1.0',
    variant: 'simd',
    build: '0',
    address: '#v=2',
  } as const;

  it('preserves the bits, and contains the call with its arguments', () => {
    const pasted = { data: finite.slice(0, 3), shape: [1, 3] };
    const given = { example: 'pasted', pasted, brush: undefined, edits: [], range: [-0.5, 0.1] };
    const tensors = [
      { tensor: 'x', data: finite.slice(0, 500), shape: [5, 100] },
      vector('counts', Int32Array.of(3, 4)),
    ];
    const read = JSON.parse(
      write_json(origin, { call: 'feed_forward', arguments: given, tensors }),
    ) as {
      arguments: { pasted: { data: number[] }; range: number[]; edits: unknown[] };
      tensors: { data: number[] }[];
    };
    expect(read).toMatchObject({
      ...origin,
      call: 'feed_forward',
      arguments: { example: 'pasted', range: [-0.5, 0.1], edits: [] },
    });
    expect(bits(Float32Array.from(read.arguments.pasted.data))).toEqual(bits(pasted.data));
    expect(bits(Float32Array.from(read.tensors[0]!.data))).toEqual(bits(finite.slice(0, 500)));
    expect(read.tensors[1]).toEqual({ tensor: 'counts', shape: [2], data: [3, 4] });
  });

  it('writes NaN and infinities as text, and preserves the sign of zero', () => {
    const tensors = [vector('y', Float32Array.of(NaN, Infinity, -Infinity, -0))];
    const text = write_json(origin, { call: 'activation', arguments: {}, tensors });
    expect(text).toContain('["NaN", "Infinity", "-Infinity", -0]');
    expect(() => JSON.parse(text) as unknown).not.toThrow();
  });
});

describe('a computed colour in the notation of SVG 1.1', () => {
  it.each([
    ['rgb(11, 95, 165)', 'rgb(11, 95, 165)', 1],
    ['rgba(0, 0, 0, 0.15)', 'rgb(0, 0, 0)', 0.15],
    ['color(srgb 0.5 0.25 1)', 'rgb(128, 64, 255)', 1],
    ['color(srgb 0.5 0 1e-7 / 0.5)', 'rgb(128, 0, 0)', 0.5],
    ['none', 'none', 1],
  ])('%s', (text, colour, opacity) => {
    expect(plain_colour(text)).toEqual({ colour, opacity });
  });
});
