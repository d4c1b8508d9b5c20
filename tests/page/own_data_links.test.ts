/** The user's own matrix and drawing in the address: every bit comes back, and nothing else is accepted. */
import { describe, expect, it } from 'vitest';
import {
  fits_into_link,
  most_matrix_bytes,
  read_bytes,
  read_matrix,
  write_bytes,
  write_matrix,
} from '../../web/page/src/state/link_bytes.ts';
import { matrix_text, parse_matrix } from '../../web/page/src/state/parse_matrix.ts';
import { initial_state, read_hash, write_hash } from '../../web/page/src/state/url_state.ts';
import {
  drawn_kinds,
  drawn_limit,
  most_points,
  read_drawing,
  to_place,
  write_drawing,
  type Drawing,
} from '../../web/page/src/steps/training/drawn_points.ts';

const bits = (data: Float32Array) => Array.from(new Uint32Array(data.slice().buffer));
const most_numbers = most_matrix_bytes / 4;

/** Numbers whose bits are easily lost: signs of zero, neighbours, the smallest and the largest. */
const delicate = Float32Array.of(
  0,
  -0,
  0.1,
  -0.3,
  1 + 2 ** -23,
  2 ** -149,
  -(2 ** -126),
  3.4028234663852886e38,
);

describe('bytes', () => {
  it('are restored, whatever their number', () => {
    for (let length = 0; length < 12; length++) {
      const bytes = Uint8Array.from({ length }, (_, index) => (index * 73 + 251) & 255);
      expect(write_bytes(bytes)).toMatch(/^[\w-]*$/);
      expect(read_bytes(write_bytes(bytes))).toEqual(bytes);
    }
  });

  it.each(['A', 'AB', 'AAF', '====', 'AA==', 'AA+A', 'AA A', 'é'])('refuse %s', (text) => {
    expect(read_bytes(text)).toBeUndefined();
  });
});

describe('a matrix', () => {
  it('is restored bit by bit, by the link and by the text of its field', () => {
    for (const columns of [1, 2, 4, 8]) {
      const matrix = { rows: delicate.length / columns, columns, data: delicate };
      const read = read_matrix(write_matrix(matrix));
      expect(read).toMatchObject({ rows: matrix.rows, columns });
      expect(bits(read!.data)).toEqual(bits(delicate));
      const parsed = parse_matrix(
        matrix_text({ data: read!.data, shape: [matrix.rows, columns] })!,
      );
      expect('matrix' in parsed && bits(parsed.matrix.data)).toEqual(bits(delicate));
    }
  });

  it('of a slice of a longer array contains the slice only', () => {
    const data = Float32Array.of(1, 2, 3, 4).subarray(1, 3);
    expect(read_matrix(write_matrix({ rows: 1, columns: 2, data }))?.data).toEqual(
      Float32Array.of(2, 3),
    );
  });

  it('fits into a link up to its limit', () => {
    const of = (columns: number) => ({
      rows: 1,
      columns,
      data: new Float32Array(columns).fill(0.7),
    });
    expect(fits_into_link(of(most_numbers))).toBe(true);
    expect(fits_into_link(of(most_numbers + 1))).toBe(false);
    expect(read_matrix(write_matrix(of(most_numbers)))).toEqual(of(most_numbers));
    expect(read_matrix(write_matrix(of(most_numbers + 1)))).toBeUndefined();
    const hash = write_hash({ ...initial_state, example: 'pasted', matrix: of(most_numbers) });
    expect(hash.length).toBeLessThan(3000);
    expect(read_hash(hash).refused).toBe(false);
  });

  it.each([
    '',
    '1x1',
    '1x1.',
    '0x0.AACAPw',
    '1x2.AACAPw',
    '2x1.AACAPw',
    '1x1.AACAP',
    '1x1.AACA',
    '1x1.AACAPwAA',
    '65x1.AACAPw',
    '-1x-1.AACAPw',
    '1x1.AADAfw', // NaN
    '1x1.AACAfw', // infinity
    '1x1.AACAPw==',
    '1x1.<b>',
    `65x1.${write_bytes(new Uint8Array(65 * 4))}`,
  ])('is refused from %s', (text) => {
    expect(read_matrix(text)).toBeUndefined();
    expect(read_hash(`#v=2&example=pasted&matrix=${encodeURIComponent(text)}`)).toMatchObject({
      refused: true,
      state: { example: 'pasted', matrix: undefined },
    });
  });
});

