/**
 * Variants of the models of the facts: without an activation, with other widths, trained ahead and
 * by the worker.
 */
import { readFileSync } from 'node:fs';
import { load } from 'ffn-lab';
import type { Lab } from 'ffn-lab';
import { afterAll, expect, it, vi } from 'vitest';
import { packed_facts } from '../../web/page/plugins/facts_archive.ts';
import { program_of, program_of_training } from '../../web/page/src/facts/program.ts';
import { make_handlers } from '../../web/page/src/facts/service.ts';
import { trained } from '../../web/page/src/facts/trained.ts';
import { model_folder, run_program } from './run_program.ts';

vi.mock('virtual:facts/gelu', () => ({ default: packed_facts('gelu') }));
vi.mock('virtual:facts/relu', () => ({ default: packed_facts('relu') }));

const lab: Lab = await load();
afterAll(() => lab.dispose());
const handlers = make_handlers(lab);
const corpus = handlers.corpus();
const [d_ff, d_model] = [16, corpus.training.d_model];

it('without its activation the model loses most facts, and the program counts the same', async () => {
  for (const activation of ['gelu', 'relu'] as const) {
    const counts = await handlers.without_activation({ activation });
    expect([counts.before, counts.of]).toEqual([corpus.sentences.length, corpus.sentences.length]);
    expect(counts.right).toBeLessThan(0.5 * counts.of);
    expect(
      await run_program(
        program_of('without_activation', { activation }, counts, 'right'),
        lab,
        'answer',
      ),
    ).toEqual(counts);
  }
});

it('the file of variants has widths of 1/4 to 8 times d_model, the wider the better, and a model without activation', () => {
  const { runs, ...rest } = handlers.variants();
  expect(handlers.variants()).toEqual(
    JSON.parse(readFileSync(`${model_folder}variants.json`, 'utf8')),
  );
  expect(rest).toEqual({ d_model, of: corpus.sentences.length });
  const widths = runs.filter(({ activation }) => activation === 'gelu');
  expect(widths.map((run) => run.d_ff / d_model)).toEqual([1 / 4, 1 / 2, 1, 2, 4, 8]);
  for (const { right } of runs) expect(right).toBe(rest.of);
  const without = widths.map(({ right_without }) => right_without);
  expect(without).toEqual(without.toSorted((a, b) => b - a));
  expect(without[0]).toBeGreaterThan(0.1 * rest.of);
  expect(without[4]).toBe(0);
  expect(widths.map(({ loss }) => loss)).toEqual(
    widths.map(({ loss }) => loss).toSorted((a, b) => b - a),
  );
  expect(runs.filter(({ activation }) => activation !== 'gelu')).toMatchObject([
    { activation: 'identity', d_ff: 4 * d_model },
  ]);
});

it('the worker trains as the program does', async () => {
  const state = { activation: 'gelu', d_ff } as const;
  const short = {
    ...corpus,
    training: { ...corpus.training, schedule_steps: 3, warm_up_steps: 1 },
  };
  const found = await trained(lab, short, state);
  expect(found).toMatchObject({ d_model, d_ff, steps: 3, last: 3, of: corpus.sentences.length });
  expect(found.loss).toBeGreaterThan(1);
  const program = program_of_training(state, 'loss').replace(
    'const answer',
    'corpus.training.schedule_steps = 3;\ncorpus.training.warm_up_steps = 1;\nconst answer',
  );
  expect(await run_program(program, lab, 'answer')).toEqual(found);
});

it('a training ends when it is cancelled, and reports its steps until then', async () => {
  const controller = new AbortController();
  const reports: unknown[] = [];
  const progress = (done: unknown) => {
    reports.push(done);
    controller.abort();
  };
  const { steps, last } = await handlers.trained(
    { activation: 'gelu', d_ff },
    { signal: controller.signal, progress },
  );
  expect(steps).toBe(reports[0]);
  expect(steps).toBeLessThan(last);
});
