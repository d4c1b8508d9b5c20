/**
 * The numbers of the training step, as its worker computes them on the user's way to a step, and
 * their programs give the same bits.
 */
import { load } from 'ffn-lab';
import type { Dataset, Lab } from 'ffn-lab';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { number_at } from '../../web/page/src/numbers/path.ts';
import type { RaceChange } from '../../web/page/src/steps/training/changes.ts';
import { narrow } from '../../web/page/src/steps/training/narrow.ts';
import type * as recipe from '../../web/page/src/steps/training/recipe.ts';
import type { RaceState } from '../../web/page/src/steps/training/session.ts';
import { networks } from '../../web/page/src/steps/training/twins.ts';
import type { RaceSettings, RunRequest } from '../../web/page/src/steps/training/twins.ts';
import { read_weights } from '../../web/page/src/steps/training/weights_file.ts';
import { run_program } from './run_program.ts';
import { step_recipes } from './step_recipes.ts';

const settings: RaceSettings = {
  data: 'sine',
  n: 40,
  noise: 0.05,
  d_model: 4,
  d_ff: 8,
  batch_size: 16,
  seed: 7,
  optimizer: 'adamw',
  lr: 0.01,
  gelu: 'gelu',
};
let lab: Lab;
beforeAll(async () => {
  lab = await load();
});
afterAll(() => lab.dispose());

const recipes = () => step_recipes<typeof recipe>(lab, 'training', { narrow });

const rows = (numbers: number, features: number) => ({
  data: Float32Array.from({ length: numbers * features }, (_, place) => ((place * 7) % 11) / 5 - 1),
  shape: [numbers, features],
});
const classes: Dataset = {
  inputs: rows(18, 2),
  labels: Int32Array.from({ length: 18 }, (_, row) => row % 3),
  classes: ['it’s', '"b"', '\\c\u202e'],
};
const table: Dataset = { inputs: rows(9, 3), targets: rows(9, 2) };
const changes: readonly RaceChange[] = [
  { step: 0, kind: 'kill' },
  { step: 20, kind: 'lr', lr: 0.1 },
  { step: 20, kind: 'revive' },
  { step: 50, kind: 'kill' },
];

type Way = readonly (readonly [changes: readonly RaceChange[], step: number])[];

interface Case {
  readonly name: string;
  readonly request: RunRequest;
  readonly way: Way;
}

const own = (data: Dataset): RaceSettings => ({ ...settings, data: 'own', own: data });
const cases: readonly Case[] = [
  { name: 'the beginning', request: { settings }, way: [[[], 0]] },
  { name: 'many steps', request: { settings }, way: [[[], 600]] },
  {
    name: 'a step that was passed',
    request: { settings },
    way: [
      [changes, 90],
      [changes, 30],
    ],
  },
  {
    name: 'changes that were taken back',
    request: { settings },
    way: [
      [changes, 90],
      [changes.slice(0, 3), 40],
    ],
  },
  {
    name: 'a change at the first step taken back',
    request: { settings },
    way: [
      [changes, 60],
      [[], 0],
      [[], 10],
    ],
  },
  {
    name: 'classes',
    request: { settings: { ...settings, data: 'spiral', optimizer: 'sgd' } },
    way: [[changes, 55]],
  },
  { name: 'the user’s classes', request: { settings: own(classes) }, way: [[changes, 55]] },
  { name: 'data without a picture', request: { settings: own(table) }, way: [[[], 12]] },
];
const diverged: Case = {
  name: 'a race that has diverged',
  request: { settings: { ...settings, optimizer: 'sgd' } },
  way: [[[{ step: 30, kind: 'lr', lr: 10 }], 400]],
};

/** Runs a race on its way through the steps, and returns the page's value and its state. */
async function race_on_its_way({ request, way }: Case) {
  const { value_of, computed, program } = await recipes();
  let state: RaceState = { ...request, changes: [], step: 0 };
  let value = await value_of('race', state);
  for (const [made, step] of way) {
    state = { ...request, changes: made, step };
    value = await value_of('race', state);
  }
  return { value_of, computed, program, value, state: { ...state, step: value.step } };
}

