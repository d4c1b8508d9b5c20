/** Runs the programs that the page shows. */
import { fileURLToPath } from 'node:url';
import type { Lab } from 'ffn-lab';

type AsyncProgram = (load: () => Promise<Lab>) => Promise<unknown>;
const AsyncFunction = (async () => {}).constructor as new (
  parameter: string,
  body: string,
) => AsyncProgram;

/** The folder of the files that programs about the model of the facts read. */
export const model_folder = fileURLToPath(new URL('../../web/model/', import.meta.url));

/**
 * Runs a program with the given lab; returns the value of the expression `result` in place of
 * printing a number.
 */
export function run_program(program: string, lab: Lab, result: string): Promise<unknown> {
  const body = program
    .replace(/^import .*\n/, '')
    // Vitest has no dynamic import in evaluated code.
    .replace("await import('node:fs/promises')", "process.getBuiltinModule('node:fs/promises')")
    .replaceAll(/readFile\((['`])/g, `readFile($1${model_folder}`)
    .replace(/console\.log\(.*\);\n$/, `return ${result};`);
  return new AsyncFunction('load', body)(() => Promise.resolve(lab));
}
