/** Drawn points, CSV and weights of the training panel, computed with the core. */
import type { Lab } from 'ffn-lab';
import { load } from 'ffn-lab';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  drawn_csv,
  drawn_dataset,
  parse_csv_error,
  read_csv,
  read_own,
  with_point,
  without_line,
  without_nearest,
} from '../../web/page/src/steps/training/csv.ts';
import { to_place, type Points } from '../../web/page/src/steps/training/drawn_points.ts';
import { data_widths, dataset_of, make_twins } from '../../web/page/src/steps/training/twins.ts';
import type { RunRequest } from '../../web/page/src/steps/training/twins.ts';
import {
  data_error,
  network_error,
  read_weights,
  weight_names,
  write_weights,
} from '../../web/page/src/steps/training/weights_file.ts';
import { settings } from './small_race.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await load();
});
afterAll(() => lab.dispose());

const start_weights = (request: RunRequest) =>
  make_twins(lab, request, dataset_of(lab, request.settings)).relu.weights();

describe('points drawn by hand', () => {
  const points: Points = [
    { x: -1.5, y: 0.25, kind: 0 },
    { x: 0, y: 2, kind: 1 },
  ];

  it('are inside the plane, with two decimals', () => {
    expect([to_place(-7), to_place(0.126), to_place(-0.001)]).toEqual([-2, 0.13, 0]);
    expect(with_point([], { x: 9, y: -9, kind: 1 })).toEqual([{ x: 2, y: -2, kind: 1 }]);
  });

  it('are removed one at a time: the nearest within reach', () => {
    expect(without_nearest(points, { x: -1.4, y: 0.2 })).toEqual([points[1]]);
    expect(without_nearest(points, { x: 1.5, y: -1 })).toBe(points);
    expect(without_nearest([], { x: 0, y: 0 })).toEqual([]);
  });

  it.each(['classes', 'curve'] as const)('give the same data set as their CSV: %s', (kind) => {
    const dataset = drawn_dataset(points, kind)!;
    const read = lab.dataset_from_csv(drawn_csv(points, kind));
    expect(read.inputs).toEqual(dataset.inputs);
    expect(read.targets).toEqual(dataset.targets);
    expect(read.labels && Array.from(read.labels)).toEqual(
      dataset.labels && Array.from(dataset.labels),
    );
    expect(drawn_dataset([], kind)).toBeUndefined();
  });
});

const bad = [
  {
    text: 'a,b\n1,2\nx,3',
    error: { kind: 'no_number', line: 3, column: 1, name: 'a', value: 'x' },
  },
  { text: '1,2,3\n4,,6', error: { kind: 'no_value', line: 2, column: 2 } },
  { text: '1,2\n1e60,2', error: { kind: 'out_of_range', line: 2, column: 1, value: '1e60' } },
  { text: 'a,b,class\n1,2,\n1,2,x', error: { kind: 'no_label', line: 2, column: 3 } },
  {
    text: '1,2,3\n\n4,5',
    error: { kind: 'width', line: 3, fields: 2, expected_fields: 3, first_line: 1 },
  },
  { text: '1,2\n3,"4', error: { kind: 'open_quote', line: 2 } },
  { text: '1,2\n"3"4,5', error: { kind: 'after_quote', line: 2 } },
  { text: 'abc\ndef', error: { kind: 'no_separator', value: 'abc' } },
  { text: ' \n', error: { kind: 'empty' } },
  { text: ',,\n', error: { kind: 'empty' } },
  { text: 'x,y', error: { kind: 'header_alone' } },
] as const;

describe('CSV', () => {
  it.each(bad)('reports the error in $text', ({ text, error }) => {
    const { dataset, errors } = read_csv(lab, {
      text,
      task: text.includes('class') ? 'classification' : 'auto',
      skip: false,
    });
    expect(dataset).toBeUndefined();
    expect(errors[0]).toMatchObject(error);
  });

  it('passes on an unknown error message', () => {
    const refusal = {
      message: 'targets is 1; expected more',
      argument: 'targets',
      value: '1',
      expected: 'more',
    };
    expect(parse_csv_error(refusal)).toMatchObject({ kind: 'other', message: refusal.message });
  });

  it('reports every invalid line, and can skip them', () => {
    const text = 'x1,x2,y\r\n1,2,3\r\n1,b,3\r\n4,5\r\n6,7,8\r\n9,9,z\r\n';
    const { dataset, errors, others, more } = read_csv(lab, {
      text,
      task: 'regression',
      skip: false,
    });
    expect({ dataset, others, more }).toEqual({ dataset: undefined, others: true, more: false });
    expect(errors.map(({ line, kind }) => [line, kind])).toEqual([
      [3, 'no_number'],
      [4, 'width'],
      [6, 'no_number'],
    ]);
    const rest = read_csv(lab, { text, task: 'regression', skip: true }).dataset!;
    expect(Array.from(rest.inputs.data)).toEqual([1, 2, 6, 7]);
    expect(without_line('a\r\nb\nc', 2)).toBe('a\r\n\nc');
  });

  it('is rejected when no line is valid', () => {
    const text = `a,b\n${'x,y,z\n'.repeat(80)}`;
    const { dataset, errors, more, others } = read_csv(lab, { text, task: 'auto', skip: true });
    expect({ dataset, more, others, shown: errors.length }).toEqual({
      dataset: undefined,
      more: true,
      others: false,
      shown: 5,
    });
  });

  it('is described by the core’s numbers', () => {
    const { counts, ...facts } = read_own(lab, {
      text: '1,-2,cat\n3,4,dog\n5,6,cat',
      task: 'auto',
      skip: false,
    }).facts!;
    expect(facts).toEqual({ examples: 3, d_in: 2, d_out: 2, minimum: -2, maximum: 6 });
    expect(Array.from(counts!)).toEqual([2, 1]);
  });
});

