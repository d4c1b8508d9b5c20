/** Small vocabularies in the form of GPT-2's tokenizer files. */
import { read_tokenizer } from '../../web/page/src/steps/checkpoint/tokenizer.ts';
import type { Tokenizer } from '../../web/page/src/steps/checkpoint/tokenizer.ts';

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

export const decode = (tokenizer: Tokenizer, ids: readonly number[]): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    Uint8Array.from(ids.flatMap((id) => Array.from(tokenizer.bytes_of(id)!))),
  );

export const names = byte_names();
export const written = (text: string) =>
  Array.from(new TextEncoder().encode(text), (byte) => names[byte]!).join('');

/** Returns tokenizer files with the bytes, one token for each merge, and the end-of-text token. */
export function tokenizer_files(merges: readonly string[]): {
  vocab: Record<string, number>;
  merges: string;
} {
  const tokens = [...names, ...merges.map((merge) => merge.replace(' ', '')), '<|endoftext|>'];
  const vocab = Object.fromEntries([...new Set(tokens)].map((token, id) => [token, id]));
  return { vocab, merges: `#version: 0.2\n${merges.join('\n')}\n` };
}

export function tokenizer_of(merges: readonly string[]): Tokenizer {
  const { vocab, merges: list } = tokenizer_files(merges);
  const read = read_tokenizer([
    { name: 'merges.txt', text: list },
    { name: 'vocab.json', text: JSON.stringify(vocab) },
  ]);
  if (!read.tokenizer) throw new Error(JSON.stringify(read));
  return read.tokenizer;
}

const space = names[32]!;
export const some_merges = [
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

export const texts = [
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
