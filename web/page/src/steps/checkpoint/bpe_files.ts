/**
 * Reads the files of a byte-level BPE tokenizer: `vocab.json` and `merges.txt`, or `tokenizer.json`, which contains both. Their kind is
 * detected from their contents. A file of any other kind is rejected with a reason, because a guess would produce wrong tokens.
 */
import { largest_id, make_tokenizer, pair_key } from './bpe.ts';
import type { Tokenizer } from './bpe.ts';

export interface TextFile {
  readonly name: string;
  readonly text: string;
}

export type TokenizerErrorCode =
  | 'too_large'
  | 'unreadable'
  | 'unknown_file'
  | 'not_bpe'
  | 'not_byte_level'
  | 'bad_id'
  | 'same_id'
  | 'bad_token'
  | 'missing_byte'
  | 'bad_merge'
  | 'merge_without_token';

export interface TokenizerError {
  readonly code: TokenizerErrorCode;
  /** Name of the file. */
  readonly name: string;
  /** The invalid token, byte or merge. */
  readonly token?: string;
  /** Number of the merge, from 1, not counting the version line. */
  readonly line?: number;
}

export type TokenizerResult =
  | { readonly tokenizer: Tokenizer }
  | { readonly error: TokenizerError }
  /** Valid so far, but the other file is needed too. */
  | { readonly missing: 'vocab' | 'merges' };

type Pair = readonly [left: string, right: string];
type Pairs = readonly (Pair | string)[];

interface Parts {
  vocab?: ReadonlyMap<string, unknown>;
  merges?: Pairs;
  special?: ReadonlyMap<string, number>;
  prefix_space?: boolean;
}

/** Caught by `read_tokenizer`, which returns it as a `TokenizerError`. */
class Refused extends Error {
  readonly reason: Omit<TokenizerError, 'name'>;
  constructor(code: TokenizerErrorCode, details: Omit<TokenizerError, 'name' | 'code'> = {}) {
    super(code);
    this.reason = { code, ...details };
  }
}

/** Returns GPT-2's character for each byte: printable bytes are themselves, the others are characters from U+0100 on. */
function byte_characters(): string[] {
  const printable = (byte: number) => (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) => String.fromCharCode(printable(byte) ? byte : next++));
}

const characters = byte_characters();
const byte_of = new Map(characters.map((character, byte) => [character.charCodeAt(0), byte]));

type Members = Readonly<Record<string, unknown>>;

const is_object = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Reads one merge `a b` per line; the first line may be `#version: 0.2`. Undefined if the text has another format. */
function read_merges(text: string): Pairs | undefined {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const versioned = lines[0]?.startsWith('#version') === true;
  const merges = versioned ? lines.slice(1) : lines;
  return versioned || (merges.length > 0 && /^\S+ \S+$/.test(merges[0] ?? '')) ? merges : undefined;
}

/** Returns `add_prefix_space`. @throws Refused if words are not split as in GPT-2, because the tokens would differ */
function read_pre_tokenizer(value: unknown): boolean {
  if (!is_object(value) || value['type'] !== 'ByteLevel' || value['use_regex'] === false) throw new Refused('not_byte_level');
  return value['add_prefix_space'] === true;
}

function read_added(value: unknown): [string, number][] {
  if (!Array.isArray(value)) return [];
  return value
    .filter(is_object)
    .flatMap(({ content, id }) => (typeof content === 'string' && typeof id === 'number' ? [[content, id] as [string, number]] : []));
}

function read_tokenizer_json(json: Members, model: Members): Parts {
  const { vocab, merges, type = 'BPE', continuing_subword_prefix: prefix, end_of_word_suffix: suffix } = model;
  if (type !== 'BPE' || !is_object(vocab) || !Array.isArray(merges) || prefix || suffix) throw new Refused('not_bpe');
  if (json['normalizer']) throw new Refused('not_byte_level');
  const prefix_space = read_pre_tokenizer(json['pre_tokenizer']);
  return {
    vocab: new Map(Object.entries(vocab)),
    merges: merges as Pairs,
    special: new Map(read_added(json['added_tokens'])),
    prefix_space,
  };
}

function read_file(text: string): Parts {
  const json = parsed(text.replace(/^\uFEFF/, ''));
  if (is_object(json) && is_object(json['model'])) return read_tokenizer_json(json, json['model']);
  if (is_object(json) && Object.values(json).some((id) => typeof id === 'number')) {
    const vocab = new Map(Object.entries(json));
    const end = vocab.get('<|endoftext|>');
    return { vocab, special: new Map(typeof end === 'number' ? [['<|endoftext|>', end]] : []), prefix_space: false };
  }
  const merges = json === undefined ? read_merges(text) : undefined;
  if (merges === undefined) throw new Refused('unknown_file');
  return { merges };
}

