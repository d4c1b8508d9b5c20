/** The user's tokenizer and text, and the run of the text through the file's blocks. */
import { computed, effect, signal } from '@preact/signals';
import type { Answer } from '../../numbers/answers.ts';
import { t } from '../../words/i18n.ts';
import { answer_of, long_call } from './answers.ts';
import { byte_tokenizer } from './bpe.ts';
import type { Tokenizer } from './bpe.ts';
import { read_tokenizer } from './bpe_files.ts';
import type { TextFile, TokenizerError } from './bpe_files.ts';
import { other_files } from './opening.ts';
import type { CheckpointCalls } from './service.ts';
import { model, opened, text_input } from './state.ts';
import { tokens_of_ids, tokens_of_text } from './tokens_text.ts';
import type { Tokens } from './tokens_text.ts';

/** Largest tokenizer file that is read, in bytes; GPT-2's have about 1 MB. */
export const largest_file = 64_000_000;

export interface TokenizerState {
  /** Files of the tokenizer in use, or a file that needs the other one. */
  readonly files: readonly TextFile[];
  readonly tokenizer: Tokenizer | undefined;
  readonly missing: 'vocab' | 'merges' | undefined;
  readonly error: TokenizerError | undefined;
}

const no_tokenizer: TokenizerState = { files: [], tokenizer: undefined, missing: undefined, error: undefined };

export const tokenizer_state = signal(no_tokenizer);

function take(files: readonly TextFile[]): void {
  const before = tokenizer_state.peek();
  // A complete tokenizer is replaced as a whole: the vocabulary of one model does not fit the merges of another.
  const all_files = before.missing === undefined ? files : [...before.files, ...files];
  const read = read_tokenizer(all_files);
  if ('error' in read) tokenizer_state.value = { ...before, error: read.error };
  else if ('missing' in read) tokenizer_state.value = { ...before, files: all_files, missing: read.missing, error: undefined };
  else tokenizer_state.value = { files: all_files, tokenizer: read.tokenizer, missing: undefined, error: undefined };
}

const refuse = (error: TokenizerError): void => void (tokenizer_state.value = { ...tokenizer_state.peek(), error });

export async function take_tokenizer_files(files: readonly File[]): Promise<void> {
  const large = files.find(({ size }) => size > largest_file);
  if (large) return refuse({ code: 'too_large', name: large.name });
  const texts: TextFile[] = [];
  for (const file of files) {
    try {
      texts.push({ name: file.name, text: await file.text() });
    } catch {
      return refuse({ code: 'unreadable', name: file.name });
    }
  }
  take(texts);
}

effect(() => {
  if (other_files.value.length > 0) void take_tokenizer_files(other_files.value);
});

const bytes = byte_tokenizer();

/** The sample has no vocabulary: each of its first 256 tokens is a byte. */
export const tokenizer = computed(() => (opened.value?.sample ? bytes : tokenizer_state.value.tokenizer));

const typed_text = signal<string | undefined>(undefined);
export const text = computed(() => typed_text.value ?? t('checkpoint.tokens_example'));
export const type_text = (value: string): void => void (typed_text.value = value);
export const ids_text = signal('');

export const limits = computed(() => ({
  vocabulary: model.value?.embedding?.shape[0] ?? 0,
  positions: model.value?.positions?.shape[0] ?? 0,
}));

export const tokens_result = computed(() =>
  tokenizer.value === undefined ? tokens_of_ids(ids_text.value, limits.value) : tokens_of_text(text.value, tokenizer.value, limits.value),
);

export interface Run {
  readonly opened: number;
  readonly tokens: Tokens;
  readonly phase: 'running' | 'done' | 'stopped' | 'failed';
  /** Number of blocks that have run, of `all_blocks`. */
  readonly blocks: number;
  readonly all_blocks: number;
  readonly answer: Answer<CheckpointCalls['text']['reply']> | undefined;
}

const last_run = signal<Run | undefined>(undefined);

/** The last run, unless it is about another file than the open one. */
export const run = computed(() => (last_run.value?.opened === opened.value?.id ? last_run.value : undefined));

export const text_call = long_call('text');

export async function run_text(): Promise<void> {
  const [file, found, result] = [opened.peek(), model.peek(), tokens_result.peek()];
  if (file === undefined || found === undefined || !('tokens' in result)) return;
  const { tokens } = result;
  let now: Run = { opened: file.id, tokens, phase: 'running', blocks: 0, all_blocks: found.layers.length, answer: undefined };
  const show = (change: Partial<Run>) => (last_run.value = now = { ...now, ...change });
  show({});
  const state = { ids: tokens.ids };
  const reply = await text_call.start({ opened: file.id, state }, (progress) => 'blocks' in progress && show({ blocks: progress.blocks }));
  // Another run has started.
  if (last_run.peek() !== now) return;
  if (typeof reply === 'string') show({ phase: reply });
  else show({ phase: 'done', answer: answer_of('text', reply, state) });
  // The networks have inputs up to the last block that was run.
  if (opened.peek()?.id === file.id && now.blocks > 0) text_input.value = { ...tokens, blocks: now.blocks };
}

// Cancels a run about a file that is no longer open.
effect(() => {
  if (opened.value?.id !== last_run.peek()?.opened) text_call.stop();
});
