/**
 * The numbers of the training step, as its worker computes them on the user's way to a step, and
 * their programs give the same bits.
 */
import { load } from 'ffn-lab';
import type { Dataset, Lab } from 'ffn-lab';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { number_at } from '../../web/page/src/numbers/path.ts';
import type { RaceChange } from '../../web/page/src/steps/training/changes.ts';
import type { RaceState } from '../../web/page/src/steps/training/from_start.ts';
import { program_from_start } from '../../web/page/src/steps/training/program.ts';
import type { SeedsProgress } from '../../web/page/src/steps/training/seed_runs.ts';
import { make_handlers, make_seeds_handlers } from '../../web/page/src/steps/training/service.ts';
import { networks } from '../../web/page/src/steps/training/twins.ts';
import type { RaceSettings, RunRequest } from '../../web/page/src/steps/training/twins.ts';
import { read_weights } from '../../web/page/src/steps/training/weights_file.ts';
import { run_program } from './run_program.ts';

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
const context = { signal: new AbortController().signal, progress: () => undefined };

let lab: Lab;
beforeAll(async () => {
  lab = await load();
});
afterAll(() => lab.dispose());

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

/**
 * Runs a race on its way through the steps, and returns the handlers, the page's value and the
 * state of its program.
 */
async function race_on_its_way({ request, way }: Case) {
  const handlers = make_handlers(lab);
  const setup = await handlers.start(request, context);
  let frame = await handlers.show({ changes: [], step: 0 }, context);
  for (const [made, step] of way) frame = await handlers.show({ changes: made, step }, context);
  const failing = networks.filter((network) => frame.non_finite[network]);
  const state: RaceState = {
    ...request,
    changes: frame.changes,
    step: frame.step,
    reached: frame.reached,
    failing,
  };
  return { handlers, value: { ...setup, ...frame }, state };
}

const answer_of = (name: string, state: { readonly settings: object }, value: unknown) =>
  run_program(program_from_start(name, state, value, 'step'), lab, 'answer');

describe('the program of a race', () => {
  it.each([...cases, diverged])('gives all numbers of $name', async (one) => {
    const { value, state } = await race_on_its_way(one);
    expect(value.step).toBe(one === diverged ? state.reached : one.way.at(-1)?.[1]);
    expect(await answer_of('race', state, value)).toEqual(value);
  });

  it('gives the numbers of initial weights from a file', async () => {
    const { handlers } = await race_on_its_way(cases[1]!);
    const file = await handlers.write_weights('gelu', context);
    const weights = (await read_weights(lab, new Blob([file]))).weights!;
    weights.w1.data.set([-0, 1e-45, 3, -1e-40]);
    const { value, state } = await race_on_its_way({
      name: '',
      request: { settings, weights },
      way: [[changes, 25]],
    });
    expect(await answer_of('race', state, value)).toEqual(value);
  });

  it('names the value that is not finite', async () => {
    const { value, state } = await race_on_its_way(diverged);
    const network = state.failing[0]!;
    const path = `non_finite.${network}.value`;
    const printed = await run_program(
      program_from_start('race', state, value, path),
      lab,
      `answer.${path}`,
    );
    expect(printed).toBe(number_at(value, path));
    expect(Number.isFinite(printed)).toBe(false);
  });

  it('prints the number at the path', () => {
    const value = {
      grid: { data: Float32Array.of(1), shape: [1] },
      history: { dead: { relu: Int32Array.of(3) } },
    };
    expect(program_from_start('race', { settings }, value, 'grid.0')).toContain(
      'console.log(answer.grid.data[0]);',
    );
    expect(program_from_start('race', { settings }, value, 'history.dead.relu.0')).toContain(
      'console.log(answer.history.dead.relu[0]);',
    );
  });
});

it('the program of the repeated race compares the same weights', async () => {
  const { handlers, state } = await race_on_its_way(cases[2]!);
  const found = await handlers.replay(undefined, context);
  expect(found).toMatchObject({ step: 30, differing: { gelu: 0, relu: 0 } });
  expect(found.count).toBeGreaterThan(50);
  expect(await answer_of('replay', state, found)).toEqual(found);
});

it.each([classes, table])('the program of the user’s data describes them, %#', async (data) => {
  const facts = make_handlers(lab).own({ dataset: data }).facts!;
  expect(facts.examples).toBe(data.inputs.shape[0]);
  expect(await answer_of('dataset', { settings: { own: data } }, facts)).toEqual(facts);
});

it('programs read large data sets from the user’s file', () => {
  const program = program_from_start(
    'dataset',
    { settings: own({ ...table, inputs: rows(2000, 3) }) },
    {},
    'examples',
  );
  expect(program).toContain(
    "settings.own = lab.dataset_from_csv(await (await fetch('data.csv')).text());",
  );
  expect(program.length).toBeLessThan(5000);
});

it.each([{ settings }, { settings: own(classes) }])(
  'the program of the seeds gives all their numbers, %#',
  async (request) => {
    const given = { ...request, steps: 25, seeds: 3 };
    let outcome: SeedsProgress['outcome'];
    const progress = (now: unknown) => (outcome = (now as SeedsProgress).outcome);
    await make_seeds_handlers(lab).run(given, { ...context, progress });
    expect(outcome?.seeds).toBe(3);
    expect(await answer_of('seeds', given, outcome)).toEqual(outcome);
  },
);
