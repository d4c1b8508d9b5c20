/** The tokenizer of GPT-2, with small vocabularies. */
import { describe, expect, it } from 'vitest';
import { read_tokenizer, words as word } from '../../web/page/src/steps/checkpoint/tokenizer.ts';
import type { Tokenizer, TokenizerError } from '../../web/page/src/steps/checkpoint/tokenizer.ts';
import { visible_token } from '../../web/page/src/steps/checkpoint/tokens.ts';

/**
 * Byte-to-character table, computed as in openai/gpt-2's encoder.py: printable bytes first, then
 * the others from U+0100 on.
 */
function byte_names(): string[] {
  const ranges = [[33, 126], [161, 172], [174, 255]] as const; // prettier-ignore
  const printable = ranges.flatMap(([low, high]) =>
    Array.from({ length: high - low + 1 }, (_, i) => low + i),
  );
  const names = new Map(printable.map((byte) => [byte, String.fromCharCode(byte)]));
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) => names.get(byte) ?? String.fromCharCode(next++));
}

const split_words = (text: string): string[] => text.match(word) ?? [];
const decode = (tokenizer: Tokenizer, ids: readonly number[]): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    Uint8Array.from(ids.flatMap((id) => Array.from(tokenizer.bytes_of(id)!))),
  );

const names = byte_names();
const written = (text: string) =>
  Array.from(new TextEncoder().encode(text), (byte) => names[byte]!).join('');

/** Returns tokenizer files with the bytes, one token for each merge, and the end-of-text token. */
function files(merges: readonly string[]): { vocab: Record<string, number>; merges: string } {
  const tokens = [...names, ...merges.map((merge) => merge.replace(' ', '')), '<|endoftext|>'];
  const vocab = Object.fromEntries([...new Set(tokens)].map((token, id) => [token, id]));
  return { vocab, merges: `#version: 0.2\n${merges.join('\n')}\n` };
}

function tokenizer_of(merges: readonly string[]): Tokenizer {
  const { vocab, merges: list } = files(merges);
  const read = read_tokenizer([
    { name: 'merges.txt', text: list },
    { name: 'vocab.json', text: JSON.stringify(vocab) },
  ]);
  if (!read.tokenizer) throw new Error(JSON.stringify(read));
  return read.tokenizer;
}

const space = names[32]!;
const some_merges = [
  't h',
  'th e',
  `${space} the`,
  `${space} t`,
  'i n',
  'in g',
  'a a',
  'aa aa',
  `${written('ế')[0]} ${written('ế')[1]}`,
  'l l',
  `' ll`,
];

const texts = [
  '',
  'the thing',
  "I'll  sing,\n\n they'd sing\t",
  'Ổ nơ-ron ẩn ngưỡng kích hoạt — tiếng Việt',
  'L’été, déjà : « 1 234,56 € » ?',
  '😀👩‍👩‍👧‍👦 🇻🇳 e\u0301 \u200b\ufeff\u0085\u00a0\u3000x',
  'aaaaaaa aaaa',
  '\u0000\u0001\u007f\u00ad\uffff',
  'ไทย 漢字 עברית ١٢٣ Ⅷ ½',
];

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
    const { vocab } = files(merges);
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

const json_of = (
  change: (json: Record<string, unknown>, model: Record<string, unknown>) => void = () => undefined,
) => {
  const { vocab } = files(some_merges);
  const model = { type: 'BPE', vocab, merges: some_merges.map((merge) => merge.split(' ')) };
  const json = {
    version: '1.0',
    normalizer: null,
    added_tokens: [{ id: Object.keys(vocab).length - 1, content: '<|endoftext|>', special: true }],
    pre_tokenizer: { type: 'ByteLevel', add_prefix_space: false },
    model,
  };
  change(json, model);
  return JSON.stringify(json);
};

