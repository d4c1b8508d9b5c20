import { describe, expect, it } from 'vitest';
import * as cases from './shared.ts';
import { engines, engines_with } from './engines/index.mjs';
import { make_plan } from './plan.mjs';

const plan_of = (options) => make_plan(options, cases);
const races_of = (mode, { requests }, asked = 'forward') =>
  requests
    .filter(({ options, work: { task = 'forward' } }) => options.mode === mode && task === asked)
    .map(({ work, threads }) => `${work.name} ${work.activation} ${threads}`);
const names = (plan) => races_of('sustained', plan);

describe('the plan of a race', () => {
  it('runs every case with exact GELU on one and on two threads', () => {
    const all = names(plan_of({}));
    for (const threads of [1, 2])
      for (const { name } of cases.speed_cases) expect(all).toContain(`${name} gelu ${threads}`);
    expect(all).toContain('t8 relu 1');
    expect(new Set(all).size).toBe(all.length);
  });

  it('runs bursts of few tokens with exact GELU', () => {
    const expected = ['s10', 't1', 't8', 't32', 't128'];
    const bursts = [1, 2].flatMap((threads) => expected.map((name) => `${name} gelu ${threads}`));
    expect(races_of('burst', plan_of({}))).toEqual(bursts);
    expect(
      races_of('burst', plan_of({ cases: 't512,s10', activations: 'relu', threads: '2' })),
    ).toEqual(['s10 relu 2', 't512 relu 2']);
  });

  it('runs the requested mode without the first results', () => {
    expect(plan_of({}).starts).toBeGreaterThan(0);
    for (const mode of ['sustained', 'burst']) {
      const plan = plan_of({ mode });
      expect(plan.requests.every(({ options }) => options.mode === mode)).toBe(true);
      expect(plan.starts).toBe(0);
    }
  });

  it('runs gradients with exact GELU in both modes, of the engines that have them', () => {
    const plan = plan_of({});
    const cases_in_order = ['s10', 'm64', 't8', 't32', 't128'];
    const expected = [1, 2].flatMap((count) =>
      cases_in_order.map((name) => `${name} gelu ${count}`),
    );
    for (const mode of ['sustained', 'burst'])
      expect(races_of(mode, plan, 'gradients')).toEqual(expected);
    const { requests, starts } = plan_of({ task: 'gradients', cases: 'm64,t512', threads: '1' });
    expect(requests.map(({ work, options }) => `${work.name} ${options.mode}`)).toEqual([
      'm64 sustained',
      'm64 burst',
    ]);
    expect(requests[0].engines).toEqual([
      'ffn-lab',
      'ffn-lab-into',
      'ffn-lab-pass',
      'tensorflow-whole',
      'jax',
    ]);
    expect(starts).toBe(0);
    expect(plan_of({ task: 'gradients', activations: 'relu' }).requests).toEqual([]);
  });

  it('runs steps of training one after the other', () => {
    const { requests } = plan_of({ task: 'training' });
    expect(
      requests.map(({ work, threads, options }) => `${work.name} ${threads} ${options.mode}`),
    ).toEqual(['facts 1 sustained', 'facts 2 sustained']);
    expect(requests[0].engines).toEqual(['ffn-lab', 'jax']);
  });

  it('runs passes of the engines without those of gradients only', () => {
    const [{ engines: names_in_first }] = plan_of({ task: 'forward' }).requests;
    expect(names_in_first).toEqual(engines_with('forward'));
    expect(names_in_first).not.toContain('ffn-lab-into');
    expect(names_in_first).toContain('litert');
  });

  it('runs all races of a number of threads one after the other, because another number replaces the frames', () => {
    const threads = plan_of({}).requests.map((request) => request.threads);
    expect(threads).toEqual(threads.toSorted());
  });

  it('runs the requested cases', () => {
    const plan = plan_of({
      cases: 't512,s10',
      activations: 'relu',
      threads: '2',
      engines: 'litert,ffn-lab',
    });
    expect(names(plan)).toEqual(['s10 relu 2', 't512 relu 2']);
    expect(plan.engines).toEqual(['ffn-lab', 'litert']);
  });

  it('runs fewer cases with --quick', () => {
    expect(plan_of({ quick: true }).requests.length).toBeLessThanOrEqual(
      plan_of({}).requests.length / 2,
    );
    expect(races_of('burst', plan_of({ quick: true, threads: '1' }))).toEqual(
      ['s10', 't1', 't8', 't128'].map((name) => `${name} gelu 1`),
    );
  });

  it('runs passes only where there is no relaxed SIMD, and there ffn-lab once', () => {
    for (const place of ['webkit', 'plain-simd']) {
      const plan = plan_of({ place });
      expect(plan.place).toBe(place);
      expect(plan.requests.map(({ work: { task } }) => task)).not.toContain('gradients');
      expect(plan.engines).toEqual(expect.arrayContaining(['ffn-lab', 'onnxruntime']));
      expect(plan.engines).not.toContain('ffn-lab-simd');
    }
    expect(plan_of({})).toMatchObject({ place: 'chromium' });
    expect(plan_of({}).engines).toContain('ffn-lab-simd');
  });

  it('waits between engines with several threads until those of the engine before sleep', () => {
    for (const place of ['chromium', 'plain-simd', 'webkit']) {
      const waits = (threads) =>
        plan_of({ place, threads }).requests.map(({ options }) => options.settle_milliseconds);
      expect(new Set(waits('1'))).toEqual(new Set([undefined]));
      expect(Math.min(...waits('2'))).toBeGreaterThan(place === 'webkit' ? 100 : 40);
    }
  });

  it.each([
    [{ place: 'safari' }, /none of the places: chromium, plain-simd, webkit/],
    [{ place: 'webkit', task: 'gradients' }, /none of the tasks: forward/],
    [{ place: 'webkit', engines: 'ffn-lab-messages' }, /none of the engines/],
    [{ cases: 't7' }, /"t7" is none of the cases: s10, t1/],
    [{ engines: 'torch' }, /none of the engines/],
    [{ activations: 'silu' }, /none of the activations/],
    [{ threads: '3' }, /expected 1, 2 or both/],
    [{ mode: 'once' }, /none of the modes/],
    [{ task: 'backward' }, /none of the tasks: forward, gradients, training/],
  ])('refuses %j', (options, message) => {
    expect(() => plan_of(options)).toThrow(message);
  });

  it('has a valid ceiling for every engine', () => {
    for (const { label, ceiling } of Object.values(engines)) {
      expect(label).not.toBe('');
      expect(['fused', 'separate']).toContain(ceiling);
    }
  });
});
