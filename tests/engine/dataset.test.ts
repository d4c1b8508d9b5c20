import { describe, expect, it } from 'vitest';
import type { FfnError, ToyDataKind } from 'ffn-lab';
import { load_each } from './variants.js';

const refusal = (code: string, message: string) =>
  expect.objectContaining({ code, message }) as FfnError;
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
});
