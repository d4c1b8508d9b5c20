/**
 * Opens files: one at a time and cancellable. If a new file is rejected, the previous one stays
 * open.
 */
import { batch, signal } from '@preact/signals';
import { call_error, CoreError } from '../../numbers/connection.ts';
import { core_error_text } from '../../numbers/call_error.tsx';
import type { CallError } from '../../numbers/protocol.ts';
import { core_ready } from '../../numbers/run_alone.ts';
import { store } from '../../numbers/store.ts';
import type { OpenedFacts } from './service.ts';
import {
  bytes_read,
  checkpoint_worker,
  chosen_activation,
  chosen_layout,
  input_kind,
  opened,
  text_input,
} from './state.ts';
import { take_tokenizer_files } from './tokens.ts';

/** Name of the file that is being opened; empty for the sample. */
export const opening = signal<string | undefined>(undefined);
export const open_error = signal<(CallError & { readonly name: string }) | undefined>(undefined);

let last_id = 0;
let last_source: File | 'sample' | undefined;
let controller = new AbortController();

function show_file(file: OpenedFacts | undefined): void {
  batch(() => {
    opened.value = file;
    open_error.value = undefined;
    chosen_layout.value = undefined;
    chosen_activation.value = undefined;
    text_input.value = undefined;
    bytes_read.value = file?.bytes_read ?? 0;
    input_kind.value = file?.sample ? 'captured' : 'random';
    store.model.value = file?.sample ? 'sample' : 'none';
  });
}

const ask_to_open = (source: File | 'sample', signal: AbortSignal) =>
  checkpoint_worker.call('open', { id: ++last_id, source }, { signal });

export async function open_source(source: File | 'sample'): Promise<void> {
  controller.abort();
  controller = new AbortController();
  const { signal } = controller;
  const name = source === 'sample' ? '' : source.name;
  opening.value = name;
  open_error.value = undefined;
  // A worker that is not ready has no file open.
  const new_worker = checkpoint_worker.state.peek().phase !== 'ready';
  if (new_worker) checkpoint_worker.restart();
  try {
    await core_ready(checkpoint_worker, signal);
    const file = await ask_to_open(source, signal);
    last_source = source;
    show_file(file);
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

/**
 * Opens the model among the files, and reads the others, .json and .txt, as a tokenizer's; a drop
 * of a text or a link has no file.
 */
export function take_files(files: Iterable<File>): void {
  const list = Array.from(files);
  const is_model = ({ name }: File) => !/\.(json|txt)$/i.test(name);
  const model_file = list.find(({ name }) => /\.safetensors$/i.test(name)) ?? list.find(is_model);
  const others = list.filter((file) => !is_model(file));
  const [other] = others;
  if (other !== undefined) void take_tokenizer_files(others);
  if (model_file !== undefined) void open_source(model_file);
  else if (other === undefined || opened.peek() === undefined)
    open_error.value = {
      code: 'invalid_file',
      reason: other ? 'no_model' : 'no_file',
      message: '',
      name: other?.name ?? '',
    };
}

export function close_file(): void {
  cancel_opening();
  show_file(undefined);
  checkpoint_worker.stop();
  last_source = undefined;
}
