/**
 * The three networks that are fitted to a curve: what is drawn of them, and the curve that the
 * reader draws.
 */
import { load } from 'ffn-lab';
import { expect, it } from 'vitest';
import {
  fit_steps,
  fitted_networks,
  point_at,
  read_curve,
  with_stroke,
  write_curve,
} from '../../web/page/src/steps/activation/drawn_curve.ts';
import type { Given } from '../../web/page/src/compute/recipe.ts';
import { initial_state } from '../../web/page/src/state/url_state.ts';
import { fit } from '../../web/page/src/steps/activation/recipe.ts';

const given = { lab: await load() } as Given;

/** y of a straight line through the first and the last point, at every x. */
function line_through(x: Float32Array, y: Float32Array): number[] {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = [x[0], y[0], x.at(-1), y.at(-1)];
  return Array.from(x, (at) => y0 + ((at - x0) / (x1 - x0)) * (y1 - y0));
}

const farthest = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Math.max(...Array.from(a, (value, index) => Math.abs(value - (b[index] ?? NaN))));

it('the network without an activation draws a line at every step, and the two others the curve', () => {
  const { frames, inputs } = fit(given, initial_state);
  expect(frames.map(({ step }) => step)).toEqual(
    Array.from({ length: 31 }, (_, frame) => frame * fit_steps.interval),
  );
  for (const { identity } of frames)
    expect(farthest(identity.curve, line_through(inputs.data, identity.curve))).toBeLessThan(1e-5);
  const last = frames.at(-1)!;
  for (const name of ['relu', 'gelu'] as const) {
    expect(farthest(last[name].curve, line_through(inputs.data, last[name].curve))).toBeGreaterThan(
      0.5,
    );
    expect(last[name].loss).toBeLessThan(last.identity.loss / 20);
  }
});

it('the units and the constant add up to the curve', () => {
  const { frames, inputs } = fit(given, {
    ...initial_state,
    fit_width: 8,
    fit_curve: 'abs',
  });
  for (const network of fitted_networks) {
    for (const frame of [frames[0]!, frames.at(-1)!]) {
      const { units, rest, curve } = frame[network];
      expect(units.shape).toEqual([inputs.data.length, 8]);
      const sums = Array.from(inputs.data, (_, row) =>
        units.data.slice(row * 8, (row + 1) * 8).reduce((sum, part) => sum + part, rest ?? NaN),
      );
      expect(farthest(sums, curve)).toBeLessThan(1e-5);
    }
  }
});

it('drawn points are the data', () => {
  const points = Array.from({ length: 33 }, (_, index) => (index % 2 ? 1 : -1));
  const { dataset } = fit(given, { ...initial_state, fit_points: points });
  expect(Array.from(dataset.targets?.data ?? [])).toEqual(points);
  expect(dataset.inputs).toEqual(given.lab.dataset({ kind: 'sine', n: 33 }).inputs);
});

it('a stroke moves the points on its way, inside the limits, and no others', () => {
  const flat = Array.from({ length: 33 }, () => 0);
  const moved = with_stroke(flat, { x: 0.5, y: 9 }, { x: 0, y: 0 });
  expect(moved.slice(15, 22)).toEqual([0, 0, 2, 2, 2, 2, 0]);
  expect(with_stroke(flat, { x: -2.5, y: -1 })).toEqual([-1, ...flat.slice(1)]);
  expect([-9, -2, 0, 1.94, 2, 9].map(point_at)).toEqual([0, 0, 16, 32, 32, 32]);
});

it('a curve in an address has all its points, or is refused', () => {
  const points = Array.from({ length: 33 }, (_, index) => [-2, -0.85, 0, 1.15][index % 4] ?? NaN);
  expect(read_curve(write_curve(points))).toEqual(points);
  for (const wrong of [
    '',
    '1.2',
    write_curve(points.slice(1)),
    write_curve(points).replace('-200', '-201'),
    write_curve(points).replace('0', 'x'),
  ])
    expect(read_curve(wrong)).toBeUndefined();
});
