import { describe, expect, it } from 'vitest';
import type { Answer } from '../../web/page/src/numbers/answers.ts';
import { figure_of, type Selection } from '../../web/page/src/export/figure_data.ts';
import { float32_text, float64_text } from '../../web/page/src/words/number_text.ts';
import { plain_colour } from '../../web/page/src/export/svg_file.ts';
import { write_csv, write_json } from '../../web/page/src/export/writers.ts';
import { parse_matrix } from '../../web/page/src/state/parse_matrix.ts';

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

/** Returns the figure of a value, and its tensors without their data. */
function export_of(value: object, selection?: Selection) {
  const { table, tensors } = figure_of(answer_of(value), selection)!;
  return {
    csv: write_csv(table),
    tensors,
    shapes: Object.fromEntries(tensors.map(({ tensor, shape }) => [tensor, shape])),
  };
}

/** Returns the path of the answer at which a cell of the table has its number. */
const path_at = (value: object, name: string, row: number, selection?: Selection) =>
  figure_of(answer_of(value), selection)!
    .table.columns.find((column) => column.name === name)
    ?.place?.(row)?.path;

describe('the numbers of an answer', () => {
  it('are tensors named by their paths; those with as many rows as the first are columns', () => {
    const value = { x: Float32Array.of(0.1, -0), hidden: { gelu: [1, 2.5] }, limit: 3, few: [4] };
    const { csv, shapes } = export_of(value);
    expect(csv).toBe('x,hidden.gelu\n0.1,1\n-0,2.5\n');
    expect(shapes).toEqual({ x: [2], 'hidden.gelu': [2], limit: [], few: [1] });
    expect(path_at(value, 'hidden.gelu', 1)).toBe('hidden.gelu.1');
  });

  it('are a single row without any list', () => {
    expect(export_of({ loss: 0.5, of: { right: 2 }, name: 'relu' }).csv).toBe(
      'loss,of.right,name\n0.5,2,relu\n',
    );
  });

  it('of records have a row for each record, and texts that are quoted where needed', () => {
    const models = [
      { model: 'a, "b"', d_ff: 8, growth: 1, spread: { median: 0.5 } },
      { model: 'c', d_ff: 16, growth: 2 },
    ];
    const { csv, tensors } = export_of({ models });
    expect(csv).toBe('model,d_ff,growth,spread.median\n"a, ""b""",8,1,0.5\nc,16,2,\n');
    expect(tensors).toEqual([
      { tensor: 'models.d_ff', shape: [2], data: [8, 16] },
      { tensor: 'models.growth', shape: [2], data: [1, 2] },
      { tensor: 'models.spread.median', shape: [2], data: [0.5, NaN] },
    ]);
    expect(path_at({ models }, 'd_ff', 1)).toBe('models.1.d_ff');
  });

  it('of lists in records are joined if they have the same shape, else apart', () => {
    const value = [
      { shares: Float32Array.of(1, 2), units: [1] },
      { shares: Float32Array.of(3, 4), units: [1, 2, 3] },
    ];
    const { csv, tensors } = export_of(value, { feature_name: (place) => `p${place}` });
    expect(csv).toBe('shares_p0,shares_p1\n1,2\n3,4\n');
    expect(tensors).toEqual([
      { tensor: 'shares', shape: [2, 2], data: Float32Array.of(1, 2, 3, 4) },
      { tensor: '0.units', shape: [1], data: [1] },
      { tensor: '1.units', shape: [3], data: [1, 2, 3] },
    ]);
    expect(path_at(value, 'shares_1', 0)).toBe('0.shares.1');
  });

  it('of a tensor have a row for each token', () => {
    const x = { shape: [2, 1, 2], data: Float32Array.of(1, 2, 3, 4) };
    const value = { tensors: { x } };
    const selection = { parts: { hidden: 'tensors.x' } };
    expect(export_of(value, selection).csv).toBe('hidden_0,hidden_1\n1,2\n3,4\n');
    expect(export_of(value, selection).shapes).toEqual({ 'tensors.x': [2, 1, 2] });
    expect(path_at(value, 'hidden_1', 1, selection)).toBe('tensors.x.3');
  });

  it('of histograms have the ends of each bin, once if they are the same', () => {
    const of = (counts: number[]) => ({ edges: Float64Array.of(0, 0.5, 1), counts, nan: 0 });
    const value = { before: of([1, 2]), after: of([3, 4]) };
    expect(export_of(value).csv).toBe(
      'low,high,before.counts,after.counts\n0,0.5,1,3\n0.5,1,2,4\n',
    );
    const other = { ...of([3, 4]), edges: Float64Array.of(0, 1, 2) };
    expect(export_of({ before: value.before, after: other }).csv).toMatch(
      /^before.low,before.high,after.low,after.high,before.counts/,
    );
  });

  it('of chosen records are the rows, beside other columns', () => {
    const value = { of: { gelu: { zero: 1, count: 4 }, relu: { zero: 2, count: 4 } } };
    const rows = ['of.gelu', 'of.relu'];
    const beside = { name: ['GELU', 'ReLU'] };
    const { csv, shapes } = export_of(value, { rows, beside });
    expect(csv).toBe('name,zero,count\nGELU,1,4\nReLU,2,4\n');
    expect(shapes).toEqual({ zero: [2], count: [2] });
    expect(figure_of(answer_of(value), { rows, beside })).toMatchObject({ rows, texts: beside });
    expect(path_at(value, 'zero', 1, { rows })).toBe('of.relu.zero');
    const numbers = ['of.gelu.zero', 'of.relu.count'];
    expect(export_of(value, { rows: numbers, parts: { right: '' } }).csv).toBe('right\n1\n4\n');
  });

  it('of several answers have a row for each answer', () => {
    const answers = [{ cost: { d_ff: 8 } }, { cost: { d_ff: 16 } }].map(answer_of);
    const { table, call } = figure_of(answers, { parts: ['cost'] })!;
    expect(write_csv(table)).toBe('cost.d_ff\n8\n16\n');
    expect(call).toBe('test.recipe, test.recipe');
    expect(table.columns[0]?.place?.(1)).toMatchObject({ answer: answers[1], path: 'cost.d_ff' });
    expect(figure_of([])).toBeUndefined();
  });

  it('cannot be at a path that the answer lacks', () => {
    expect(() => export_of({ x: [1] }, { parts: ['y'] })).toThrow(
      'the answer test.recipe has no part y',
    );
  });
});

describe('CSV', () => {
  const csv_of = (x: { shape: number[]; data: Float32Array }) => export_of({ x }).csv;

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
        const text = csv_of({ shape, data });
        const result = parse_matrix(text);
        if ('error' in result) throw new Error(`${text} ${JSON.stringify(result.error)}`);
        expect(result.matrix.columns).toBe(shape.at(-1));
        expect(bits(result.matrix.data)).toEqual(bits(data));
      }
    },
  );

  it('of the largest numbers can be pasted', () => {
    const data = Float32Array.of(largest, -largest, smallest, -0);
    const result = parse_matrix(csv_of({ shape: [1, 4], data }));
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
      { tensor: 'counts', data: Int32Array.of(3, 4), shape: [2] },
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
    const tensors = [
      { tensor: 'y', data: Float32Array.of(NaN, Infinity, -Infinity, -0), shape: [4] },
    ];
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
