import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { papers, texts } from '../../web/page/src/steps/glossary/sources.ts';
import { term_anchor, terms } from '../../web/page/src/words/glossary_terms.ts';

const source = new URL('../../web/page/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, source), 'utf8');

describe.each(['en', 'fr', 'vi'] as const)('the glossary in %s', (language) => {
  const messages = JSON.parse(read(`src/steps/glossary/messages/${language}.json`)) as Record<string, string>;

  it('has a definition of each term and a description of each source', () => {
    for (const { id } of terms) expect(messages[`glossary.term_${id}`]).toBeTruthy();
    for (const { id } of papers) expect(messages[`glossary.source_${id}`]).toBeTruthy();
    for (const id of texts) expect(messages[`glossary.text_${id}`]).toBeTruthy();
  });

  it('has no text without a term or source', () => {
    const known = [
      ...terms.map(({ id }) => `glossary.term_${id}`),
      ...papers.map(({ id }) => `glossary.source_${id}`),
      ...texts.map((id) => `glossary.text_${id}`),
    ];
    const extra = Object.keys(messages).filter((key) => /^glossary\.(term|source|text)_/.test(key) && !known.includes(key));
    expect(extra).toEqual([]);
  });

  it('has a name for each term, once', () => {
    const names = terms.map((term) => term[language]);
    expect(names.every((name) => name.trim() !== '')).toBe(true);
    expect(new Set(names).size).toBe(names.length);
  });
});

it('every link from a text leads to a term', () => {
  const paths = readdirSync(new URL('src/', source), { recursive: true, encoding: 'utf8' }).filter((path) =>
    /messages.en\.json$/.test(path),
  );
  const linked = paths.flatMap((path) => Array.from(read(`src/${path}`).matchAll(/<(term_\w+)>/g), ([, anchor]) => anchor));
  const anchors: readonly string[] = terms.map(({ id }) => term_anchor(id));
  expect(linked).not.toEqual([]);
  expect(linked.filter((anchor) => anchor === undefined || !anchors.includes(anchor))).toEqual([]);
});

it('anchors of terms differ from those of panels', () => {
  for (const { id } of terms) expect(term_anchor(id)).toMatch(/^term_\w+$/);
});