function bytes_of(token: string): Uint8Array {
  const bytes = new Uint8Array(token.length);
  for (let place = 0; place < token.length; ++place) {
    const byte = byte_of.get(token.charCodeAt(place));
    if (byte === undefined) throw new Refused('bad_token', { token });
    bytes[place] = byte;
  }
  return bytes;
}

/** Returns the bytes of each token, by id. @throws Refused for an invalid or duplicate id or token */
function read_vocab(vocab: ReadonlyMap<string, unknown>, special: ReadonlyMap<string, number>): (Uint8Array | undefined)[] {
  const bytes: (Uint8Array | undefined)[] = [];
  const put = (token: string, id: unknown, value: () => Uint8Array) => {
    if (typeof id !== 'number' || !Number.isInteger(id) || id < 0 || id > largest_id) throw new Refused('bad_id', { token });
    if (bytes[id] !== undefined) throw new Refused('same_id', { token });
    bytes[id] = value();
  };
  const utf8 = new TextEncoder();
  for (const [token, id] of special) put(token, id, () => utf8.encode(token));
  for (const [token, id] of vocab) if (special.get(token) !== id) put(token, id, () => bytes_of(token));
  return Array.from(bytes);
}

type Ids = ReadonlyMap<string, number>;

function read_byte_ids(ids: Ids): Int32Array {
  return Int32Array.from(characters, (character, byte) => {
    const id = ids.get(character);
    if (id === undefined) throw new Refused('missing_byte', { token: `0x${byte.toString(16).toUpperCase().padStart(2, '0')}` });
    return id;
  });
}

function pair_of(merge: unknown): Pair {
  const parts: unknown = typeof merge === 'string' ? merge.split(' ') : merge;
  if (!Array.isArray(parts) || parts.length !== 2 || !parts.every((part) => typeof part === 'string' && part !== '')) {
    throw new Refused('bad_merge', { token: String(merge) });
  }
  return parts as unknown as Pair;
}

function read_ranks(merges: Pairs, ids: Ids): { readonly ranks: Map<number, number>; readonly merged: Int32Array } {
  const ranks = new Map<number, number>();
  const merged = Int32Array.from(merges, (merge, rank) => {
    try {
      const [left, right] = pair_of(merge);
      const [first, second, whole] = [ids.get(left), ids.get(right), ids.get(left + right)];
      if (first === undefined || second === undefined || whole === undefined) {
        throw new Refused('merge_without_token', { token: `${left} ${right}` });
      }
      const key = pair_key(first, second);
      if (!ranks.has(key)) ranks.set(key, rank);
      return whole;
    } catch (error) {
      throw error instanceof Refused ? new Refused(error.reason.code, { ...error.reason, line: rank + 1 }) : error;
    }
  });
  return { ranks, merged };
}

function assemble(
  vocab: ReadonlyMap<string, unknown>,
  merges: Pairs,
  { special = new Map<string, number>(), prefix_space = false }: Parts,
): Tokenizer {
  const bytes = read_vocab(vocab, special);
  const ids = vocab as Ids; // read_vocab has validated every id
  return make_tokenizer({ bytes, byte_ids: read_byte_ids(ids), ...read_ranks(merges, ids), special, prefix_space });
}

/** Reads the files in any order; of two vocabularies or two merge lists, the last one counts. */
export function read_tokenizer(files: readonly TextFile[]): TokenizerResult {
  const parts: Parts = {};
  const names = { vocab: '', merges: '' };
  let name = '';
  try {
    for (const file of files) {
      name = file.name;
      const read = read_file(file.text);
      Object.assign(parts, read);
      if (read.vocab) names.vocab = name;
      if (read.merges) names.merges = name;
    }
    if (parts.vocab === undefined) return { missing: 'vocab' };
    if (parts.merges === undefined) return { missing: 'merges' };
    return { tokenizer: assemble(parts.vocab, parts.merges, parts) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const in_merges = error.reason.line !== undefined;
    const in_vocab = ['bad_id', 'same_id', 'bad_token', 'missing_byte'].includes(error.reason.code);
    return { error: { ...error.reason, name: in_merges ? names.merges : in_vocab ? names.vocab : name } };
  }
}
