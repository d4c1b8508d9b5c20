/** Projects that use the installed package, each a copy of a template in consumers/. */
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';

const templates = fileURLToPath(new URL('./consumers/', import.meta.url));

/** A new project of the templates' files, which is removed with the others after the tests. */
export function make_consumer(...names: readonly string[]): string {
  const folder = mkdtempSync(join(inject('consumers'), `${names.join('-')}-`));
  cpSync(inject('installed'), folder, { recursive: true });
  for (const name of names) cpSync(join(templates, name), folder, { recursive: true });
  return folder;
}

/** Replaces text that must be there. */
export function edit(folder: string, file: string, from: string, to: string): void {
  const text = readFileSync(join(folder, file), 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  writeFileSync(join(folder, file), text.replace(from, to));
}
