import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { papers, texts } from '../../web/page/src/steps/glossary/sources.ts';
import { term_anchor, terms } from '../../web/page/src/words/glossary_terms.ts';

const source = new URL('../../web/page/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, source), 'utf8');

describe.each(['en', 'fr', 'vi'] as const)('the glossary in %s', (language) => {
  const messages = JSON.parse(read(`src/steps/glossary/messages/${language}.json`)) as Record<
    string,
    string
  >;

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
    const extra = Object.keys(messages).filter(
      (key) => /^glossary\.(term|source|text)_/.test(key) && !known.includes(key),
    );
    expect(extra).toEqual([]);
  });

  it('has a name for each term, once', () => {
    const names = terms.map((term) => term[language]);
    expect(names.every((name) => name.trim() !== '')).toBe(true);
    expect(new Set(names).size).toBe(names.length);
  });
});

it('every link from a text leads to a term', () => {
  const paths = readdirSync(new URL('src/', source), { recursive: true, encoding: 'utf8' }).filter(
    (path) => /messages.en\.json$/.test(path),
  );
  const linked = paths.flatMap((path) =>
    Array.from(read(`src/${path}`).matchAll(/<(term_\w+)>/g), ([, anchor]) => anchor),
  );
  const anchors: readonly string[] = terms.map(({ id }) => term_anchor(id));
  expect(linked).not.toEqual([]);
  expect(linked.filter((anchor) => anchor === undefined || !anchors.includes(anchor))).toEqual([]);
});

/** Terms that the texts about the facts model introduce to a newcomer. */
const first_mentions = {
  hero: ['language_model'],
  facts: ['language_model', 'block', 'attention', 'ffn', 'token', 'probability', 'hidden_unit'],
  memory: ['hidden_unit', 'ffn', 'probability', 'key_value', 'logit'],
  rewriting: ['rank_one', 'hidden_unit'],
  learning: ['weight', 'loss'],
} as const;
const languages = ['en', 'fr', 'vi'] as const;

describe.each(Object.entries(first_mentions))('the texts of %s', (name, ids) => {
  it.each(languages)('link each term where they first mention it: %s', (language) => {
    const catalogue = JSON.parse(
      read(
        name === 'hero'
          ? `src/words/messages/${language}.json`
          : `src/steps/${name}/messages/${language}.json`,
      ),
    ) as Record<string, string>;
    const without_tags = (text: string) => text.replace(/<\/?\w+>/g, '').toLowerCase();
    // In the order of the catalogue, which is the order in the step; titles and labels of controls
    // cannot have links.
    const paragraphs = Object.entries(catalogue).filter(
      ([key]) => key.startsWith(`${name}.`) && /[.]\w*(lead|text|how|try)$/.test(key),
    );
    const linked = Object.entries(catalogue).filter(([key]) => key.startsWith(`${name}.`));
    for (const id of ids) {
      const anchor = term_anchor(id);
      const found = linked.filter(([, text]) => text.includes(`<${anchor}>`));
      expect([id, found.length]).toEqual([id, 1]);
      const [[key, text] = ['', '']] = found;
      const [before = '', after = ''] = text.split(`<${anchor}>`);
      const phrase = after.slice(0, after.indexOf('<')).toLowerCase();
      const earlier = paragraphs
        .slice(
          0,
          paragraphs.findIndex(([other]) => other === key),
        )
        .map(([, other]) => other);
      if (paragraphs.some(([other]) => other === key))
        expect([
          id,
          [...earlier, before].filter((one) => without_tags(one).includes(phrase)),
        ]).toEqual([id, []]);
    }
  });
});

it('anchors of terms differ from those of panels', () => {
  for (const { id } of terms) expect(term_anchor(id)).toMatch(/^term_\w+$/);
});
