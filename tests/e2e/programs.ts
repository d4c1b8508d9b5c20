/** Reads the numbers of the page and runs the programs that compute them again. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Lab, LoadOptions } from 'ffn-lab';

type Loader = (options?: LoadOptions) => Promise<Lab>;
type AsyncProgram = (given: unknown) => Promise<unknown>;
const AsyncFunction = (async () => {}).constructor as new (
  parameter: string,
  body: string,
) => AsyncProgram;

/**
 * Runs a program of the page with the build that the page runs, or with those that it loads.
 * Returns what the program prints.
 */
export function run(code: string, lab: Lab | Loader): Promise<unknown> {
  const body = code.replace(/^import .*\n/, '').replace('console.log(', 'return (');
  return new AsyncFunction('load', body)(
    typeof lab === 'function' ? lab : () => Promise.resolve(lab),
  );
}

/** A number of the page and the program of its provenance card. */
export interface CardProgram {
  readonly name: string;
  readonly text: string;
  readonly code: string;
}

/** Chooses JavaScript in the open card, unless its program has no other language. */
export async function choose_javascript(page: Page): Promise<void> {
  await expect(page.locator('#provenance_code')).toBeVisible();
  const choice = page.locator('.provenance').getByRole('radio', { name: 'JavaScript' });
  if ((await choice.count()) > 0) await choice.check();
}

/**
 * Opens the card of each number of answers in an element, one after the other, and returns their
 * programs.
 */
export function card_programs(within: Locator): Promise<CardProgram[]> {
  return within.locator('data[data-recipe]').evaluateAll(async (elements) => {
    const programs: { name: string; text: string; code: string }[] = [];
    const shown = () =>
      document.querySelector('#provenance_code[data-language="js"]')?.textContent ?? '';
    const choice = () =>
      document.querySelector<HTMLInputElement>('.explanation_languages [value="js"]');
    for (const element of elements as HTMLDataElement[]) {
      const { recipe = '', path = '' } = element.dataset;
      const named = () =>
        document.querySelector('.provenance .hint')?.textContent === `${recipe} · ${path}`;
      element.click();
      // The first program waits for its texts.
      while (!(named() && shown() !== '')) {
        if (named() && choice()?.checked === false) choice()?.click();
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      programs.push({ name: `${recipe} ${path}`, text: element.value, code: shown() });
    }
    return programs;
  });
}

const printing = /console\.log\((.*)\);\n$/;

/**
 * Returns the numbers whose program has another result. Programs that differ in the printed number
 * alone are run once.
 */
export async function wrong_programs(
  numbers: readonly CardProgram[],
  lab: Lab,
): Promise<unknown[]> {
  const answers = new Map<string, unknown>();
  const wrong: unknown[] = [];
  for (const { name, text, code } of numbers) {
    const [statement = '', result = ''] = printing.exec(code) ?? [];
    const program = code.replace(/^import .*\n/, '').replace(statement, 'return (answer);');
    if (result === '') wrong.push({ name, code });
    if (!answers.has(program))
      answers.set(program, await new AsyncFunction('load', program)(() => Promise.resolve(lab)));
    const computed = await new AsyncFunction('answer', `return (${result});`)(answers.get(program));
    if (!Object.is(computed, Number(text))) wrong.push({ name, text, computed, code });
  }
  return wrong;
}

export interface ShownAnswer {
  readonly recipe: string;
  readonly path: string;
  readonly text: string;
}

/**
 * Returns all numbers of answers in an element, or in the part of it that matches a selector, with
 * their recipes and paths.
 */
export function shown_answers(within: Page | Locator, part = ''): Promise<ShownAnswer[]> {
  return within.locator(`${part} data[data-recipe]`).evaluateAll((elements) =>
    elements.map((element) => {
      const { recipe = '', path = '' } = (element as HTMLElement).dataset;
      return { recipe, path, text: element.getAttribute('value') ?? '' };
    }),
  );
}
