/**
 * GPT-2's byte-level BPE: converts text to token ids and back. A text is split into words (`split_words`), each word into its UTF-8
 * bytes, and adjacent tokens are merged in the order of the merge list. Every byte has a token, so every text can be encoded, and
 * `decode(encode(text))` returns the text; only an unpaired surrogate, which UTF-8 cannot encode, becomes U+FFFD.
 */

/** The contents of a tokenizer's files, read by bpe_files.ts. */
export interface BpeTables {
  /** Bytes of each token, by id; undefined for an unused id. */
  readonly bytes: readonly (Uint8Array | undefined)[];
  /** Token id of each byte. */
  readonly byte_ids: Int32Array;
  /** Rank of each merge, from 0, by the `pair_key` of its tokens. */
  readonly ranks: ReadonlyMap<number, number>;
  /** Token id that each merge produces. */
  readonly merged: Int32Array;
  /** Special tokens such as `<|endoftext|>`, which are found in the text before BPE. */
  readonly special: ReadonlyMap<string, number>;
  /** Whether encoding adds a space before the text; false in GPT-2. */
  readonly prefix_space: boolean;
}

export interface Tokenizer {
  /** 1 + the largest id. */
  readonly size: number;
  /** Number of ids that have a token. */
  readonly count: number;
  readonly encode: (text: string) => number[];
  /** Skips ids without a token; invalid UTF-8 becomes U+FFFD. */
  readonly decode: (ids: readonly number[]) => string;
  /** Bytes of a token; undefined for an unused id. */
  readonly bytes_of: (id: number) => Uint8Array | undefined;
}

export const largest_id = 2 ** 24 - 1;

/** Combines two ids into one integer, exact in a double. */
export const pair_key = (left: number, right: number): number => left * (largest_id + 1) + right;

// As in openai/gpt-2's encoder.py, where \s is Unicode white space; JavaScript's \s also includes U+FEFF and lacks U+0085.
const word =
  /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\p{White_Space}\p{L}\p{N}]+|\p{White_Space}+(?!\P{White_Space})|\p{White_Space}+/gu;

/** Pre-tokenization: splits a text into words, which no token crosses. The words joined are the text. */
export const split_words = (text: string): string[] => text.match(word) ?? [];

/** Merges tokens in place: each step merges the adjacent pair of the lowest rank, the leftmost on a tie, until no pair has a rank. */
function merge({ ranks, merged }: BpeTables, ids: number[]): number[] {
  const rank_at = (place: number) => {
    const [left, right] = [ids[place], ids[place + 1]];
    return left === undefined || right === undefined ? Infinity : (ranks.get(pair_key(left, right)) ?? Infinity);
  };
  const rank = ids.map((_, place) => rank_at(place));
  for (;;) {
    let best = 0;
    for (let place = 1; place < rank.length; ++place) if (rank[place]! < rank[best]!) best = place;
    const found = rank[best];
    if (found === undefined || found === Infinity) return ids;
    ids.splice(best, 2, merged[found]!);
    rank.splice(best, 1);
    rank[best] = rank_at(best);
    if (best > 0) rank[best - 1] = rank_at(best - 1);
  }
}

const escaped = (text: string) => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');

/** Splits a text at its special tokens: pieces at even indices are plain text, those at odd indices special tokens. */
function split_special(text: string, special: BpeTables['special']): string[] {
  const names = [...special.keys()].filter((name) => name !== '').sort((a, b) => b.length - a.length);
  return names.length === 0 ? [text] : text.split(new RegExp(`(${names.map(escaped).join('|')})`, 'u'));
}

export function make_tokenizer(tables: BpeTables): Tokenizer {
  const { bytes, byte_ids, special, prefix_space } = tables;
  const utf8 = new TextEncoder();
  const encode_word = (text: string) =>
    merge(
      tables,
      Array.from(utf8.encode(text), (byte) => byte_ids[byte]!),
    );
  const encode_text = (text: string) => {
    const prefixed = prefix_space && text !== '' && !/^\p{White_Space}/u.test(text) ? ` ${text}` : text;
    return split_words(prefixed).flatMap(encode_word);
  };
  return {
    size: bytes.length,
    count: bytes.reduce((count, token) => count + (token === undefined ? 0 : 1), 0),
    encode: (text) =>
      split_special(text, special).flatMap((piece, place) => (place % 2 === 1 ? [special.get(piece)!] : encode_text(piece))),
    decode(ids) {
      const parts = ids.flatMap((id) => bytes[id] ?? []);
      const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
      parts.reduce((at, part) => (joined.set(part, at), at + part.length), 0);
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(joined);
    },
    bytes_of: (id) => bytes[id],
  };
}

/** Returns a tokenizer for a model without a vocabulary: each byte is a token. */
export function byte_tokenizer(): Tokenizer {
  const byte_ids = Int32Array.from({ length: 256 }, (_, byte) => byte);
  const bytes = Array.from(byte_ids, (byte) => Uint8Array.of(byte));
  return make_tokenizer({ bytes, byte_ids, ranks: new Map(), merged: new Int32Array(), special: new Map(), prefix_space: false });
}

/** Visible symbols for white space. */
const blanks: Readonly<Record<string, string>> = { ' ': '␣', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Characters without a visible glyph, shown as code points: control, format, separator, private-use and unassigned characters. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}\p{Cn}\p{Co}]/gu;

/** Returns a token as visible text: symbols for white space, `◌` before a combining mark, and escapes such as `\xE1\xBA` for partial UTF-8. */
export function visible_token(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const visible = text.replace(
      invisible,
      (character) => blanks[character] ?? `\\u{${character.codePointAt(0)!.toString(16).toUpperCase()}}`,
    );
    return /^\p{M}/u.test(visible) ? `◌${visible}` : visible;
  } catch {
    const escaped_byte = (byte: number) => `\\x${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    const visible_byte = (byte: number) =>
      byte > 32 && byte < 127 ? String.fromCharCode(byte) : byte === 32 ? blanks[' ']! : escaped_byte(byte);
    return Array.from(bytes, visible_byte).join('');
  }
}
