import { describe, expect, it } from 'vitest';
import * as cases from './shared.ts';
import { engines } from './engines/index.mjs';
import { make_plan } from './plan.mjs';

const plan_of = (options) => make_plan(options, cases);
const races_of = (mode, { requests }) =>
  requests
    .filter(({ options }) => options.mode === mode)
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
      expect(plan.requests.length).toBe(races_of(mode, plan).length);
      expect(plan.starts).toBe(0);
    }
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
    expect(plan_of({ quick: true }).requests.length).toBeLessThan(20);
  });

  it.each([
    [{ cases: 't7' }, /"t7" is none of the cases: s10, t1/],
    [{ engines: 'torch' }, /none of the engines/],
    [{ activations: 'silu' }, /none of the activations/],
    [{ threads: '3' }, /expected 1, 2 or both/],
    [{ mode: 'once' }, /none of the modes/],
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
