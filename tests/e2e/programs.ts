/** The programs that the page offers for its numbers, run in the test's process. */
import type { Locator, Page } from '@playwright/test';
import type { Lab } from 'ffn-lab';
import { load } from 'ffn-lab';
import { as_code } from '../../web/page/src/core/as_code.ts';
import type { CodeState, NumberName } from '../../web/page/src/core/as_code.ts';
import { lab_of } from './core.ts';

interface Shown extends NumberName {
  readonly text: string;
}

/** All numbers below `within`, as their elements say. */
export function shown_numbers(within: Page | Locator): Promise<Shown[]> {
  return within.locator('data[data-call]').evaluateAll((elements) =>
    elements.map((element) => {
      const { call = '', tensor = '', index = '' } = (element as HTMLElement).dataset;
      return { call, tensor, index, text: element.getAttribute('value') ?? '' };
    }),
  );
}

type Loader = () => Promise<Lab>;
type AsyncProgram = (load: Loader) => Promise<unknown>;
const AsyncFunction = (async () => {}).constructor as new (parameter: string, body: string) => AsyncProgram;

/** Runs a program of the page with the build that the page runs; answers what it prints. */
export function run(code: string, lab: Lab): Promise<unknown> {
  const body = code.replace(/^import .*\n/, '').replace('console.log(', 'return (');
  return new AsyncFunction('load', body)(() => Promise.resolve(lab));
}

/** Those of the numbers that their programs do not give again to the last bit, with what is wrong. */
export async function wrong_numbers(page: Page, numbers: readonly Shown[], state: CodeState): Promise<unknown[]> {
  const { variant } = (await lab_of(page)).info();
  const lab = await load({ variant });
  const programs = new Map<string, unknown>();
  const wrong: unknown[] = [];
  for (const number of numbers) {
    const code = as_code(number, state);
    if (code === undefined) {
      wrong.push({ ...number, fault: 'no program' });
      continue;
    }
    if (!programs.has(code)) programs.set(code, await run(code, lab));
    if (!Object.is(programs.get(code), Number(number.text))) wrong.push({ ...number, computed: programs.get(code), code });
  }
  lab.dispose();
  return wrong;
}
