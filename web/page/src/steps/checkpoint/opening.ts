/**
 * Opens models: one at a time and cancellable. If new files are rejected, the previous model stays
 * open.
 */
import { batch, signal } from '@preact/signals';
import { call_error, core_ready, CoreError, run_recipe } from '../../compute/connection.ts';
import { core_error_text } from '../../numbers/call_error.tsx';
import type { CallError } from '../../compute/protocol.ts';
import { store } from '../../state/store.ts';
import { model_of, sort_files, type ModelFiles } from './model_files.ts';
import type * as recipe from './recipe.ts';
import type { ModelSource } from './file_session.ts';
import {
  bytes_read,
  checkpoint_worker,
  chosen_activation,
  chosen_layout,
  default_rows,
  input_kind,
  opened,
  type OpenedFacts,
  random_rows,
  text_input,
} from './state.ts';
import { take_tokenizer_files } from './tokens.ts';

/** Name of the file that is being opened; empty for the sample. */
export const opening = signal<string | undefined>(undefined);
export const open_error = signal<(CallError & { readonly name: string }) | undefined>(undefined);

let last_id = 0;
let last_source: ModelSource | undefined;
let controller = new AbortController();

/** `same_model`: with another index or configuration, so that the user's choices stay. */
function show_file(file: OpenedFacts | undefined, same_model = false): void {
  batch(() => {
    opened.value = file;
    open_error.value = undefined;
    bytes_read.value = file?.bytes_read ?? 0;
    keep_address();
    if (same_model) return;
    chosen_layout.value = undefined;
    chosen_activation.value = undefined;
    text_input.value = undefined;
    input_kind.value = file?.sample ? 'captured' : 'random';
    random_rows.tokens.value = default_rows(file?.stacks[0]?.tables.in_out.d_model ?? 0);
    if (!file) store.model.value = 'none';
  });
}

/** The open model stays open whatever an address says, which then says what is open. */
export function keep_address(): void {
  const file = opened.peek();
  if (file) store.model.value = file.sample ? 'sample' : 'none';
}

const ask_to_open = (source: ModelSource, signal: AbortSignal) =>
  run_recipe<typeof recipe.opened>(
    checkpoint_worker,
    'checkpoint.opened',
    { id: ++last_id, source },
    { signal },
  );

export async function open_source(source: ModelSource, same_model = false): Promise<void> {
  controller.abort();
  controller = new AbortController();
  const { signal } = controller;
  const name = source === 'sample' ? '' : (source.weights[0]?.name ?? '');
  opening.value = name;
  open_error.value = undefined;
  // A worker that is not ready has no file open.
  const new_worker = checkpoint_worker.state.peek().phase !== 'ready';
  if (new_worker) checkpoint_worker.restart();
  try {
    await core_ready(checkpoint_worker, signal);
    const file = await ask_to_open(source, signal);
    last_source = source;
    show_file(file, same_model);
  } catch (error) {
    // A new worker opens the shown file again.
    if (
      new_worker &&
      error instanceof CoreError &&
      opened.peek() !== undefined &&
      last_source !== undefined
    )
      opened.value = await ask_to_open(last_source, signal).catch(() => undefined);
    if (!signal.aborted)
      open_error.value = { ...call_error(error), message: core_error_text(error), name };
  }
  if (!signal.aborted) opening.value = undefined;
}

export function cancel_opening(): void {
  controller.abort();
  opening.value = undefined;
}

/** Opens the same file in a new worker after the worker has failed. */
export function open_again(): void {
  opened.value = undefined;
  if (last_source !== undefined) void open_source(last_source);
}

/** Says that files are no model. */
const refuse = (reason: string, name = '', message = '') =>
  void (open_error.value = { code: 'invalid_file', reason, message, name });

/** The open model of the user, unless it is closed. */
const own_model = (): ModelFiles | undefined =>
  opened.peek() === undefined || last_source === 'sample' ? undefined : last_source;

/**
 * Opens the model among the files, and reads a tokenizer's; shards, an index or a configuration
 * that the open model lacks are added to it. A drop of a text or a link has no file.
 */
export async function take_files(files: Iterable<File>): Promise<void> {
  const sorted = await sort_files(files);
  const { weights, index, config, tokenizer } = sorted;
  if (tokenizer.length > 0) void take_tokenizer_files(tokenizer);
  const [other] = [config, index?.file, ...tokenizer].filter((file) => file !== undefined);
  const earlier = own_model();
  if (weights.length === 0 && (earlier === undefined || (!config && !index))) {
    if (other === undefined) refuse('no_file');
    else if (opened.peek() === undefined || config || index) refuse('no_model', other.name);
    return;
  }
  const model = model_of(sorted, earlier);
  if ('several' in model) refuse('several_models', '', model.several.join(', '));
  else await open_source(model, earlier !== undefined && earlier.weights[0] === model.weights[0]);
}

export function close_file(): void {
  cancel_opening();
  show_file(undefined);
  checkpoint_worker.stop();
  last_source = undefined;
}
