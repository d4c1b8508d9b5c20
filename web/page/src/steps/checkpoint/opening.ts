/** Opens files: one at a time and cancellable. If a new file is rejected, the previous one stays open. */
import { batch, signal } from '@preact/signals';
import { CoreError } from '../../numbers/connection.ts';
import { core_error_text } from '../../numbers/call_error.tsx';
import { core_ready } from '../../numbers/run_alone.ts';
import { store } from '../../numbers/store.ts';
import type { OpenedFacts, OpenError } from './opened.ts';
import { checkpoint_worker, chosen_activation, chosen_layout, input_kind, opened, text_input } from './state.ts';

/** Name of the file that is being opened; empty for the sample. */
export const opening = signal<string | undefined>(undefined);
export const open_error = signal<(OpenError & { readonly name: string }) | undefined>(undefined);

/** Files chosen or dropped together with the model, such as a tokenizer's. */
export const other_files = signal<readonly File[]>([]);

let last_id = 0;
let last_source: File | 'sample' | undefined;
let controller = new AbortController();

/** True from the start of the worker until the file is closed. */
let worker_runs = false;

/** Resolves when the worker is ready; starts it if necessary. A new worker has no file open. */
async function worker_ready(signal: AbortSignal): Promise<{ readonly new_worker: boolean }> {
  const new_worker = !worker_runs || checkpoint_worker.state.peek().phase === 'failed';
  if (new_worker) checkpoint_worker.restart();
  worker_runs = true;
  await core_ready(checkpoint_worker, signal);
  return { new_worker };
}

function show_file(file: OpenedFacts): void {
  batch(() => {
    opened.value = file;
    open_error.value = undefined;
    chosen_layout.value = undefined;
    chosen_activation.value = undefined;
    text_input.value = undefined;
    input_kind.value = file.sample ? 'captured' : 'random';
    store.model.value = file.sample ? 'sample' : 'none';
  });
}

function error_of(error: unknown): OpenError {
  const code = error instanceof CoreError ? error.code : 'worker_failed';
  return { code, reason: undefined, message: core_error_text(error) };
}

const ask_to_open = (source: File | 'sample', signal: AbortSignal) => checkpoint_worker.call('open', { id: ++last_id, source }, { signal });

/** Opens the shown file again in a new worker. */
async function reopen_last_file(signal: AbortSignal): Promise<void> {
  if (opened.peek() === undefined || last_source === undefined) return;
  const reply = await ask_to_open(last_source, signal);
  opened.value = 'opened' in reply ? reply.opened : undefined;
}

export async function open_source(source: File | 'sample'): Promise<void> {
  controller.abort();
  controller = new AbortController();
  const { signal } = controller;
  const name = source === 'sample' ? '' : source.name;
  opening.value = name;
  open_error.value = undefined;
  try {
    const { new_worker } = await worker_ready(signal);
    const reply = await ask_to_open(source, signal);
    if ('error' in reply) {
      if (new_worker) await reopen_last_file(signal);
      open_error.value = { ...reply.error, name };
    } else {
      last_source = source;
      show_file(reply.opened);
    }
  } catch (error) {
    if (!signal.aborted) open_error.value = { ...error_of(error), name };
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

/** Opens the model among the files and stores the others, .json and .txt, in `other_files`. */
export function take_files(files: Iterable<File>): void {
  const list = Array.from(files);
  const is_model = ({ name }: File) => !/\.(json|txt)$/i.test(name);
  const model_file = list.find(({ name }) => /\.safetensors$/i.test(name)) ?? list.find(is_model);
  const others = list.filter((file) => file !== model_file && !is_model(file));
  if (others.length > 0) other_files.value = others;
  if (model_file !== undefined) void open_source(model_file);
  else if (others.length === 0) return;
  else if (opened.peek() === undefined)
    open_error.value = { code: 'invalid_file', reason: 'no_model', message: '', name: others[0]?.name ?? '' };
}

/** Takes dropped files; a drop without files, such as a text or a link, is an error. */
export function take_drop(files: FileList): void {
  if (files.length > 0) take_files(files);
  else open_error.value = { code: 'invalid_file', reason: 'no_file', message: '', name: '' };
}

/** Closes the file and stops the worker. */
export function close_file(): void {
  controller.abort();
  batch(() => {
    opening.value = undefined;
    opened.value = undefined;
    open_error.value = undefined;
    text_input.value = undefined;
    store.model.value = 'none';
  });
  checkpoint_worker.stop();
  worker_runs = false;
  last_source = undefined;
}
