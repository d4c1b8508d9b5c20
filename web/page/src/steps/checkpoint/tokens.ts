/** The user's tokenizer and text, the tokens of the text, and its run through the file's blocks. */
import { computed, effect, signal } from '@preact/signals';
import { format_count, t } from '../../words/i18n.ts';
import { cut, shorten } from '../../words/untrusted_text.ts';
import { answer_of, if_given } from './answers.ts';
import { block_activation, model, opened, stack, text_input, type Tokens } from './state.ts';
import type { TextFile, Tokenizer, TokenizerError, TokenizerResult } from './tokenizer.ts';

/** The map of tokens and neurons shows at most this many rows. */
const most_rows = 64;

/**
 * Longer texts are cut before encoding, to save time: they have more than `most_rows` tokens in any
 * case.
 */
const longest_text = 8192;

/** Largest tokenizer file that is read, in bytes; GPT-2's have about 1 MB. */
export const largest_file = 64_000_000;

/** `files` are the files of the tokenizer in use, or one file that needs the other. */
export const tokenizer_state = signal<TokenizerResult & { readonly files: readonly TextFile[] }>({
  files: [],
});

export async function take_tokenizer_files(files: readonly File[]): Promise<void> {
  const refuse = (error: TokenizerError) =>
    void (tokenizer_state.value = { ...tokenizer_state.peek(), error });
  const large = files.find(({ size }) => size > largest_file);
  if (large) return refuse({ code: 'too_large', name: large.name });
  const texts = await Promise.all(
    files.map(async (file) => ({
      name: file.name,
      text: await file.text().catch(() => undefined),
    })),
  );
  const { read_tokenizer } = await import('./tokenizer.ts');
  const { files: earlier, missing, tokenizer } = tokenizer_state.peek();
  // A complete tokenizer is replaced as a whole: the vocabulary of one model does not fit the
  // merges of another.
  const all_files = missing === undefined ? texts : [...earlier, ...texts];
  const read = read_tokenizer(all_files);
  if (read.error) return refuse(read.error);
  tokenizer_state.value = { ...(tokenizer && { tokenizer }), files: all_files, ...read };
}

/** The sample has no vocabulary: each of its first 256 tokens is a byte. */
const bytes: Tokenizer = {
  size: 256,
  count: 256,
  encode: (text) => Array.from(new TextEncoder().encode(text)),
  bytes_of: (id) => (id < 256 ? Uint8Array.of(id) : undefined),
};

export const tokenizer = computed(() =>
  opened.value?.sample ? bytes : tokenizer_state.value.tokenizer,
);

const blanks: Readonly<Record<string, string>> = {
  ' ': '␣',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/**
 * Characters without a visible glyph, shown as code points: control, format, separator, private-use
 * and unassigned characters.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}\p{Cn}\p{Co}]/gu;

const hexadecimal = (character: string) =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase();

/**
 * Returns a token as visible text: symbols for white space, `◌` before a combining mark, and
 * escapes such as `\xE1\xBA` for partial UTF-8.
 */
export function visible_token(bytes_of_token: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes_of_token);
    const visible = text.replace(
      invisible,
      (character) => blanks[character] ?? `\\u{${hexadecimal(character)}}`,
    );
    return /^\p{M}/u.test(visible) ? `◌${visible}` : visible;
  } catch {
    const visible = (byte: string) =>
      byte === ' ' ? '␣' : `\\x${hexadecimal(byte).padStart(2, '0')}`;
    return Array.from(bytes_of_token, (byte) =>
      String.fromCharCode(byte).replace(/[^!-~]/, visible),
    ).join('');
  }
}

/** Returns the token's characters if they are known, else its id. */
export function token_label(id: number): string {
  const of_token = tokenizer.value?.bytes_of(id);
  return of_token === undefined ? String(id) : cut(visible_token(of_token));
}

export const typed_text = signal<string | undefined>(undefined);
export const text = computed(() => typed_text.value ?? t('checkpoint.tokens_example'));
export const ids_text = signal('');

export const limits = computed(() => {
  const { embedding, positions } = model.value ?? {};
  return {
    vocabulary: embedding?.shape[0] ?? 0,
    most: Math.min(most_rows, positions?.shape[0] ?? 0),
  };
});

/**
 * The tokens of the text, or of ids written as `[464, 3797]` or `464 3797`; what is wrong with them
 * in words, '' if nothing is typed yet.
 */
export const tokens_result = computed((): Tokens | { readonly error: string } => {
  const { vocabulary, most } = limits.value;
  const given = (tokenizer.value === undefined ? ids_text.value : text.value).slice(
    0,
    longest_text,
  );
  const words = given.split(/[\s,;[\]]+/).filter((word) => word !== '');
  const wrong = tokenizer.value === undefined && words.find((word) => !/^\d{1,8}$/.test(word));
  if (wrong) return { error: t('checkpoint.tokens_error_no_id', { token: shorten(wrong) }) };
  const ids = tokenizer.value?.encode(given) ?? words.map(Number);
  if (ids.length === 0) return { error: '' };
  if (ids.length > most)
    return {
      error: t('checkpoint.tokens_error_too_long', {
        found: format_count(ids.length),
        expected: format_count(most),
      }),
    };
  const beyond = ids.find((id) => id >= vocabulary);
  if (beyond === undefined) return { ids, labels: ids.map(token_label) };
  const values = {
    token: token_label(beyond),
    found: format_count(beyond),
    expected: format_count(vocabulary),
  };
  return { error: t('checkpoint.tokens_error_beyond_vocabulary', values) };
});

/** The tokens that the user has asked to run the open file on. */
export const asked = signal<Tokens | undefined>(undefined);

const asked_ids = () =>
  asked.value &&
  stack.value && { stack: stack.value.name, ids: asked.value.ids, ...block_activation.value };

export const text_run = answer_of('text', asked_ids);

/** The answer of the newest run, once it has ended. */
export const run_answer = computed(() =>
  text_run.running.value ? undefined : if_given(text_run.shown.value, asked_ids()),
);

const layers = () => model.value?.layers.length ?? 0;

/** Blocks that the newest run has reported. */
const reported = signal(0);
effect(() => {
  const { part, done } = text_run.progress.value ?? {};
  if (done !== undefined) reported.value = part === 'block' ? done : layers();
});

export const blocks_run = computed(() => (run_answer.value ? layers() : reported.value));

export function run_text(): void {
  const tokens = tokens_result.peek();
  if ('error' in tokens) return;
  reported.value = 0;
  asked.value = tokens;
  text_run.start();
}

// The networks have inputs up to the last block that was run.
effect(() => {
  if (asked.value && !text_run.running.value && blocks_run.value > 0)
    text_input.value = { ...asked.value, blocks: blocks_run.value };
});

// A run is about one file.
opened.subscribe(() => void (asked.value = undefined));
