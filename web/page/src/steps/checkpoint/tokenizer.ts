/**
 * GPT-2's byte-level BPE, from the user's files: `vocab.json` and `merges.txt`, or
 * `tokenizer.json`, which contains both. Their kind is detected from their contents; any other is
 * rejected with a reason, because a guess would produce wrong tokens.
 */
import { ByteLevelPreTokenizer, Tokenizer as Library } from '@huggingface/tokenizers';
import type { MessageKey } from '../../words/i18n.ts';

export interface TextFile {
  readonly name: string;
  /** Undefined if it could not be read. */
  readonly text: string | undefined;
}

type CodeOf<Key> = Key extends `checkpoint.tokens_file_${infer Code}` ? Code : never;

export interface TokenizerError {
  readonly code: CodeOf<MessageKey>;
  readonly name: string;
  /** The invalid token, byte or merge. */
  readonly token?: string;
  /** Number of the merge, from 1, not counting the version line. */
  readonly line?: number;
}

export interface Tokenizer {
  /** 1 + the largest id. */
  readonly size: number;
  /** Number of ids that have a token. */
  readonly count: number;
  /** An unpaired surrogate, which UTF-8 cannot encode, becomes U+FFFD. */
  readonly encode: (text: string) => readonly number[];
  /** Bytes of a token; undefined for an unused id. */
  readonly bytes_of: (id: number) => Uint8Array | undefined;
}

/** One of them. */
export interface TokenizerResult {
  readonly tokenizer?: Tokenizer;
  readonly error?: TokenizerError;
  /** Valid so far, but the other file is needed too. */
  readonly missing?: 'vocab' | 'merges';
}

/** Caught by `read_tokenizer`, which returns its reason. */
class Refused extends Error {
  constructor(readonly reason: TokenizerError) {
    super(reason.code);
  }
}

type Members = Readonly<Record<string, unknown>>;
/** Ids by token; a map because a token may be named like a property of objects. */
type Ids = ReadonlyMap<string, unknown>;

interface Vocabulary {
  readonly ids: Ids;
  /** Special tokens such as `<|endoftext|>`, which are found in the text before BPE. */
  readonly special: Ids;
  /** Whether encoding adds a space before the text; false in GPT-2. */
  readonly prefix_space: boolean;
}

type Merges = ReturnType<typeof read_merges>;
type Parts = { readonly vocab?: Vocabulary; readonly merges?: Merges };

// As in openai/gpt-2's encoder.py, where \s is Unicode white space; JavaScript's \s also includes
// U+FEFF and lacks U+0085.
export const words =
  /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\p{White_Space}\p{L}\p{N}]+|\p{White_Space}+(?!\P{White_Space})|\p{White_Space}+/gu;

/**
 * The byte of each of GPT-2's characters: printable bytes are written as themselves, the others as
 * characters from U+0100 on.
 */
const byte_of = new Map(
  Object.entries(new ByteLevelPreTokenizer({ type: 'ByteLevel' }).byte_encoder).map(
    ([byte, character]) => [character, Number(byte)],
  ),
);

const is_object = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch {
    return undefined;
  }
}