describe('weights', () => {
  it('are read from a file with the same bits, and both networks begin with them', async () => {
    const weights = start_weights({ settings });
    for (const name of weight_names)
      weights[name]!.data.set([-0, 1e-45, 3.4e38, -1e-40].slice(0, name === 'b_out' ? 2 : 4));
    const file = new Blob([write_weights(lab, weights, 'relu', settings)]);
    const read = await read_weights(lab, file);
    expect(read.error).toBeUndefined();
    expect(read.rounded).toBe(false);
    const { metadata } = await lab.open_checkpoint(file);
    expect(metadata).toMatchObject({
      made_by: 'FFN Lab',
      layout: 'out_in',
      activation: 'relu',
      data: 'spiral',
      seed: '7',
      lr: '0.02',
    });
    const bits = (data: Float32Array) =>
      Array.from(new Uint32Array(data.buffer, data.byteOffset, data.length));
    for (const name of weight_names) {
      const { data, shape } = weights[name]!;
      const found = read.weights![name]!;
      expect([name, found.shape, bits(found.data)]).toEqual([name, shape, bits(data)]);
    }
    const again = start_weights({ settings, weights: read.weights });
    expect(bits(again.w1.data)).toEqual(bits(weights.w1.data));
  });

  const tensor = (name: string, ...shape: number[]) => ({ name, shape, dtype: 'F32' });
  const right = [
    tensor('w_in', 4, 2),
    tensor('w1', 6, 4),
    tensor('w2', 4, 6),
    tensor('w_out', 2, 4),
  ];

  it('are refused with the expected shapes', () => {
    expect(network_error(right)).toBeUndefined();
    expect(network_error([...right, tensor('b1', 6)])).toBeUndefined();
    expect(network_error(right.slice(1))).toEqual({ kind: 'missing', names: ['w_in'] });
    const turned = [...right.slice(0, 1), tensor('w1', 4, 6), ...right.slice(2)];
    expect(network_error(turned)).toEqual({
      kind: 'shape',
      names: ['w1'],
      found: [4, 6],
      expected: ['d_ff', 4],
    });
    expect(network_error([...right, tensor('b2', 1, 4)])).toEqual({
      kind: 'shape',
      names: ['b2'],
      found: [1, 4],
      expected: [4],
    });
  });

  it('of invalid files are refused with an error', async () => {
    expect((await read_weights(lab, new Blob(['not a file at all']))).error).toMatchObject({
      kind: 'file',
    });
    const other = lab.write_safetensors({
      'h.0.mlp.c_fc.weight': { data: new Float32Array(2), shape: [1, 2] },
    });
    expect((await read_weights(lab, new Blob([other]))).error).toMatchObject({ kind: 'missing' });
    const weights = start_weights({ settings });
    weights.w2.data[3] = NaN;
    const spoilt = new Blob([write_weights(lab, weights, 'relu', settings)]);
    expect((await read_weights(lab, spoilt)).error).toEqual({ kind: 'not_finite', names: ['w2'] });
  });

  it('are compared with the shape of the data', () => {
    const weights = start_weights({ settings });
    expect(data_error(weights, data_widths({ data: 'xor' })!)).toBeUndefined();
    expect(data_error(weights, data_widths({ data: 'sine' })!)).toEqual({
      kind: 'inputs',
      found: 2,
      expected: 1,
    });
    expect(data_error(weights, { d_in: 2, d_out: 3 })).toEqual({
      kind: 'outputs',
      found: 2,
      expected: 3,
    });
    expect(data_widths({ data: 'own' })).toBeUndefined();
  });
});
