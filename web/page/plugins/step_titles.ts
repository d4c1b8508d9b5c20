/**
 * Collects the titles and leads of the steps, which the contents show before any step is loaded.
 */
import { readFileSync, readdirSync } from 'node:fs';
import type { Plugin } from 'vite';

const steps = new URL('../src/steps/', import.meta.url);
const shown_keys = /^\w+\.(title|lead)$/;

/** Returns the messages `STEP.title` and `STEP.lead` of every step. */
export function step_titles_in(language: string): Readonly<Record<string, string>> {
  const names = readdirSync(steps, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const messages = names.flatMap(({ name }) => {
    const catalogue = JSON.parse(
      readFileSync(new URL(`${name}/messages/${language}.json`, steps), 'utf8'),
    ) as Record<string, string>;
    return Object.entries(catalogue).filter(([key]) => shown_keys.test(key));
  });
  return Object.fromEntries(messages);
}

/** Provides the modules `virtual:step_titles/LANGUAGE`, declared in src/entries/virtual.d.ts. */
export function step_titles(): Plugin {
  const prefix = 'virtual:step_titles/';
  return {
    name: 'step-titles',
    resolveId: (source) => (source.startsWith(prefix) ? `\0${source}` : undefined),
    load: (resolved) =>
      resolved.startsWith(`\0${prefix}`)
        ? `export default ${JSON.stringify(step_titles_in(resolved.slice(prefix.length + 1)))};`
        : undefined,
  };
}
