/** No line of a text ends inside "GPT-2" or "est-ce"; files, code and searches have plain hyphens. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contains_words, normalize_text } from '../../web/page/src/shell/search_words.ts';
import { set_language, t, type Catalogue } from '../../web/page/src/words/i18n.ts';
import { languages } from '../../web/page/src/words/languages.ts';
import { keep_together, without_joiners } from '../../web/page/src/words/line_breaks.ts';

const source = new URL('../../web/page/src/', import.meta.url);
const messages = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => /messages[\\/]\w\w\.json$/.test(name))
  .flatMap((name) => {
    const url = new URL(name.replaceAll('\\', '/'), source);
    return Object.values(JSON.parse(readFileSync(url, 'utf8')) as Record<string, string>);
  });

/** Parts of a text between which a line may end at a hyphen. */
const pieces = (text: string) => keep_together(text).split(/(?<=-)(?!\u2060)/);

it.each([
  ['GPT-2’s', 1],
  ['la famille T5-Base', 1],
  ['Que calcule-t-elle ?', 1],
  ['qu’est-ce que c’est', 1],
  ['ci-dessous', 1],
  ['nơ-ron', 1],
  ['30-8-2023', 1],
  ['feed-forward', 2],
  ['multiplication-addition', 2],
  ['a - b', 2],
])('“%s” is in %i pieces', (text, count) => expect(pieces(text)).toHaveLength(count));

describe('the messages', () => {
  it('have no joiner of their own', () => {
    expect(messages.length).toBeGreaterThan(1000);
    expect(messages.filter((text) => without_joiners(text) !== text)).toEqual([]);
  });

  it('keep short parts together, but leave code as it is', () => {
    const apart = messages.flatMap((text) =>
      pieces(text.replace(/<code>.*?<\/code>/g, '')).filter(
        (piece, place) => place > 0 && /^(?![-\s])\p{L}{1,4}(?![\p{L}\p{N}])/u.test(piece),
      ),
    );
    expect(apart).toEqual([]);
    const code = (text: string) => text.match(/<code>.*?<\/code>/g);
    for (const text of messages) expect(code(keep_together(text))).toEqual(code(text));
    expect(messages.map(keep_together).map(without_joiners)).toEqual(messages);
  });

  it.each(languages)('are shown so (%s)', (language) => {
    set_language(language, { 'page.title': 'GPT-2' } as unknown as Catalogue, {});
    expect(t('page.title')).toBe('GPT-\u20602');
  });
});

it('a search finds them by plain hyphens', () => {
  expect(contains_words(keep_together('Comme GPT-2, est-ce ?'), 'gpt-2 est-ce')).toBe(true);
  expect(contains_words('GPT-2', keep_together('GPT-2'))).toBe(true);
  expect(normalize_text(keep_together('nơ-ron'))).toBe('no-ron');
});
