/**
 * Checks the wording of code, comments and documents: standard terms, and comments that begin with
 * their subject or verb.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { files_below } from './layers.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const own_name = 'tests/tree/words.test.ts';
const is_text = (path: string) =>
  /\.(cpp|h|ts|tsx|mts|mjs|js|css|py|sh|cmake|md|html)$|\/(run|serve)$|CMakeLists\.txt$|\/en\.json$/.test(
    path,
  ) && path !== own_name;
const paths = files_below(root).filter(is_text);

/** Words that this project does not use in this sense, and the standard terms that replace them. */
const replaced: readonly (readonly [RegExp, string])[] = [
  [/\bbr(ing|ings|inging|ought) (\w+ ){0,4}nearer\b/i, 'prefetch'],
  [/\b(first|second)-level cache\b/i, 'L1 cache, L2 cache'],
  [/\bcalm(ed|er)?\b/i, 'debounced, throttled, idle'],
  [/\b(in|out of|into) sight\b/i, 'visible, off-screen'],
  [/\bforeign\b/i, 'untrusted, of another format'],
  [/\bc[ao]me to grief\b/i, 'failed'],
  [/\bcooks?\b/i, 'builder'],
  [/\bfilms?\b/i, 'timeline'],
  [/\bmade anew\b/i, 'rebuilt, recomputed'],
];

/**
 * A comment of a block, a line or a script whose first word makes it a fragment: "What the worker
 * hears", "Of each layer".
 */
const fragment = /^\s*(\/\/+|\/\*+|#) *(What|Whose|Of) /;

function findings(find: (line: string) => string | undefined, of = paths): string[] {
  return of.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const finding = find(line);
        return finding === undefined
          ? []
          : [`${path}:${index + 1}: ${finding}: ${line.trim().slice(0, 100)}`];
      }),
  );
}

it('uses the standard terms', () => {
  expect(
    findings((line) => {
      const [word, standard] = replaced.find(([pattern]) => pattern.test(line)) ?? [];
      return standard === undefined
        ? undefined
        : `"${word?.exec(line)?.[0]}" instead of ${standard}`;
    }),
  ).toEqual([]);
});

it('begins comments with the subject or the verb', () => {
  const code = paths.filter((path) => !/\.(md|json)$/.test(path));
  expect(findings((line) => (fragment.test(line) ? 'a fragment' : undefined), code)).toEqual([]);
});
