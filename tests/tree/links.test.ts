/**
 * Checks the Markdown files of the repository: relative links lead to files and headings that
 * exist, and so do the paths in code spans.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { files_below } from './layers.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const documents = files_below(root).filter((path) => path.endsWith('.md'));

/** Returns the text without fenced code blocks. */
const prose_of = (path: string) =>
  readFileSync(join(root, path), 'utf8').replace(/^```[^]*?^```$/gm, '');

/** Returns the anchors of the headings as GitHub forms them; a repeated heading gets a number. */
function anchors_of(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of text.matchAll(/^#{1,6} (.+)$/gm)) {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = words.replace(/[^\p{L}\p{N}\p{M} _-]/gu, '').replaceAll(' ', '-');
    let unique = anchor;
    for (let count = 1; anchors.has(unique); count++) unique = `${anchor}-${count}`;
    anchors.add(unique);
  }
  return anchors;
}

/**
 * Returns the targets of links and images, without addresses of other hosts and without those in
 * code spans.
 */
const links_of = (text: string) =>
  [...text.replace(/`[^`\n]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^\w+:/.test(target));

function link_problem(path: string, target: string): string | undefined {
  const [file = '', anchor] = target.split('#');
  const destination = file === '' ? path : join(dirname(path), file);
  if (!existsSync(join(root, destination))) return `${path}: ${target} does not exist`;
  if (anchor !== undefined && !anchors_of(prose_of(destination)).has(anchor))
    return `${path}: ${target} is not a heading`;
  return undefined;
}

/**
 * Returns the paths of this repository in code spans, alone or as a command, except build output
 * and paths with a placeholder NAME.
 */
const paths_of = (text: string) =>
  [
    ...text.matchAll(
      /`(?:[A-Z_]+=\S+ |node |python3 )?((?:src|web|tests|\.github|\.ci)\/[\w./-]+)(?: [^`]*)?`/g,
    ),
  ]
    .map(([, path = '']) => path)
    .filter((path) => !/(^|\/)dist(\/|$)|NAME/.test(path));

describe.each(documents)('%s', (path) => {
  const text = prose_of(path);

  it('has links that lead to a file and a heading', () => {
    expect(
      links_of(text)
        .map((target) => link_problem(path, target))
        .filter((problem) => problem !== undefined),
    ).toEqual([]);
  });

  it('names paths that exist', () => {
    expect(paths_of(text).filter((name) => !existsSync(join(root, name)))).toEqual([]);
  });
});

it('the anchor of a heading has no punctuation, and a repeated one has a number', () => {
  const anchors = anchors_of(
    '# A `code`, and [a link](b.md)\n## C: d–e\n## C: d–e\n### Vite, webpack\n',
  );
  expect([...anchors]).toEqual(['a-code-and-a-link', 'c-de', 'c-de-1', 'vite-webpack']);
});

it('the documents are found and have links', () => {
  expect(documents).toEqual(
    expect.arrayContaining([
      'README.md',
      'web/engine/README.md',
      '.github/SECURITY.md',
      'tests/bench/README.md',
    ]),
  );
  expect(links_of(prose_of('README.md')).length).toBeGreaterThan(10);
  expect(link_problem('README.md', 'tests/none.md')).toMatch(/does not exist/);
  expect(link_problem('README.md', 'src/README.md#none')).toMatch(/is not a heading/);
});
