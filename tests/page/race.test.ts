/** The training service in the worker: every path to a step gives the same bits. */
import { load } from 'ffn-lab';
import type { Lab, TrainableWeights } from 'ffn-lab';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../web/page/src/compute/recipe.ts';
import { is_sampled, is_row, next_sampled } from '../../web/page/src/steps/training/frame.ts';
import type * as recipe from '../../web/page/src/steps/training/recipe.ts';
import { Timeline } from '../../web/page/src/steps/training/timeline.ts';
import { dispose_twins, networks } from '../../web/page/src/steps/training/twins.ts';
import type { Network, RaceSettings, RunRequest } from '../../web/page/src/steps/training/twins.ts';
import { read_weights } from '../../web/page/src/steps/training/weights_file.ts';
import type { RaceChange } from '../../web/page/src/steps/training/changes.ts';
import { step_recipes } from './step_recipes.ts';

const settings: RaceSettings = {
  data: 'spiral',
  n: 60,
  noise: 0.05,
  d_model: 4,
  d_ff: 8,
  optimizer: 'adamw',
  lr: 0.01,
  batch_size: 16,
  seed: 7,
  gelu: 'gelu',
};
const on = { pause: () => undefined };

let lab: Lab;
beforeAll(async () => {
  lab = await load();
});
afterAll(() => lab.dispose());

const timeline_of = (): Timeline => new Timeline(lab, { settings });
const bits = (weights: TrainableWeights) =>
  Object.values(weights as unknown as Record<string, { data: Float32Array }>).flatMap(
    ({ data }) => [...new Uint32Array(data.slice().buffer)],
  );
const state = (timeline: Timeline) => [
  timeline.step,
  bits(timeline.twins.gelu.weights()),
  bits(timeline.twins.relu.weights()),
];

const changes: readonly RaceChange[] = [
  { step: 0, kind: 'kill' },
  { step: 40, kind: 'lr', lr: 0.1 },
  { step: 40, kind: 'revive' },
  { step: 90, kind: 'kill' },
];

describe('every path to a step gives the same bits', () => {
  it('both networks begin with the same weights', () => {
    const timeline = timeline_of();
    expect(bits(timeline.twins.gelu.weights())).toEqual(bits(timeline.twins.relu.weights()));
    dispose_twins(timeline.twins);
  });

  it('directly, back and forth, and with changes undone and redone', async () => {
    const [straight, rewound] = [timeline_of(), timeline_of()];
    await straight.go(changes, 120, on);
    for (const [done, step] of [
      [changes, 130],
      [changes, 40],
      [changes.slice(0, 2), 40],
      [changes, 0],
      [[], 0],
      [changes.slice(0, 3), 300],
      [changes, 39],
      [changes, 90],
      [[{ step: 10, kind: 'revive' }], 90],
      [changes, 120],
    ] as const)
      await rewound.go(done, step, on);
    expect(state(rewound)).toEqual(state(straight));
    const before = straight.record;
    expect(rewound.record.history()).toEqual(before.history());
    for (const network of networks)
      expect(rewound.record.last_alive(network, 120)).toEqual(before.last_alive(network, 120));
    expect(rewound.record.rows()).toEqual(before.rows());
    expect(rewound.record.reached).toBe(120);
    dispose_twins(straight.twins);
    dispose_twins(rewound.twins);
  });

  it('cancelled training stops and can be continued', async () => {
    const timeline = timeline_of();
    const pause = ({ done }: Report) =>
      done < 100 ? undefined : Promise.reject(new Error('cancelled'));
    await expect(timeline.go([], 500, { pause })).rejects.toThrow('cancelled');
    const stopped = timeline.step;
    expect(stopped).toBeGreaterThanOrEqual(100);
    expect(stopped).toBeLessThan(200);
    expect(timeline.record.reached).toBe(stopped);
    await timeline.go([], 500, on);
    expect(timeline.step).toBe(500);
    expect(Array.from(timeline.record.history().steps)).toEqual(
      Array.from({ length: 501 }, (_, step) => step).filter(is_sampled),
    );
    dispose_twins(timeline.twins);
  });
});

const recipes = () => step_recipes<typeof recipe>(lab, 'training');

