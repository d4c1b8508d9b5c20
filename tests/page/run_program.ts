/** Runs the programs that the page shows. */
import type { Lab } from 'ffn-lab';

type AsyncProgram = (load: () => Promise<Lab>) => Promise<unknown>;
const AsyncFunction = (async () => {}).constructor as new (parameter: string, body: string) => AsyncProgram;

/** Runs a program with the given lab; returns the value of the expression `result` in place of printing a number. */
export function run_program(program: string, lab: Lab, result: string): Promise<unknown> {
  const body = program.replace(/^import .*\n/, '').replace(/console\.log\(.*\);\n$/, `return ${result};`);
  return new AsyncFunction('load', body)(() => Promise.resolve(lab));
}
