import { describe, expect, it } from 'vitest';
import * as cases from '../../web/page/src/speed/cases.ts';
import { engines } from './engines/index.mjs';
import { make_plan } from './plan.mjs';

const plan_of = (options) => make_plan(options, cases);
const names = ({ requests }) => requests.map(({ work, threads }) => `${work.name} ${work.activation} ${threads}`);

describe('the plan of a race', () => {
  it('runs every case with exact GELU on one and on two threads', () => {
    const all = names(plan_of({}));
    for (const threads of [1, 2]) for (const { name } of cases.speed_cases) expect(all).toContain(`${name} gelu ${threads}`);
    expect(all).toContain('t8 relu 1');
    expect(new Set(all).size).toBe(all.length);
  });

  it('runs the requested cases', () => {
    const plan = plan_of({ cases: 't512,s10', activations: 'relu', threads: '2', engines: 'litert,ffn-lab' });
    expect(names(plan)).toEqual(['s10 relu 2', 't512 relu 2']);
    expect(plan.engines).toEqual(['ffn-lab', 'litert']);
  });

  it('runs fewer cases with --quick', () => {
    expect(names(plan_of({ quick: true })).length).toBeLessThan(10);
  });

  it.each([
    [{ cases: 't7' }, /"t7" is none of the cases: s10, t1/],
    [{ engines: 'torch' }, /none of the engines/],
    [{ activations: 'silu' }, /none of the activations/],
    [{ threads: '3' }, /expected 1, 2 or both/],
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
