/** Converts a text, or typed ids, to the tokens that the blocks are run on. Pure. */
import { visible_token } from './bpe.ts';
import type { Tokenizer } from './bpe.ts';
import { cut, shorten } from '../../words/untrusted_text.ts';

/** The map of tokens and neurons shows at most this many rows. */
export const most_tokens = 64;

/** Longer texts are cut before encoding, to save time: they have more than `most_tokens` tokens in any case. */
const longest_text = 8192;

export interface Tokens {
  readonly ids: readonly number[];
  /** Visible text of each token. */
  readonly labels: readonly string[];
}

export type TokensErrorCode = 'empty' | 'too_long' | 'no_id' | 'beyond_vocabulary';

export interface TokensError {
  readonly code: TokensErrorCode;
  readonly token?: string;
  readonly found?: number;
  readonly expected?: number;
}

export type TokensResult = { readonly tokens: Tokens } | { readonly error: TokensError };

export interface TokenLimits {
  /** Number of rows of the token embedding. */
  readonly vocabulary: number;
  /** Number of rows of the position embedding. */
  readonly positions: number;
}

/** Returns the token's characters if they are known, else its id. */
export function token_label(id: number, tokenizer: Tokenizer | undefined): string {
  const bytes = tokenizer?.bytes_of(id);
  return bytes === undefined ? String(id) : cut(visible_token(bytes));
}

function checked(ids: readonly number[], tokenizer: Tokenizer | undefined, { vocabulary, positions }: TokenLimits): TokensResult {
  const most = Math.min(most_tokens, positions);
  if (ids.length === 0) return { error: { code: 'empty' } };
  if (ids.length > most) return { error: { code: 'too_long', found: ids.length, expected: most } };
  const labels = ids.map((id) => token_label(id, tokenizer));
  const beyond = ids.findIndex((id) => id >= vocabulary);
  if (beyond >= 0)
    return { error: { code: 'beyond_vocabulary', token: labels[beyond] ?? '', found: ids[beyond] ?? 0, expected: vocabulary } };
  return { tokens: { ids, labels } };
}

export function tokens_of_text(text: string, tokenizer: Tokenizer, limits: TokenLimits): TokensResult {
  return checked(tokenizer.encode(text.slice(0, longest_text)), tokenizer, limits);
}

/** Parses ids written as `[464, 3797]` or `464 3797`. */
export function tokens_of_ids(text: string, limits: TokenLimits): TokensResult {
  const words = text
    .slice(0, longest_text)
    .trim()
    .replace(/^\[|\]$/g, '')
    .split(/[\s,;]+/)
    .filter((word) => word !== '');
  const wrong = words.find((word) => !/^\d{1,8}$/.test(word));
  return wrong === undefined ? checked(words.map(Number), undefined, limits) : { error: { code: 'no_id', token: shorten(wrong) } };
}
