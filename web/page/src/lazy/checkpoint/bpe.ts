/**
 * GPT-2's byte-level BPE: text to token ids and back. A text is cut into words (`split_words`), a word into its UTF-8 bytes, and
 * neighbours are joined as the list of merges says, its first line first. Every byte has a token, so every text can be written, and
 * `decode(encode(text))` is the text; half a surrogate pair is in no UTF-8 and becomes U+FFFD.
 */

/** What the files of a tokenizer say (bpe_files.ts). */
export interface BpeTables {
  /** Bytes of each token, by id; undefined where there is none. */
  readonly bytes: readonly (Uint8Array | undefined)[];
  /** Token of each byte. */
  readonly byte_ids: Int32Array;
  /** By `pair_key`: which merge it is, counted from the first. */
  readonly ranks: ReadonlyMap<number, number>;
  /** Token that each merge makes. */
  readonly merged: Int32Array;
  /** Tokens that stand for themselves in a text, such as `<|endoftext|>`. */
  readonly special: ReadonlyMap<string, number>;
  /** A text begins as if a space stood before it; not so in GPT-2. */
  readonly prefix_space: boolean;
}

export interface Tokenizer {
  /** 1 + the largest id. */
  readonly size: number;
  /** Ids that are there. */
  readonly count: number;
  readonly encode: (text: string) => number[];
  /** Ids without a token are left out; bytes that are no UTF-8 become U+FFFD. */
  readonly decode: (ids: readonly number[]) => string;
  /** Undefined where there is none. */
  readonly bytes_of: (id: number) => Uint8Array | undefined;
}

export const largest_id = 2 ** 24 - 1;

/** Two ids as one number, exact in a double. */
export const pair_key = (left: number, right: number): number => left * (largest_id + 1) + right;

// As in openai/gpt-2's encoder.py. White space is Unicode's there: \s of JavaScript has U+FEFF besides and lacks U+0085.
const word =
  /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\p{White_Space}\p{L}\p{N}]+|\p{White_Space}+(?!\P{White_Space})|\p{White_Space}+/gu;

/** The pre-tokenisation: no token reaches across the edge of a word. All words together are the text. */
export const split_words = (text: string): string[] => text.match(word) ?? [];

/** Joins the pair that comes first in the list of merges, the leftmost of equals, until there is none. */
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

/** The text between special tokens, and they themselves: every second piece, from the second on, is one. */
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
    const begun = prefix_space && text !== '' && !/^\p{White_Space}/u.test(text) ? ` ${text}` : text;
    return split_words(begun).flatMap(encode_word);
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

/** Where there is no vocabulary: each byte is a token. */
export function byte_tokenizer(): Tokenizer {
  const byte_ids = Int32Array.from({ length: 256 }, (_, byte) => byte);
  const bytes = Array.from(byte_ids, (byte) => Uint8Array.of(byte));
  return make_tokenizer({ bytes, byte_ids, ranks: new Map(), merged: new Int32Array(), special: new Map(), prefix_space: false });
}

/** Blanks as they are seen: a space, an end of line, a tabulator. */
const blanks: Readonly<Record<string, string>> = { ' ': '␣', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** What has no shape of its own, as its code: control characters, other blanks, marks that join with what stands before them. */
const shapeless = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}\p{Cn}\p{Co}]/gu;

/** A token to be shown alone: blanks are drawn, and bytes that are no whole character of UTF-8 are given as numbers, `\xE1\xBA`. */
export function visible_token(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const drawn = text.replace(
      shapeless,
      (character) => blanks[character] ?? `\\u{${character.codePointAt(0)!.toString(16).toUpperCase()}}`,
    );
    return /^\p{M}/u.test(drawn) ? `◌${drawn}` : drawn;
  } catch {
    const drawn_byte = (byte: number) => `\\x${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    const drawn = (byte: number) => (byte > 32 && byte < 127 ? String.fromCharCode(byte) : byte === 32 ? blanks[' ']! : drawn_byte(byte));
    return Array.from(bytes, drawn).join('');
  }
}
