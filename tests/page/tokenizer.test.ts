/** The tokenizer of GPT-2, with small vocabularies. */
import { describe, expect, it } from 'vitest';
import { words as word } from '../../web/page/src/steps/checkpoint/tokenizer.ts';
import { visible_token } from '../../web/page/src/steps/checkpoint/tokens.ts';
import {
  decode,
  names,
  some_merges,
  texts,
  tokenizer_files,
  tokenizer_of,
  written,
} from './small_tokenizer.ts';

const split_words = (text: string): string[] => text.match(word) ?? [];

describe('encoding and decoding', () => {
  const tokenizer = tokenizer_of(some_merges);

  it.each(texts)('decoding restores the text: %j', (text) => {
    expect(decode(tokenizer, tokenizer.encode(text))).toBe(text);
    expect(split_words(text).join('')).toBe(text);
  });

  it('decoding restores characters of all Unicode blocks', () => {
    const points = Array.from({ length: 0x110000 / 13 }, (_, i) => i * 13).filter(
      (point) => point < 0xd800 || point > 0xdfff,
    );
    for (let first = 0; first < points.length; first += 1000) {
      const text = String.fromCodePoint(...points.slice(first, first + 1000));
      expect(decode(tokenizer, tokenizer.encode(text)) === text, String(points[first])).toBe(true);
    }
  });

  it('a lone surrogate becomes U+FFFD', () => {
    for (const text of ['\ud800', 'a\udc00b', '\udc00\ud800', `${'😀'}\ud83d`]) {
      expect(decode(tokenizer, tokenizer.encode(text))).toBe(
        new TextDecoder().decode(new TextEncoder().encode(text)),
      );
    }
  });

  it('each byte has a token', () => {
    for (let byte = 0; byte < 256; ++byte) expect([...tokenizer.bytes_of(byte)!]).toEqual([byte]);
    expect(tokenizer.bytes_of(tokenizer.size)).toBeUndefined();
    expect(tokenizer.count).toBe(tokenizer.size);
  });

  it('the end of a text is one token', () => {
    const end = tokenizer.size - 1;
    expect(tokenizer.encode('a<|endoftext|>b')).toEqual([97, end, 98]);
    expect(decode(tokenizer, [end, 97])).toBe('<|endoftext|>a');
  });

  it('a long word is encoded, in time that does not grow with the cube of its length', () => {
    expect(tokenizer.encode('a'.repeat(8192))).toHaveLength(2048);
  });
});

describe('words', () => {
  it.each([
    ["I've 3 dogs!  x", ['I', "'ve", ' 3', ' dogs', '!', ' ', ' x']],
    [
      "it's they'll we're I'm you'd don't 'S",
      ['it', "'s", ' they', "'ll", ' we', "'re", ' I', "'m", ' you', "'d", ' don', "'t", " '", 'S'],
    ],
    ['a\n\n b  ', ['a', '\n\n', ' b', '  ']],
    ['ẩn nơ-ron', ['ẩn', ' nơ', '-', 'ron']],
    ['e\u0301', ['e', '\u0301']],
    ['a\u0085b\ufeffc', ['a', '\u0085', 'b', '\ufeff', 'c']],
    ['x²=½+Ⅷ', ['x', '²', '=', '½', '+', 'Ⅷ']],
  ])('of %j', (text, words) => {
    expect(split_words(text)).toEqual(words);
  });
});

/**
 * Merges as encoder.py does: repeatedly joins all occurrences of the pair that is first in the
 * list.
 */
function reference(word: readonly string[], merges: readonly string[]): string[] {
  let parts = [...word];
  for (;;) {
    const pairs = parts.slice(1).map((right, i) => merges.indexOf(`${parts[i]} ${right}`));
    const best = Math.min(...pairs.filter((rank) => rank >= 0));
    if (best === Infinity) return parts;
    const [left, right] = merges[best]!.split(' ');
    const joined: string[] = [];
    for (let i = 0; i < parts.length; ++i) {
      const pair = parts[i] === left && parts[i + 1] === right;
      joined.push(pair ? `${left}${right}` : parts[i]!);
      if (pair) ++i;
    }
    parts = joined;
  }
}

describe('merges', () => {
  it('are applied in the order of the list', () => {
    const tokenizer = tokenizer_of(some_merges);
    const shown = (text: string) =>
      tokenizer.encode(text).map((id) => visible_token(tokenizer.bytes_of(id)!));
    expect(shown('the thing')).toEqual(['the', '␣', 'th', 'ing']); // " t" is later in the list than "t h"
  });

  it('equal those of the reference, with merges trained on a text', () => {
    const words = split_words(texts.join(' ').repeat(2)).map((word) => Array.from(written(word)));
    const merges: string[] = [];
    for (let step = 0; step < 60; ++step) {
      const counts = new Map<string, number>();
      for (const word of words) {
        const parts = reference(word, merges);
        parts
          .slice(1)
          .forEach((right, i) =>
            counts.set(`${parts[i]} ${right}`, (counts.get(`${parts[i]} ${right}`) ?? 0) + 1),
          );
      }
      const [most] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
      merges.push(most![0]);
    }
    const tokenizer = tokenizer_of(merges);
    const { vocab } = tokenizer_files(merges);
    for (const word of [
      ...words,
      ...words.map((word, i) => [...word, ...words[(i * 7) % words.length]!]),
    ]) {
      const text = new TextDecoder().decode(Uint8Array.from(word, (name) => names.indexOf(name)));
      if (split_words(text).length !== 1) continue;
      expect(tokenizer.encode(text)).toEqual(reference(word, merges).map((part) => vocab[part]));
    }
  });
});

describe('visible tokens', () => {
  it.each([
    [' the', '␣the'],
    ['\n\t\r', '\\n\\t\\r'],
    ['\u00a0\u200b', '\\u{A0}\\u{200B}'],
    ['\u0301', '◌\u0301'],
    ['ế', 'ế'],
  ])('%j', (text, shown) => {
    expect(visible_token(new TextEncoder().encode(text))).toBe(shown);
  });

  it('bytes that are not a character', () => {
    expect(visible_token(Uint8Array.of(32, 0xe1, 0xba))).toBe('␣\\xE1\\xBA');
    expect(visible_token(Uint8Array.of(65, 0x80))).toBe('A\\x80');
  });
});
