/** Reads the numbers of the page and runs the programs that compute them again. */
import type { Locator, Page } from '@playwright/test';
import type { Lab } from 'ffn-lab';
import { as_code } from '../../web/page/src/numbers/as_code.ts';
import type { CodeState, NumberName } from '../../web/page/src/numbers/as_code.ts';

export interface Shown extends NumberName {
  readonly text: string;
}

/** Returns all numbers on the page or in an element, or in the part of it that matches a selector, with the names from their attributes. */
export function shown_numbers(within: Page | Locator, part = ''): Promise<Shown[]> {
  return within.locator(`${part} data[data-call]`).evaluateAll((elements) =>
    elements.map((element) => {
      const { call = '', tensor = '', index = '' } = (element as HTMLElement).dataset;
      return { call, tensor, index, text: element.getAttribute('value') ?? '' };
    }),
  );
}

type Loader = () => Promise<Lab>;
type AsyncProgram = (load: Loader) => Promise<unknown>;
const AsyncFunction = (async () => {}).constructor as new (parameter: string, body: string) => AsyncProgram;

/** Runs a program of the page with the build that the page runs. Returns what the program prints. */
export function run(code: string, lab: Lab): Promise<unknown> {
  const body = code.replace(/^import .*\n/, '').replace('console.log(', 'return (');
  return new AsyncFunction('load', body)(() => Promise.resolve(lab));
}

/** Returns the numbers that have no program, or whose program prints a number with other bits. */
export async function wrong_numbers(numbers: readonly Shown[], state: CodeState, lab: Lab): Promise<unknown[]> {
  const results = new Map<string, unknown>();
  const wrong: unknown[] = [];
  for (const number of numbers) {
    const code = as_code(number, state);
    if (code === undefined) {
      wrong.push({ ...number, error: 'no program' });
      continue;
    }
    if (!results.has(code)) results.set(code, await run(code, lab));
    if (!Object.is(results.get(code), Number(number.text))) wrong.push({ ...number, computed: results.get(code), code });
  }
  return wrong;
}
