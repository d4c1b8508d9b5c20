/** The runs of several seeds of the training panel, computed with the core. */
import type { Lab } from 'ffn-lab';
import { load } from 'ffn-lab';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../web/page/src/compute/recipe.ts';
import type * as recipe from '../../web/page/src/steps/training/recipe.ts';
import { outcome_of } from '../../web/page/src/steps/training/seed_runs.ts';
import type { Outcome, RunEnd, SeedsRequest } from '../../web/page/src/steps/training/seed_runs.ts';
import { settings } from './small_race.ts';
import { step_recipes } from './step_recipes.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await load();
});
afterAll(() => lab.dispose());

describe('ten seeds', () => {
  const request: SeedsRequest = { settings, steps: 30, seeds: 4 };
  const recipes = () => step_recipes<typeof recipe>(lab, 'training');

  it('equal single runs, with the core’s percentiles', async () => {
    const reports: Report[] = [];
    const { value_of } = await recipes();
    const outcome = await value_of('seeds', request, { on_report: (now) => reports.push(now) });
    expect(reports.at(-1)).toMatchObject({ done: 120, of: 120, value: outcome });
    const outcomes = reports.flatMap(({ value }) => (value ? [value as Outcome] : []));
    expect(outcomes.map(({ seeds }) => seeds)).toEqual([1, 2, 3, 4]);
    const dataset = lab.dataset({ kind: 'spiral', n: 60, noise: 0.05, seed: 7 });
    for (const [name, activation] of [
      ['gelu', 'gelu_tanh'],
      ['relu', 'relu'],
    ] as const) {
      for (const [seed, end] of outcome.ends[name].entries()) {
        const run = lab.TrainingRun({
          dataset,
          activation,
          d_model: 4,
          d_ff: 6,
          lr: 0.02,
          batch_size: 32,
          seed,
        });
        run.step(30);
        const { dead } = lab.dead_units(run.trace_data(), { activation });
        expect(end).toEqual({
          steps: 30,
          loss: run.data_loss(),
          accuracy: run.data_accuracy(),
          dead: dead.length,
          non_finite: undefined,
        });
        run.dispose();
      }
      const losses = Float32Array.from(outcome.ends[name], ({ loss }) => loss);
      expect(outcome.spread[name].loss).toEqual(
        lab.percentiles({ data: losses, shape: [4] }, [0, 25, 50, 75, 100]),
      );
    }
  });

  it('count the lower losses, ties for neither', () => {
    const end = (loss: number): RunEnd => ({
      steps: 1,
      loss,
      accuracy: undefined,
      dead: 0,
      non_finite: undefined,
    });
    const { lower, spread } = outcome_of(lab, {
      gelu: [1, 2, 3].map(end),
      relu: [2, 2, 1].map(end),
    });
    expect(lower).toEqual({ gelu: 1, relu: 1 });
    expect(spread.gelu.accuracy).toBeUndefined();
  });

  it('can be cancelled, and free their memory', async () => {
    const controller = new AbortController();
    const reports: Report[] = [];
    const { value_of } = await recipes();
    const running = value_of('seeds', request, {
      signal: controller.signal,
      on_report: (now) => (reports.push(now), controller.abort(new Error('enough'))),
    });
    await expect(running).rejects.toThrow('enough');
    expect(reports.length).toBe(1);
  });

  it('report missing data', async () => {
    const { value_of } = await recipes();
    await expect(
      value_of('seeds', { ...request, settings: { ...settings, data: 'own' } }),
    ).rejects.toThrow();
  });
});
