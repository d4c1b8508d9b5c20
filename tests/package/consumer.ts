/** Creates projects that use the installed package from the templates in consumers/. */
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';

const templates = fileURLToPath(new URL('./consumers/', import.meta.url));

/** Creates a project from templates and returns its folder, which is removed after the tests. */
export function make_consumer(...names: readonly string[]): string {
  const folder = mkdtempSync(join(inject('consumers'), `${names.join('-')}-`));
  cpSync(inject('installed'), folder, { recursive: true });
  for (const name of names) cpSync(join(templates, name), folder, { recursive: true });
  return folder;
}

/** The package in a project, for scripts that no bundler reads. */
export const entry = "'./node_modules/ffn-lab/dist/index.js'";

/** The consumer `page` without a bundler: its files refer to each other by relative addresses. */
export function make_plain_page(): string {
  const folder = make_consumer('page');
  for (const file of ['main.js', 'own_worker.js']) edit(folder, file, "'ffn-lab'", entry);
  return folder;
}

/** Replaces a text in a file. Throws if the file does not contain it. */
export function edit(folder: string, file: string, from: string, to: string): void {
  const text = readFileSync(join(folder, file), 'utf8');
  if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`);
  writeFileSync(join(folder, file), text.replace(from, to));
}
