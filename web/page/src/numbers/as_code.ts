/**
 * Generates a JavaScript program for a number of the page, which recomputes it bit for bit with the package ffn-lab. Each builder mirrors
 * the handler that computed the number; a test runs the programs of all numbers on the page.
 */
import type { UrlState } from './url_state.ts';

/** Provenance of a number, from the data attributes of its element. */
export interface NumberName {
  readonly call: string;
  readonly tensor: string;
  readonly index: string;
}

/** Statements and the expression that evaluates to the number. */
export interface Program {
  readonly lines: readonly string[];
  readonly result: string;
}

export type Builder = (name: NumberName, state: UrlState) => Program;

const property = (index: string) => (/^\d+$/.test(index) ? `[${index}]` : `.${index}`);

const builders: Record<string, Builder> = {
  info: ({ tensor }) => ({ lines: [], result: `lab.info()${property(tensor)}` }),
};

/** Adds the builders of a lazy panel. */
export function add_programs(programs: Readonly<Record<string, Builder>>): void {
  Object.assign(builders, programs);
}

/** Returns the program that prints the number, or undefined if its call has no builder. */
export function as_code(name: NumberName, state: UrlState): string | undefined {
  const program = builders[name.call]?.(name, state);
  if (program === undefined) return undefined;
  const lines = ["import { load } from 'ffn-lab';", 'const lab = await load();', ...program.lines, `console.log(${program.result});`];
  return `${lines.join('\n')}\n`;
}