function read_vocab(name: string, vocab: Vocabulary): Vocabulary {
  const { ids, special } = vocab;
  const used = new Set<unknown>();
  for (const [token, id] of [
    ...special,
    ...Array.from(ids).filter(([token, id]) => special.get(token) !== id),
  ]) {
    if (typeof id !== 'number' || !Number.isInteger(id) || id < 0 || id >= 2 ** 24)
      throw new Refused({ code: 'bad_id', name, token });
    if (used.has(id)) throw new Refused({ code: 'same_id', name, token });
    used.add(id);
    const in_bytes =
      special.get(token) === id || token.split('').every((character) => byte_of.has(character));
    if (!in_bytes) throw new Refused({ code: 'bad_token', name, token });
  }
  for (const [character, byte] of byte_of) {
    const token = `0x${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    if (!ids.has(character)) throw new Refused({ code: 'missing_byte', name, token });
  }
  return vocab;
}

/** Reads pairs, each written as `a b` or as a list. */
function read_merges(name: string, merges: readonly unknown[]) {
  const pairs = merges.map((merge, index) => {
    const pair: unknown = typeof merge === 'string' ? merge.split(' ') : merge;
    if (
      Array.isArray(pair) &&
      pair.length === 2 &&
      pair.every((part) => typeof part === 'string' && part !== '')
    )
      return pair as unknown as readonly [string, string];
    throw new Refused({ code: 'bad_merge', name, token: String(merge), line: index + 1 });
  });
  return { name, pairs };
}

function read_tokenizer_json(name: string, json: Members, model: Members): Parts {
  const {
    vocab,
    merges,
    type = 'BPE',
    continuing_subword_prefix: prefix,
    end_of_word_suffix: suffix,
  } = model;
  if (type !== 'BPE' || !is_object(vocab) || !Array.isArray(merges) || prefix || suffix)
    throw new Refused({ code: 'not_bpe', name });
  const { normalizer, pre_tokenizer: splitter, added_tokens: added } = json;
  // Words that are not split as in GPT-2 would give other tokens.
  const as_bytes =
    is_object(splitter) && splitter['type'] === 'ByteLevel' && splitter['use_regex'] !== false;
  if (normalizer || !as_bytes) throw new Refused({ code: 'not_byte_level', name });
  const special = (Array.isArray(added) ? added.filter(is_object) : []).map(
    ({ content, id }) => [String(content), id] as const,
  );
  const ids = new Map(Object.entries(vocab));
  return {
    vocab: read_vocab(name, {
      ids,
      special: new Map(special),
      prefix_space: splitter['add_prefix_space'] === true,
    }),
    merges: read_merges(name, merges),
  };
}

function read_file({ name, text }: TextFile): Parts {
  if (text === undefined) throw new Refused({ code: 'unreadable', name });
  const json = parsed(text);
  if (is_object(json) && is_object(json['model']))
    return read_tokenizer_json(name, json, json['model']);
  if (is_object(json) && Object.values(json).some((id) => typeof id === 'number')) {
    const ids = new Map(Object.entries(json));
    const special = new Map(Array.from(ids).filter(([token]) => token === '<|endoftext|>'));
    return { vocab: read_vocab(name, { ids, special, prefix_space: false }) };
  }
  // One merge on each line; the first line may be `#version: 0.2`.
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const versioned = lines[0]?.startsWith('#version') === true;
  if (json !== undefined || !(versioned || /^\S+ \S+$/.test(lines[0] ?? '')))
    throw new Refused({ code: 'unknown_file', name });
  return { merges: read_merges(name, versioned ? lines.slice(1) : lines) };
}

/** Makes GPT-2's tokenizer, in the format of tokenizer.json. */
const make_library = ({ ids, special, prefix_space }: Vocabulary, pairs: Merges['pairs']) =>
  new Library(
    {
      added_tokens: Array.from(special, ([content, id]) => ({ content, id, special: true })),
      normalizer: prefix_space
        ? {
            type: 'Replace',
            pattern: { Regex: String.raw`(?<!\p{Any})(?=\P{White_Space})` },
            content: ' ',
          }
        : null,
      pre_tokenizer: {
        type: 'Sequence',
        pretokenizers: [
          { type: 'Split', pattern: { Regex: words.source }, behavior: 'Isolated', invert: false },
          { type: 'ByteLevel', add_prefix_space: false, use_regex: false },
        ],
      },
      post_processor: null,
      decoder: null,
      model: { type: 'BPE', vocab: Object.fromEntries(ids), merges: pairs },
    },
    {},
  );

function assemble({ ids, special, prefix_space }: Vocabulary, { name, pairs }: Merges): Tokenizer {
  const wrong = pairs.findIndex(
    ([left, right]) => ![left, right, left + right].every((token) => ids.has(token)),
  );
  if (wrong >= 0)
    throw new Refused({
      code: 'merge_without_token',
      name,
      token: pairs[wrong]!.join(' '),
      line: wrong + 1,
    });
  const library = make_library({ ids, special, prefix_space }, pairs);
  const bytes = new Map(
    Array.from(ids, ([token, id]) => [
      id,
      Uint8Array.from(token, (character) => byte_of.get(character) ?? 0),
    ]),
  );
  for (const [token, id] of special) bytes.set(id, new TextEncoder().encode(token));
  return {
    size:
      1 +
      Array.from(bytes.keys() as Iterable<number>).reduce(
        (largest, id) => Math.max(largest, id),
        -1,
      ),
    count: bytes.size,
    encode: (text) => library.encode(text, { add_special_tokens: false }).ids,
    bytes_of: (id) => bytes.get(id),
  };
}

/** Reads the files in any order; of two vocabularies or two merge lists, the last one counts. */
export function read_tokenizer(files: readonly TextFile[]): TokenizerResult {
  try {
    const { vocab, merges } = files.reduce<Parts>(
      (parts, file) => ({ ...parts, ...read_file(file) }),
      {},
    );
    if (vocab === undefined) return { missing: 'vocab' };
    return merges === undefined ? { missing: 'merges' } : { tokenizer: assemble(vocab, merges) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { error: error.reason };
  }
}