describe('replies to the page', () => {
  it('diverging training names the tensor, and is finite again 50 steps before', async () => {
    const { value_of } = await recipes();
    const request = { settings: { ...settings, data: 'sine', optimizer: 'sgd' } } as const;
    const at = (step: number, made: readonly RaceChange[] = []) => ({
      ...request,
      changes: made,
      step,
    });
    expect(await value_of('race', at(200))).toMatchObject({ step: 200, non_finite: {}, lr: 0.01 });
    const wild = await value_of('race', at(400, [{ step: 200, kind: 'lr', lr: 10 }]));
    expect(wild.step).toBeLessThan(400);
    const error = wild.non_finite.gelu ?? wild.non_finite.relu;
    expect(error).toMatchObject({ step: wild.step + 1 });
    expect(Number.isFinite(error?.value)).toBe(false);
    const undone = await value_of('race', at(wild.step - 50));
    expect(undone.non_finite).toEqual({});
    for (const { data_loss, fitted } of Object.values(undone.runners))
      expect([data_loss, ...fitted.data].every(Number.isFinite)).toBe(true);
    expect(await value_of('replay', at(undone.step))).toMatchObject({
      step: undone.step,
      differing: { gelu: 0, relu: 0 },
    });
  });

  it('dead ReLU units get no gradient, the same GELU units do', async () => {
    const { value_of } = await recipes();
    const value = await value_of('race', {
      settings: { ...settings, data: 'sine', d_ff: 32 },
      changes: [{ step: 50, kind: 'kill' }],
      step: 60,
    });
    expect(value).toMatchObject({ picture: 'curve', units: 32, classes: [] });
    const { runners } = value;
    expect(runners.relu.dead.length).toBeGreaterThan(5);
    expect(runners.relu.largest_gradient).toBe(0);
    expect(runners.gelu.largest_gradient).toBeGreaterThan(0);
    for (const unit of runners.relu.dead) expect(runners.relu.last_alive[unit]).toBeLessThan(60);
  });

  it('a unit that a change has killed was alive at that step', async () => {
    const { value_of, computed } = await recipes();
    for (const step of [0, 50]) {
      const state = {
        settings: { ...settings, data: 'sine', d_ff: 32 } as const,
        changes: [{ step, kind: 'kill' }] as const,
        step: step + 1,
      };
      const alive = await value_of('race', { ...state, changes: [], step });
      const value = await value_of('race', state);
      const { dead, last_alive } = value.runners.relu;
      const killed = dead.filter((unit) => !alive.runners.relu.dead.includes(unit));
      expect(killed.length).toBeGreaterThan(5);
      for (const unit of killed) expect(last_alive[unit]).toBe(step);
      expect(await computed('race', state, value)).toEqual(value);
    }
  });

  it('a move within a budget of time ends before its step', async () => {
    const { value_of } = await recipes();
    const state = { settings, changes: [], step: 20_000 };
    const { step } = await value_of('race', { ...state, budget_ms: 5 });
    expect(step).toBeGreaterThan(0);
    expect(step).toBeLessThan(20_000);
  });
});

describe('the user’s data and weights', () => {
  const own = (numbers: number, features: number, rest: object) => ({
    inputs: {
      data: Float32Array.from({ length: numbers * features }, (_, place) => (place % 7) / 3),
      shape: [numbers, features],
    },
    ...rest,
  });

  it('three classes with two inputs have a decision surface, three inputs have none', async () => {
    const { value_of } = await recipes();
    const points = own(12, 2, {
      labels: Array.from({ length: 12 }, (_, row) => row % 3),
      classes: ['a', 'b', 'c'],
    });
    const at_20 = { changes: [], step: 20 };
    const surface = await value_of('race', {
      settings: { ...settings, data: 'own', own: points },
      ...at_20,
    });
    expect(surface).toMatchObject({ picture: 'surface', classes: ['a', 'b', 'c'], domain: [0, 2] });
    expect(surface.runners.gelu.fitted.data.length).toBe((surface.grid.data.length / 2) * 3);
    const table = own(5, 3, { targets: { data: Float32Array.of(1, 2, 3, 4, 5), shape: [5, 1] } });
    const other = await value_of('race', {
      settings: { ...settings, data: 'own', own: table },
      ...at_20,
    });
    expect(other).toMatchObject({ picture: 'none', step: 20 });
  });

  it('both networks begin with given weights; those of another shape are refused', async () => {
    const { value_of } = await recipes();
    const weights = async (of: RunRequest, step: number, network: Network) => {
      const state = { ...of, changes: [], step, network };
      return (await read_weights(lab, new Blob([await value_of('weights_file', state)]))).weights!;
    };
    const given = await weights({ settings }, 30, 'relu');
    for (const network of ['gelu', 'relu'] as const)
      expect(bits(await weights({ settings, weights: given }, 0, network))).toEqual(bits(given));
    const sine = { ...settings, data: 'sine' } as const;
    await expect(
      value_of('race', { settings: sine, weights: given, changes: [], step: 0 }),
    ).rejects.toThrow('w_in');
    // The next one begins anew.
    expect(await value_of('race', { settings, changes: [], step: 1 })).toMatchObject({ step: 1 });
  });
});

it('checked steps and rows of the history follow their schedule', () => {
  for (const step of [0, 1, 255, 256, 257, 512, 700, 5000, 19_999]) {
    const next = next_sampled(step);
    expect(is_sampled(next)).toBe(true);
    for (let between = step + 1; between < next; between++) expect(is_sampled(between)).toBe(false);
  }
  for (let reached = 0; reached < 3000; reached += 7) {
    const rows = Array.from({ length: reached + 1 }, (_, step) => step).filter((step) =>
      is_row(step, reached),
    );
    expect(rows.length).toBeLessThanOrEqual(13);
    expect(rows.every((step) => is_row(step, step) && is_sampled(step))).toBe(true);
  }
});
