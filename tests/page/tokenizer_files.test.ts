/** The files of GPT-2's tokenizer in both forms, and what is wrong with invalid ones. */
import { describe, expect, it } from 'vitest';
import { read_tokenizer } from '../../web/page/src/steps/checkpoint/tokenizer.ts';
import type { TokenizerError } from '../../web/page/src/steps/checkpoint/tokenizer.ts';
import { decode, some_merges, texts, tokenizer_files, tokenizer_of } from './small_tokenizer.ts';

const json_of = (
  change: (json: Record<string, unknown>, model: Record<string, unknown>) => void = () => undefined,
) => {
  const { vocab } = tokenizer_files(some_merges);
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
    const { vocab, merges } = tokenizer_files(some_merges);
    const dropped = { name: 'vocab.json', text: JSON.stringify(vocab) };
    expect(read_tokenizer([dropped])).toEqual({ missing: 'merges' });
    expect(read_tokenizer([{ name: 'm', text: merges }])).toEqual({ missing: 'vocab' });
    expect(
      read_tokenizer([dropped, { name: 'm', text: merges.replaceAll('\n', '\r\n') }]),
    ).toHaveProperty('tokenizer');
    expect(read_tokenizer([])).toEqual({ missing: 'vocab' });
  });

  const { vocab, merges } = tokenizer_files(some_merges);
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
