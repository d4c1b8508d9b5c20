/** The numbers on a page and the programs that it offers for them. */
import type { Page } from '@playwright/test';
import type { Lab } from 'ffn-lab';
import { as_code } from '../../web/page/src/core/as_code.ts';
import type { CodeState, NumberName } from '../../web/page/src/core/as_code.ts';

export interface Shown extends NumberName {
  readonly text: string;
}

/** All numbers on the page, or in a part of it, as their elements say. */
export function shown_numbers(page: Page, inside = ''): Promise<Shown[]> {
  return page.locator(`${inside} data[data-call]`).evaluateAll((elements) =>
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

/** Numbers without a program, and those whose program gives other bits. */
export async function wrong_numbers(numbers: readonly Shown[], state: CodeState, lab: Lab): Promise<unknown[]> {
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
  return wrong;
}