describe('files', () => {
  it('tokenizer.json gives the same tokens as vocab.json and merges.txt', () => {
    const read = read_tokenizer([{ name: 'tokenizer.json', text: json_of() }]);
    if (!read.tokenizer) throw new Error(JSON.stringify(read));
    const other = tokenizer_of(some_merges);
    for (const text of [...texts, 'a<|endoftext|>b'])
      expect(read.tokenizer.encode(text)).toEqual(other.encode(text));
    const old_form = json_of((_, model) => (model['merges'] = some_merges));
    expect(read_tokenizer([{ name: 'tokenizer.json', text: old_form }])).toHaveProperty(
      'tokenizer',
    );
  });

  it('a space is added before the first word if the file requires it', () => {
    const text = json_of(
      (json) => (json['pre_tokenizer'] = { type: 'ByteLevel', add_prefix_space: true }),
    );
    const read = read_tokenizer([{ name: 'tokenizer.json', text }]);
    expect(read.tokenizer && decode(read.tokenizer, read.tokenizer.encode('the'))).toBe(' the');
  });

  it('one file alone reports the missing one; both line endings are accepted', () => {
    const { vocab, merges } = files(some_merges);
    const dropped = { name: 'vocab.json', text: JSON.stringify(vocab) };
    expect(read_tokenizer([dropped])).toEqual({ missing: 'merges' });
    expect(read_tokenizer([{ name: 'm', text: merges }])).toEqual({ missing: 'vocab' });
    expect(
      read_tokenizer([dropped, { name: 'm', text: merges.replaceAll('\n', '\r\n') }]),
    ).toHaveProperty('tokenizer');
    expect(read_tokenizer([])).toEqual({ missing: 'vocab' });
  });

  const { vocab, merges } = files(some_merges);
  const with_vocab = (change: Record<string, unknown>) => [
    { name: 'merges.txt', text: merges },
    { name: 'vocab.json', text: JSON.stringify({ ...vocab, ...change }) },
  ];
  const with_merges = (lines: string) => [
    { name: 'vocab.json', text: JSON.stringify(vocab) },
    { name: 'merges.txt', text: `#version: 0.2\n${lines}\n` },
  ];
  const alone = (text: string) => [{ name: 'dropped', text }];
  it.each<[string, readonly { name: string; text: string }[], Partial<TokenizerError>]>([
    ['an empty file', alone(''), { code: 'unknown_file', name: 'dropped' }],
    ['some text', alone('Hello, this is no tokenizer.'), { code: 'unknown_file' }],
    [
      'config.json',
      alone('{"architectures": ["GPT2LMHeadModel"], "model_type": "gpt2"}'),
      { code: 'unknown_file' },
    ],
    ['a vocabulary cut short', alone(JSON.stringify(vocab).slice(0, -9)), { code: 'unknown_file' }],
    ['a list', alone('[1, 2]'), { code: 'unknown_file' }],
    ['WordPiece', alone(json_of((_, model) => (model['type'] = 'WordPiece'))), { code: 'not_bpe' }],
    [
      'another pre-tokenizer',
      alone(json_of((json) => (json['pre_tokenizer'] = { type: 'Sequence' }))),
      { code: 'not_byte_level' },
    ],
    [
      'a text that is changed first',
      alone(json_of((json) => (json['normalizer'] = { type: 'NFC' }))),
      { code: 'not_byte_level' },
    ],
    [
      'an id that is text',
      with_vocab({ th: '260' }),
      { code: 'bad_id', name: 'vocab.json', token: 'th' },
    ],
    ['an id below 0', with_vocab({ th: -1 }), { code: 'bad_id' }],
    ['an id beyond all bounds', with_vocab({ th: 2 ** 40 }), { code: 'bad_id' }],
    ['an id twice', with_vocab({ th: 0 }), { code: 'same_id', token: 'th' }],
    [
      'a token that is not of bytes',
      with_vocab({ 'a b': 9000 }),
      { code: 'bad_token', token: 'a b' },
    ],
    ['half a pair as a token', with_vocab({ '😀': 9000 }), { code: 'bad_token', token: '😀' }],
    [
      'a byte without a token',
      with_vocab({ a: undefined }),
      { code: 'missing_byte', token: '0x61' },
    ],
    [
      'a merge of three',
      with_merges('t h\nt h e'),
      { code: 'bad_merge', name: 'merges.txt', line: 2, token: 't h e' },
    ],
    ['an empty line', with_merges('t h\n\nt h'), { code: 'bad_merge', line: 2 }],
    [
      'a merge without a token',
      with_merges('q q'),
      { code: 'merge_without_token', line: 1, token: 'q q' },
    ],
  ])('refuses %s', (_, given, error) => {
    const read = read_tokenizer(given);
    expect(read.error ?? read).toMatchObject(error);
  });

  it('names of JavaScript object properties are ordinary tokens', () => {
    const text = JSON.stringify(vocab).replace('{', '{"__proto__":9000,"constructor":9001,');
    const read = read_tokenizer([{ name: 'm', text: merges }, { name: 'v', text }]); // prettier-ignore
    expect(read.tokenizer && decode(read.tokenizer, [9000, 9001])).toBe('__proto__constructor');
  });
});
