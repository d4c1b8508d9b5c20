/** Loads modules of the page and the core when the page is built, for the numbers of its HTML. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runnerImport, type Plugin } from 'vite';
import type * as FirstAnswer from '../src/entries/first_answer.ts';
import type { Reader } from '../src/language_model/session.ts';

export const here = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Reads a file of web/model. */
export const read_model_file = ((name: string, encoding?: 'utf8') =>
  readFile(here(`../model/${name}`), encoding)) as Reader;

export async function load_lab() {
  const { load } = await import('ffn-lab');
  return load();
}

async function compute(): Promise<string> {
  const { module } = await runnerImport<typeof FirstAnswer>(here('src/entries/first_answer.ts'), {
    root: here('.'),
    configFile: false,
    logLevel: 'warn',
  });
  const answers = await module.first_answers(await load_lab(), read_model_file);
  return `export default ${JSON.stringify(answers)};`;
}

/** Once for all builds of a process. */
let computed: Promise<string> | undefined;

/** Provides the module `virtual:first_answer`, declared in src/entries/virtual.d.ts. */
export function first_answer(): Plugin {
  const id = 'virtual:first_answer';
  return {
    name: 'first-answer',
    // Without the mark of virtual modules, which would keep it out of the chunk of the start page.
    resolveId: (source) => (source === id ? id : undefined),
    load: (resolved) => (resolved === id ? (computed ??= compute()) : undefined),
  };
}
