/** Loads modules of the page and the core when the page is built, for the numbers of its HTML. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Lab } from 'ffn-lab';
import { runnerImport, type Plugin } from 'vite';
import type * as FirstAnswer from '../src/entries/first_answer.ts';
import type { Reader } from '../src/language_model/session.ts';

export const here = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Reads a file of web/model. */
export const read_model_file = ((name: string, encoding?: 'utf8') =>
  readFile(here(`../model/${name}`), encoding)) as Reader;

declare global {
  var ffn_lab_built: Map<string, Promise<string>> | undefined;
}

/**
 * Returns what `compute` makes with the core, once for all builds of a process: Vite loads its
 * configuration, and so this module, once more for each of them.
 */
export function built(name: string, compute: (lab: Lab) => Promise<string>): Promise<string> {
  const kept = (globalThis.ffn_lab_built ??= new Map<string, Promise<string>>());
  const made = kept.get(name) ?? with_lab(compute);
  kept.set(name, made);
  return made;
}

async function with_lab(compute: (lab: Lab) => Promise<string>): Promise<string> {
  const { load } = await import('ffn-lab');
  const lab = await load();
  try {
    return await compute(lab);
  } finally {
    lab.dispose();
  }
}

async function first_answer_module(lab: Lab): Promise<string> {
  const { module } = await runnerImport<typeof FirstAnswer>(here('src/entries/first_answer.ts'), {
    root: here('.'),
    configFile: false,
    logLevel: 'warn',
  });
  const answers = await module.first_answers(lab, read_model_file);
  return `export default ${JSON.stringify(answers)};`;
}

/** Provides the module `virtual:first_answer`, declared in src/entries/virtual.d.ts. */
export function first_answer(): Plugin {
  const id = 'virtual:first_answer';
  return {
    name: 'first-answer',
    // Without the mark of virtual modules, which would keep it out of the chunk of the start page.
    resolveId: (source) => (source === id ? id : undefined),
    load: (resolved) => (resolved === id ? built('first_answer', first_answer_module) : undefined),
  };
}
