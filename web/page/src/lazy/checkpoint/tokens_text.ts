/** A text, or ids, as the tokens that the blocks are given. Pure. */
import { visible_token } from './bpe.ts';
import type { Tokenizer } from './bpe.ts';
import { cut, shorten } from '../../untrusted_text.ts';

/** As many rows as a map of tokens and neurons can show. */
export const most_tokens = 64;

/** Longer texts have more tokens than that, and would only take time. */
const longest_text = 8192;

export interface Tokens {
  readonly ids: readonly number[];
  /** Each as it is drawn. */
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
  /** Rows of the embedding. */
  readonly vocabulary: number;
  /** Rows of the positions. */
  readonly positions: number;
}

/** A token's own characters where they are known, its number elsewhere. */
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

/** Ids as they are printed: `[464, 3797]`, `464 3797`. */
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
