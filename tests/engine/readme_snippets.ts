/**
 * The code of a README, as a reader would use it. What it prints or shows is said beside it, after an arrow, and compared with what it does:
 *
 *   console.log(y.shape); // → [ 2, 5, 8 ]        … stands for anything
 */
import { readFileSync } from 'node:fs';

export interface Snippet {
  readonly language: string;
  readonly code: string;
  /** `worker.js` where the first line is `// worker.js`: a script for browsers, under that name beside the page. */
  readonly file: string | undefined;
}

export const project_readme = new URL('../../README.md', import.meta.url);
export const package_readme = new URL('../../web/engine/README.md', import.meta.url);

export function snippets_of(readme: URL): Snippet[] {
  const blocks = readFileSync(readme, 'utf8').matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm);
  return [...blocks].map(([, language = '', code = '']) => ({ language, code, file: /^\/\/ (\w+\.js)\n/.exec(code)?.[1] }));
}

/** What follows the arrows of a snippet, in order, as patterns of whole lines. */
export function expected_of(code: string): RegExp[] {
  return [...code.matchAll(/\/\/ → (.+)$/gm)].map(([, text = '']) => {
    const parts = text.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${parts.join('.+')}$`);
  });
}