describe('the program of a race', () => {
  it.each([...cases, diverged])('gives all numbers of $name', async (one) => {
    const { computed, value, state } = await race_on_its_way(one);
    expect(value.step).toBe(one === diverged ? value.reached : one.way.at(-1)?.[1]);
    expect(await computed('race', state, value)).toEqual(value);
  });

  it('gives the numbers of initial weights from a file', async () => {
    const { value_of, state: before } = await race_on_its_way(cases[1]!);
    const file = await value_of('weights_file', { ...before, network: 'gelu' });
    const weights = (await read_weights(lab, new Blob([file]))).weights!;
    weights.w1.data.set([-0, 1e-45, 3, -1e-40]);
    const { computed, value, state } = await race_on_its_way({
      name: '',
      request: { settings, weights },
      way: [[changes, 25]],
    });
    expect(await computed('race', state, value)).toEqual(value);
  });

  it('names the value that is not finite', async () => {
    const { program, value, state } = await race_on_its_way(diverged);
    const network = networks.find((name) => value.non_finite[name])!;
    const path = `non_finite.${network}.value`;
    const printed = await run_program(program('race', state, value, path), lab, `answer.${path}`);
    expect(printed).toBe(number_at(value, path));
    expect(Number.isFinite(printed)).toBe(false);
  });

  it('prints the number at the path', async () => {
    const { program } = await recipes();
    const value = {
      grid: { data: Float32Array.of(1), shape: [1] },
      history: { dead: { relu: Int32Array.of(3) } },
    };
    expect(program('race', { settings }, value, 'grid.0')).toContain(
      'console.log(answer.grid.data[0]);',
    );
    expect(program('race', { settings }, value, 'history.dead.relu.0')).toContain(
      'console.log(answer.history.dead.relu[0]);',
    );
  });
});

it('the program of the repeated race compares the same weights', async () => {
  const { value_of, computed, state } = await race_on_its_way(cases[2]!);
  const found = await value_of('replay', state);
  expect(found).toMatchObject({ step: 30, differing: { gelu: 0, relu: 0 } });
  expect(found.count).toBeGreaterThan(50);
  expect(await computed('replay', state, found)).toEqual(found);
});

it.each([classes, table])('the program of the user’s data describes them, %#', async (data) => {
  const { value_of, computed } = await recipes();
  const facts = await value_of('dataset', { own: data });
  expect(facts.examples).toBe(data.inputs.shape[0]);
  expect(await value_of('own', { dataset: data })).toMatchObject({ dataset: data, errors: [] });
  expect(await computed('dataset', { own: data }, facts)).toEqual(facts);
});

it('programs read large data sets from the user’s file', async () => {
  const { program } = await recipes();
  const large = { ...table, inputs: rows(2000, 3) };
  for (const text of [
    program('dataset', { own: large }, {}, 'examples'),
    program('race', { settings: own(large) }, {}, 'step'),
  ]) {
    expect(text).toContain("own: lab.dataset_from_csv(await (await fetch('data.csv')).text())");
    expect(text.split('const state =')[1]!.split('\n')[0]!.length).toBeLessThan(400);
  }
});

it.each([{ settings }, { settings: own(classes) }])(
  'the program of the seeds gives all their numbers, %#',
  async (request) => {
    const { value_of, computed } = await recipes();
    const given = { ...request, steps: 25, seeds: 3 };
    let completed: unknown;
    const outcome = await value_of('seeds', given, {
      on_report: ({ value }) => (completed ??= value),
    });
    expect(outcome.seeds).toBe(3);
    expect(await computed('seeds', given, outcome)).toEqual(outcome);
    // After a cancellation the outcome is that of the completed seeds.
    expect(completed).toMatchObject({ seeds: 1 });
    expect(await computed('seeds', given, completed)).toEqual(completed);
  },
);
