/** The reader's tokenizer and text, and the way of the text through the file's blocks. */
import { computed, effect, signal } from '@preact/signals';
import type { Tensor } from 'ffn-lab';
import { CoreError } from '../../core/connection.ts';
import type { CallError } from '../../core/protocol.ts';
import { t } from '../../i18n.ts';
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

/** Those of GPT-2 have 1 MB. */
export const largest_file = 64_000_000;

export interface TokenizerState {
  /** Files that are in force, or wait for the other one. */
  readonly files: readonly TextFile[];
  readonly tokenizer: Tokenizer | undefined;
  readonly missing: 'vocab' | 'merges' | undefined;
  readonly error: TokenizerError | undefined;
}

const no_tokenizer: TokenizerState = { files: [], tokenizer: undefined, missing: undefined, error: undefined };

export const tokenizer_state = signal(no_tokenizer);

function take(files: readonly TextFile[]): void {
  const before = tokenizer_state.peek();
  // What was whole is replaced as a whole: the vocabulary of one model does not go with the merges of another.
  const together = before.missing === undefined ? files : [...before.files, ...files];
  const read = read_tokenizer(together);
  if ('error' in read) tokenizer_state.value = { ...before, error: read.error };
  else if ('missing' in read) tokenizer_state.value = { ...before, files: together, missing: read.missing, error: undefined };
  else tokenizer_state.value = { files: together, tokenizer: read.tokenizer, missing: undefined, error: undefined };
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

/** The sample has no words: each of its first 256 tokens stands for a byte. */
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
  /** Blocks that are done, and all. */
  readonly blocks: number;
  readonly all_blocks: number;
  readonly reply: TokensRunReply | undefined;
  readonly error: CallError | undefined;
}

const last_run = signal<Run | undefined>(undefined);

/** Of the file that is open now. */
export const run = computed(() => (last_run.value?.opened === opened.value?.id ? last_run.value : undefined));

let controller = new AbortController();
let runs = 0;

/** Every network has its input as far as the blocks were run. */
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
  const { signal: ended } = controller;
  const { tokens } = result;
  const by_layer: Tensor[] = [];
  const begun: Run = {
    opened: file.id,
    tokens,
    phase: 'running',
    progress: undefined,
    blocks: 0,
    all_blocks: found.layers.length,
    reply: undefined,
    error: undefined,
  };
  last_run.value = begun;
  const mine = (change: Partial<Run>) => {
    if (!ended.aborted || change.phase === 'stopped') last_run.value = { ...(last_run.peek() ?? begun), ...change };
  };
  const on_progress = (progress: TokensRunProgress) => {
    if ('input' in progress) by_layer.push(progress.input);
    mine({ progress, blocks: by_layer.length });
  };
  try {
    const reply = await checkpoint_worker.call('tokens_run', { opened: file.id, ids: tokens.ids }, { signal: ended, on_progress });
    mine({ phase: 'done', reply });
  } catch (error) {
    if (ended.aborted && last_run.peek()?.tokens !== tokens) return; // another one has begun
    mine(ended.aborted ? { phase: 'stopped' } : { phase: 'failed', error: error_of(error) });
  }
  if (opened.peek()?.id === file.id) show_input(tokens, by_layer);
}

export const stop_run = (): void => controller.abort();

// What is under way is about a file that is gone.
effect(() => {
  if (opened.value?.id !== last_run.peek()?.opened) controller.abort();
});
