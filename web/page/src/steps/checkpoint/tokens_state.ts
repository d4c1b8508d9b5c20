/** The user's tokenizer and text, and the run of the text through the file's blocks. */
import { computed, effect, signal } from '@preact/signals';
import type { Tensor } from 'ffn-lab';
import { CoreError } from '../../numbers/connection.ts';
import type { CallError } from '../../numbers/protocol.ts';
import { t } from '../../words/i18n.ts';
import { byte_tokenizer } from './bpe.ts';
import type { Tokenizer } from './bpe.ts';
import { read_tokenizer } from './bpe_files.ts';
import type { TextFile, TokenizerError } from './bpe_files.ts';
import { checkpoint_worker } from './connection.ts';
import { other_files } from './opening.ts';
import { model, opened, text_input } from './state.ts';
import type { TokensRunProgress, TokensRunReply } from './tokens_calls.ts';
import { embedding_names, tokens_input_code } from './tokens_code.ts';
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
  readonly progress: TokensRunProgress | undefined;
  /** Number of blocks that have run, of `all_blocks`. */
  readonly blocks: number;
  readonly all_blocks: number;
  readonly reply: TokensRunReply | undefined;
  readonly error: CallError | undefined;
}

const last_run = signal<Run | undefined>(undefined);

/** The last run, unless it is about another file than the open one. */
export const run = computed(() => (last_run.value?.opened === opened.value?.id ? last_run.value : undefined));

let controller = new AbortController();
let runs = 0;

/** Sets the inputs of the networks, up to the last block that was run. */
function show_input({ ids, labels }: Tokens, by_layer: readonly Tensor[]): void {
  const file = opened.peek();
  const names = embedding_names();
  if (file === undefined || by_layer.length === 0) return;
  const code = (layer: number) => tokens_input_code(ids, names, model.peek()?.layers[layer]?.number ?? layer);
  text_input.value = { choice: { kind: 'tokens', key: `text ${++runs}`, by_layer }, labels, code };
}

const error_of = (error: unknown): CallError =>
  error instanceof CoreError ? { code: error.code, message: error.message } : { code: 'worker_failed', message: String(error) };

export async function run_text(): Promise<void> {
  const [file, found, result] = [opened.peek(), model.peek(), tokens_result.peek()];
  if (file === undefined || found === undefined || !('tokens' in result)) return;
  controller.abort();
  controller = new AbortController();
  const { signal: abort_signal } = controller;
  const { tokens } = result;
  const by_layer: Tensor[] = [];
  const started: Run = {
    opened: file.id,
    tokens,
    phase: 'running',
    progress: undefined,
    blocks: 0,
    all_blocks: found.layers.length,
    reply: undefined,
    error: undefined,
  };
  last_run.value = started;
  const update = (change: Partial<Run>) => {
    if (!abort_signal.aborted || change.phase === 'stopped') last_run.value = { ...(last_run.peek() ?? started), ...change };
  };
  const on_progress = (progress: TokensRunProgress) => {
    if ('input' in progress) by_layer.push(progress.input);
    update({ progress, blocks: by_layer.length });
  };
  try {
    const reply = await checkpoint_worker.call('tokens_run', { opened: file.id, ids: tokens.ids }, { signal: abort_signal, on_progress });
    update({ phase: 'done', reply });
  } catch (error) {
    if (abort_signal.aborted && last_run.peek()?.tokens !== tokens) return; // another run has started
    update(abort_signal.aborted ? { phase: 'stopped' } : { phase: 'failed', error: error_of(error) });
  }
  if (opened.peek()?.id === file.id) show_input(tokens, by_layer);
}

export const stop_run = (): void => controller.abort();

// Cancels a run about a file that is no longer open.
effect(() => {
  if (opened.value?.id !== last_run.peek()?.opened) controller.abort();
});
