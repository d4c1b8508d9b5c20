/** Variants of the models of the facts: without an activation, trained ahead and by the worker. */
import { readFileSync } from 'node:fs';
import { load } from 'ffn-lab';
import type { Lab } from 'ffn-lab';
import { afterAll, expect, it, vi } from 'vitest';
import { packed_facts } from '../../web/page/plugins/facts_archive.ts';
import type * as file_recipe from '../../web/page/src/language_model/file_recipe.ts';
import { narrow } from '../../web/page/src/language_model/narrow.ts';
import { corpus as corpus_file } from '../../web/page/src/language_model/open.ts';
import type * as recipe from '../../web/page/src/language_model/variant_recipe.ts';
import { trained } from '../../web/page/src/language_model/variant_recipe.ts';
import type { FactsSession } from '../../web/page/src/language_model/session.ts';
import type { Given } from '../../web/page/src/compute/recipe.ts';
import { model_folder, run_program } from './run_program.ts';
import { expect_cancelled, step_recipes } from './step_recipes.ts';

vi.mock('virtual:facts/gelu', () => ({ default: packed_facts('gelu') }));
vi.mock('virtual:facts/relu', () => ({ default: packed_facts('relu') }));

const lab: Lab = await load();
afterAll(() => lab.dispose());
const { value_of, program, computed } = await step_recipes<typeof recipe & typeof file_recipe>(
  lab,
  'facts',
  { folder: 'language_model', files: ['recipe.ts', 'variant_recipe.ts'], narrow },
);
const corpus = corpus_file;
const [d_ff, d_model] = [16, corpus.training.d_model];

it('without its activation the model loses most facts, and the program counts the same', async () => {
  for (const activation of ['gelu', 'relu'] as const) {
    const counts = await value_of('without_activation', { activation });
    expect([counts.before, counts.of]).toEqual([corpus.sentences.length, corpus.sentences.length]);
    expect(counts.right).toBeLessThan(0.5 * counts.of);
    expect(await computed('without_activation', { activation }, counts)).toEqual(counts);
  }
});

it('the file of variants has a model without an activation, which learns all sentences', async () => {
  const { runs, d_model: width, of } = await value_of('variants', {});
  expect(await value_of('variants', {})).toEqual(
    JSON.parse(readFileSync(`${model_folder}variants.json`, 'utf8')),
  );
  expect([width, of]).toEqual([d_model, corpus.sentences.length]);
  expect(runs).toMatchObject([
    { activation: 'identity', d_ff: 4 * d_model, right: of, right_without: 0 },
    { activation: 'gelu', d_ff: 4 * d_model, right: of, right_without: 0 },
    { activation: 'relu', d_ff: 4 * d_model, right: of, right_without: 0 },
    { activation: 'gelu', d_ff: 1, right: of },
  ]);
  // With one unit the rest of the model holds the facts.
  expect(runs[3]!.right_without).toBeGreaterThan(0.99 * of);
});

it('the file of variants has the sentences that each ends rightly on the way', async () => {
  const { runs } = await value_of('variants', {});
  const every_30th = Array.from({ length: 51 }, (_, place) => 30 * place);
  for (const { history, right } of runs) {
    expect(history.steps).toEqual(every_30th);
    expect([history.right.length, history.right.at(-1)]).toEqual([history.steps.length, right]);
    expect(history.right[0]).toBeLessThan(0.1 * right);
  }
});

it('the worker trains as the program does', async () => {
  const state = { activation: 'gelu', d_ff } as const;
  const short = {
    ...corpus,
    training: { ...corpus.training, schedule_steps: 31, warm_up_steps: 1 },
  };
  const session = { corpus: () => Promise.resolve(short) } as FactsSession;
  const progress = { report: () => undefined, pause: () => undefined };
  const given = { lab, session, progress } as unknown as Given<FactsSession>;
  const found = await trained(given, state);
  expect(found).toMatchObject({ d_model, d_ff, steps: 31, last: 31, of: corpus.sentences.length });
  expect(found.loss).toBeGreaterThan(1);
  expect(found.history.steps).toEqual([0, 30, 31]);
  const text = program('trained', state, found, 'loss').replace(
    'const answer',
    `const corpus = await session.corpus();
corpus.training.schedule_steps = 31;
corpus.training.warm_up_steps = 1;
session.corpus = async () => corpus;
const answer`,
  );
  expect(await run_program(text, lab, 'answer')).toEqual(found);
});

it('the program of a variant that was trained ahead trains it', async () => {
  const value = await value_of('variants', {});
  const text = program('variants', {}, value, 'runs.0.right');
  expect(text).toContain("const state = { activation: 'identity', d_ff: 256 };");
  expect(text).toMatch(/await trained\(.*\);\nconsole\.log\(answer\.right\);\n$/);
  const on_the_way = program('variants', {}, value, 'runs.3.history.right.2');
  expect(on_the_way).toContain("const state = { activation: 'gelu', d_ff: 1 };");
  expect(on_the_way).toContain('answer.history.right[2]');
});

it('a training ends when it is cancelled', () =>
  expect_cancelled((call) => value_of('trained', { activation: 'gelu', d_ff }, call)));
