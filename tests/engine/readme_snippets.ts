/**
 * Extracts the code blocks of a README. A comment with an arrow states what a line prints or shows;
 * tests compare it with the actual output:
 *
 *   console.log(y.shape); // → [ 2, 5, 8 ]        … matches any text
 */
import { readFileSync } from 'node:fs';

export interface Snippet {
  readonly language: string;
  readonly code: string;
  /**
   * `worker.js` when the first line is `// worker.js`: a script for browsers, served under that
   * name in the page's folder.
   */
  readonly file: string | undefined;
}

export const project_readme = new URL('../../README.md', import.meta.url);
export const package_readme = new URL('../../web/engine/README.md', import.meta.url);

export function snippets_of(readme: URL): Snippet[] {
  const blocks = readFileSync(readme, 'utf8').matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm);
  return [...blocks].map(([, language = '', code = '']) => ({
    language,
    code,
    file: /^\/\/ (\w+\.js)\n/.exec(code)?.[1],
  }));
}

/** Returns the texts after the arrows of a snippet, in order, as patterns of whole lines. */
export function expected_of(code: string): RegExp[] {
  return [...code.matchAll(/\/\/ → (.+)$/gm)].map(([, text = '']) => {
    const parts = text.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${parts.join('.+')}$`);
  });
}
