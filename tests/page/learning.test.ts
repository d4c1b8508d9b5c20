/**
 * The training of the facts' twins in the worker: every way to a step gives the same bits as the
 * native build and the programs.
 */
import { readFileSync } from 'node:fs';
import { load } from 'ffn-lab';
import type { Lab, Tensor } from 'ffn-lab';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { packed_facts } from '../../web/page/plugins/facts_archive.ts';
import { relations } from '../../web/page/src/language_model/corpus.ts';
import { corpus } from '../../web/page/src/language_model/open.ts';
import { narrow } from '../../web/page/src/steps/learning/narrow.ts';
import type * as recipe from '../../web/page/src/steps/learning/recipe.ts';
import { compare_twins } from '../../web/page/src/steps/learning/comparison.ts';
import { recorded_steps, Twins } from '../../web/page/src/steps/learning/twins.ts';
import { languages } from '../../web/page/src/words/languages.ts';
import { model_folder } from './run_program.ts';
import { step_recipes } from './step_recipes.ts';

vi.mock('virtual:facts/gelu', () => ({ default: packed_facts('gelu') }));
vi.mock('virtual:facts/relu', () => ({ default: packed_facts('relu') }));

const lab: Lab = await load();
afterAll(() => lab.dispose());
const { value_of, computed } = await step_recipes<typeof recipe>(lab, 'learning', { narrow });
const prompt = corpus.sentences[0]!.slice(4, -1);
const at = (step: number, activation: 'gelu' | 'relu' = 'gelu') =>
  value_of('learned', { step, activation, prompt });

describe('the training', () => {
  it('counts sentences by language and relation', async () => {
    const { of, right, history, last } = await at(0);
    expect(Array.from(corpus.relations)).toEqual(relations);
    expect(Array.from(corpus.languages)).toEqual(languages);
    expect(of.all).toBe(corpus.sentences.length);
    for (const counts of [of, right.gelu, right.relu])
      for (const parts of [counts.languages, counts.relations])
        expect(parts.reduce((sum, part) => sum + part)).toBe(counts.all);
    expect(right.gelu.all).toBeLessThan(0.05 * of.all);
    expect(Array.from(history.loss.gelu)).toEqual([NaN]);
    expect(recorded_steps(last).at(-1)).toBe(last);
  });

  it('has the same bits on each way to a step', async () => {
    const straight = await at(20);
    expect(Array.from(straight.history.steps)).toEqual([0, 10, 20]);
    expect(straight.history.loss.relu[2]).toBeLessThan(straight.history.loss.relu[1]!);
    const before = await at(10);
    expect([before.step, before.reached, before.history]).toEqual([10, 20, straight.history]);
    expect(before.probabilities).not.toEqual(straight.probabilities);
    expect(await at(20)).toEqual(straight);
    const state = { step: 10, activation: 'gelu', prompt };
    expect(await computed('learned', state, before, 'history.steps.1')).toEqual(before);
    // The other numbers need no later step.
    expect(await computed('learned', state, before, 'step')).toMatchObject({
      step: 10,
      reached: 10,
      probabilities: before.probabilities,
    });
  });

  it('stops where it is cancelled, and goes on from there', async () => {
    const controller = new AbortController();
    let reported = NaN;
    const cancelled = value_of(
      'learned',
      { step: 300, activation: 'gelu', prompt },
      {
        signal: controller.signal,
        on_report: ({ done }) => {
          reported = done;
          controller.abort(new Error('cancelled'));
        },
      },
    );
    await expect(cancelled).rejects.toThrow('cancelled');
    expect(reported).toBeGreaterThanOrEqual(20);
    expect(reported).toBeLessThan(100);
    const { step, reached } = await at(reported + 1);
    expect([step, reached]).toEqual([reported + 1, reported + 1]);
    expect((await at(20)).step).toBe(20);
  });

  it('ends before a step that is not finite', async () => {
    const twins = new Twins(lab, {
      ...corpus,
      training: { ...corpus.training, lr: 1e38, warm_up_steps: 0 },
    });
    await twins.go(10);
    const { step, non_finite } = twins.frame({ step: 10, activation: 'relu', prompt });
    expect(step).toBeLessThan(10);
    expect(non_finite.gelu ?? non_finite.relu).toMatchObject({ step: step + 1 });
  });
});

describe('the comparison with the shipped models', () => {
  it('counts the parameters that differ', async () => {
    const found = await value_of('compared', { step: 10 });
    for (const { parameters, bytes } of [found.gelu, found.relu]) {
      expect(parameters.count).toBe(103_936);
      expect(parameters.differing).toBeGreaterThan(90_000);
      expect(bytes.count).toBe(readFileSync(`${model_folder}facts.gelu.safetensors`).length);
      expect(bytes.differing).toBeGreaterThan(parameters.differing);
    }
    expect(await computed('compared', { step: 10 }, found)).toEqual(found);
  });

  it('finds equal files and a changed byte', async () => {
    const twins = new Twins(lab, corpus);
    const saved = (name: 'gelu' | 'relu') =>
      twins.runs[name].model().to_safetensors({ dtype: 'BF16' });
    const differing = async (model: (name: 'gelu' | 'relu') => Uint8Array) => {
      const { gelu, relu } = await compare_twins(lab, twins, {
        model_file: (name) => Promise.resolve(model(name)),
      });
      return [
        gelu.parameters.differing,
        gelu.bytes.differing,
        relu.parameters.differing,
        relu.bytes.differing,
      ];
    };
    expect(await differing(saved)).toEqual([0, 0, 0, 0]);
    const changed = (name: 'gelu' | 'relu') => {
      const file = saved(name);
      file[file.length - 1]! ^= name === 'relu' ? 1 : 0;
      return file;
    };
    expect(await differing(changed)).toEqual([0, 0, 1, 1]);
  });
});

/**
 * Returns the hash of the bits of all tensors of nested weights, as bits_of of tests/golden.h does.
 */
function bits_of(weights: object): bigint {
  const tensors = (part: object): Tensor[] =>
    'data' in part
      ? [part as Tensor]
      : Object.values(part as Record<string, object>).flatMap(tensors);
  let hash = 14695981039346656037n;
  for (const { data } of tensors(weights))
    for (const byte of new Uint8Array(data.slice().buffer))
      hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 1099511628211n);
  return hash;
}

it('the package trains to the bits of the native build', async () => {
  const test = readFileSync(new URL('../model/facts_file_test.cpp', import.meta.url), 'utf8');
  const expected = Array.from(test.matchAll(/(\d{18,})ULL/g), ([, digits = '']) => BigInt(digits));
  // The variant `relaxed` rounds otherwise.
  const simd = await load({ variant: 'simd' });
  const twins = new Twins(simd, corpus);
  await twins.go(4);
  expect([
    bits_of(twins.runs.gelu.model().weights()),
    bits_of(twins.runs.relu.model().weights()),
  ]).toEqual(expected);
  simd.dispose();
});