describe('a drawing', () => {
  const places = Array.from({ length: 2 * drawn_limit * 100 + 1 }, (_, index) =>
    to_place(index / 100 - drawn_limit),
  );

  it('is restored exactly, at every place of the grid', () => {
    for (let first = 0; first < places.length; first += most_points / 2) {
      const points = places.slice(first, first + most_points / 2).flatMap((x, index) => [
        { x, y: places.at(-1 - index)!, kind: index % 2 },
        { x: places[(index * 7) % places.length]!, y: x, kind: 1 - (index % 2) },
      ]);
      expect(read_drawing(write_drawing({ drawn: 'classes', points }))).toStrictEqual({
        drawn: 'classes',
        points,
      });
    }
  });

  it('of either kind, also an empty one and the largest, goes through the address', () => {
    for (const drawn of drawn_kinds) {
      for (const length of [0, 1, most_points]) {
        const points = Array.from({ length }, (_, index) => ({
          x: places[index % places.length]!,
          y: places[(index * 31) % places.length]!,
          kind: drawn === 'classes' ? index % 2 : 0,
        }));
        const train_points: Drawing = { drawn, points };
        const state = { ...initial_state, train_data: 'own', train_points } as const;
        expect(read_hash(write_hash(state))).toStrictEqual({ state, refused: false });
      }
    }
  });

  it.each([
    '',
    'classes',
    'lines.AAAA',
    'classes.AAA',
    'classes.____',
    'curve.AAAB', // a point of a curve with a class
    `classes.${'AAAA'.repeat(most_points + 1)}`,
  ])('is refused from %s', (text) => {
    expect(read_drawing(text)).toBeUndefined();
    expect(read_hash(`#v=2&train_data=own&train_points=${text}`)).toMatchObject({
      refused: true,
      state: { train_data: 'own', train_points: undefined },
    });
  });
});

describe('the address', () => {
  const matrix = { rows: 2, columns: 4, data: delicate };
  const train_points: Drawing = { drawn: 'curve', points: [{ x: 0.25, y: -1, kind: 0 }] };
  const edits = Array.from({ length: 100 }, (_, index) => ({
    tensor: 'w1' as const,
    index: 10_000 + index,
    value: -999.123456789,
  }));

  it('has own data only where they are used', () => {
    expect(write_hash({ ...initial_state, matrix, train_points })).toBe('');
    expect(write_hash({ ...initial_state, example: 'pasted', matrix })).toBe(
      `#v=2&example=pasted&matrix=${write_matrix(matrix)}`,
    );
  });

  it('keeps the edits of a matrix that it has, and leaves out those of another', () => {
    const state = { ...initial_state, example: 'pasted', edits } as const;
    expect(read_hash(write_hash({ ...state, matrix })).state.edits).toEqual(edits);
    expect(read_hash(write_hash(state)).state.edits).toEqual([]);
  });

  it('holds the largest matrix, the largest drawing and all edits', () => {
    const state = {
      ...initial_state,
      example: 'pasted',
      matrix: { rows: 16, columns: 32, data: new Float32Array(most_numbers).fill(-0.1) },
      edits,
      train_data: 'own',
      train_points: {
        drawn: 'classes',
        points: Array.from({ length: most_points }, () => ({ x: 2, y: 2, kind: 1 })),
      },
    } as const;
    expect(read_hash(write_hash(state))).toEqual({ state, refused: false });
  });
});
