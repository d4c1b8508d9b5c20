import { describe, expect, it } from 'vitest';
import type { CsvOptions, FfnError, ToyDataKind } from 'ffn-lab';
import { load_each } from './variants.js';

const refusal = (code: string, message: string) =>
  expect.objectContaining({ code, message }) as FfnError;
const wrong = (value: unknown) => value as never;
const points: readonly ToyDataKind[] = ['spiral', 'circle', 'xor'];
const curves: readonly ToyDataKind[] = ['sine', 'step', 'abs', 'polynomial'];

describe.each(await load_each())('dataset, variant %s', (_variant, lab) => {
  it.each(curves)('generates the curve %s', (kind) => {
    const data = lab.dataset({ kind, n: 9 });
    expect(Object.keys(data)).toEqual(['inputs', 'targets']);
    expect(data.inputs).toEqual({
      data: Float32Array.from([-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2]),
      shape: [9, 1],
    });
    expect(data.targets?.shape).toEqual([9, 1]);
    if (kind === 'abs') expect(data.targets?.data).toEqual(data.inputs.data.map(Math.abs));
  });

  it.each(points)('generates the points %s, the same for the same seed', (kind) => {
    const data = lab.dataset({ kind, n: 30, noise: 0.1, seed: 4 });
    expect(data.inputs.shape).toEqual([30, 2]);
    expect(data.labels).toBeInstanceOf(Int32Array);
    expect(new Set(data.labels)).toEqual(new Set([0, 1]));
    expect(data.classes).toEqual(['0', '1']);
    expect(data.targets).toBeUndefined();
    expect(lab.dataset({ kind, n: 30, noise: 0.1, seed: 4 })).toEqual(data);
    expect(lab.dataset({ kind, n: 30, noise: 0.1, seed: 5 })).not.toEqual(data);
    expect(lab.dataset({ kind }).inputs.shape).toEqual([200, 2]);
  });

  it('generates a polynomial with given coefficients', () => {
    const data = lab.dataset({ kind: 'polynomial', n: 3, coefficients: [3, 0.5, -1] });
    expect(data.targets?.data).toEqual(Float32Array.from([-2, 3, 0]));
  });

  it('reads the CSV dialects of spreadsheets', () => {
    const expected = {
      inputs: { data: Float32Array.from([1, 2.5, 3, 4]), shape: [2, 2] },
      targets: { data: Float32Array.from([5, 6]), shape: [2, 1] },
    };
    expect(lab.dataset_from_csv('1,2.5,5\n3,4,6\n')).toEqual(expected);
    expect(lab.dataset_from_csv('\uFEFFa;"b;c";é\r\n1;2,5;5\r\n\r\n"3";4;6')).toEqual({
      ...expected,
      columns: ['a', 'b;c', 'é'],
    });
    expect(
      lab.dataset_from_csv('1\t2,5\t5\n3\t4\t6', {
        separator: '\t',
        header: false,
        task: 'regression',
        targets: 1,
      }),
    ).toEqual(expected);
    expect(lab.dataset_from_csv('1,2,3\n4,5,6', { targets: 2 }).targets?.shape).toEqual([2, 2]);
  });

  it('reads labels', () => {
    const data = lab.dataset_from_csv('x,y,loài\n1,2,mèo\n3,4,chó\n5,6,mèo');
    expect(data.classes).toEqual(['chó', 'mèo']);
    expect(data.labels).toEqual(Int32Array.from([1, 0, 1]));
    const numbers = lab.dataset_from_csv('1,10\n2,9', { task: 'classification' });
    expect(numbers.classes).toEqual(['9', '10']);
  });

  it.each<[string, string, CsvOptions, string]>([
    ['nothing', '', {}, 'csv is empty; expected one line of data or more'],
    [
      'a word for a number',
      'x,y\n1,2\ntall,4\n',
      {},
      'csv line 3, column 1 ("x") is "tall"; expected a number',
    ],
    ['a missing value', '1,2\n,4\n', {}, 'csv line 2, column 1 is empty; expected a number'],
    [
      'a missing field',
      '1,2,3\n4,5\n',
      {},
      'csv line 2 is 2 fields long; expected 3 fields, as in line 1',
    ],
    [
      'an open quote',
      '1,"2\n',
      {},
      'csv line 1 is a quote that is never closed; expected a closing quote',
    ],
    [
      'too many targets',
      '1,2',
      { targets: 2 },
      'targets is 2; expected 1 or more, and fewer than the 2 columns',
    ],
    [
      'another separator',
      '1|2',
      { separator: wrong('|') },
      'separator is "|"; expected ",", ";" or a tab',
    ],
    [
      'another task',
      '1,2',
      { task: wrong('x') },
      'task is "x"; expected "auto", "regression" or "classification"',
    ],
  ])('rejects CSV with %s', (_what, text, options, message) => {
    expect(() => lab.dataset_from_csv(text, options)).toThrow(refusal('invalid_argument', message));
  });

  it('generates grids', () => {
    expect(lab.grid({ d_in: 1, low: -1, high: 1, points: 3 })).toEqual({
      data: Float32Array.from([-1, 0, 1]),
      shape: [3, 1],
    });
    expect(lab.grid({ low: 0, high: 1, points: 2 }).data).toEqual(
      Float32Array.from([0, 0, 0, 1, 1, 0, 1, 1]),
    );
    expect(lab.grid().shape).toEqual([2500, 2]);
    expect(() => lab.grid({ points: 0 })).toThrow('points is 0; expected an integer from 1 to');
    expect(() => lab.grid({ low: 3 })).toThrow(
      refusal('invalid_argument', 'high is 2; expected a finite number of float32 above 3'),
    );
    expect(() => lab.grid({ d_in: 9, points: 1000 })).toThrow(
      'expected at most 268435456 elements',
    );
  });

  it('does not take a row of numbers with NaN or infinity for a header', () => {
    expect(() => lab.dataset_from_csv('NaN,1\n2,3')).toThrow(
      'csv line 1, column 1 is "NaN"; expected a number',
    );
    expect(() => lab.dataset_from_csv('Infinity,1\n2,3')).toThrow(
      'csv line 1, column 1 is "Infinity"; expected a number',
    );
  });

  it('rejects invalid descriptions of data sets', () => {
    expect(() => lab.dataset(wrong('spiral'))).toThrow(
      refusal('invalid_type', 'options is "spiral"; expected an object'),
    );
    expect(() => lab.dataset({ kind: wrong(3) })).toThrow(
      refusal('invalid_type', 'kind is 3; expected a string'),
    );
    expect(() => lab.dataset({ kind: wrong('moons') })).toThrow(
      'kind is "moons"; expected "sine", "step"',
    );
    expect(() => lab.dataset({ kind: 'xor', n: 0 })).toThrow(
      'n is 0; expected an integer from 1 to 16777216',
    );
    expect(() => lab.dataset({ kind: 'xor', noise: NaN })).toThrow(
      'noise is nan; expected a finite number of 0 or more',
    );
    expect(() => lab.dataset({ kind: 'xor', seed: -1 })).toThrow(
      'seed is -1; expected an integer from 0 to 4294967295',
    );
    expect(() => lab.dataset({ kind: 'polynomial', coefficients: wrong(['1']) })).toThrow(
      'coefficients is an array of 1; expected an array of numbers',
    );
    expect(() => lab.dataset_from_csv(wrong(7))).toThrow(
      refusal('invalid_type', 'text is 7; expected a string'),
    );
    expect(() => lab.dataset_from_csv('1,2', { header: wrong('yes') })).toThrow(
      'header is "yes"; expected true or false',
    );
  });
});
