/** Opens files: one at a time, to be cancelled, and without loss of the one before when a new one is refused. */
import { batch, effect, signal } from '@preact/signals';
import { CoreError, CoreUnavailable } from '../../core/connection.ts';
import { core_error_text } from '../../core_error.ts';
import { store } from '../../store.ts';
import type { OpenedFacts, OpenError } from './calls.ts';
import { checkpoint_worker } from './connection.ts';
import { asked_activation, asked_layout, input_kind, opened, text_input } from './state.ts';

/** The name of the file that is being opened. */
export const opening = signal<string | undefined>(undefined);
export const open_error = signal<(OpenError & { readonly name: string }) | undefined>(undefined);

/** Files that came along with the model, a tokenizer's say. */
export const other_files = signal<readonly File[]>([]);

let last_id = 0;
let last_source: File | 'sample' | undefined;
let controller = new AbortController();

/** Between its start and the closing of the file. */
let worker_runs = false;

/** Resolves when the worker runs, with whether it is a new one, which knows of no file; starts it if need be. */
async function worker_ready(signal: AbortSignal): Promise<{ readonly new_worker: boolean }> {
  const new_worker = !worker_runs || checkpoint_worker.state.peek().phase === 'failed';
  if (new_worker) checkpoint_worker.restart();
  worker_runs = true;
  await running(signal);
  return { new_worker };
}

function running(signal: AbortSignal): Promise<void> {
  const { state } = checkpoint_worker;
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      act();
      queueMicrotask(() => stop());
    };
    const stop = effect(() => {
      const now = state.value;
      if (now.phase === 'ready') settle(resolve);
      else if (now.phase === 'failed') settle(() => reject(new CoreUnavailable(now.failure)));
    });
    signal.addEventListener('abort', () => settle(() => reject(signal.reason as Error)), { once: true });
  });
}

function show_file(file: OpenedFacts): void {
  batch(() => {
    opened.value = file;
    open_error.value = undefined;
    asked_layout.value = undefined;
    asked_activation.value = undefined;
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

/** The file that is shown, in a worker that does not know it. */
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

/** After an error of the worker: the same file in a new one. */
export function open_again(): void {
  opened.value = undefined;
  if (last_source !== undefined) void open_source(last_source);
}

/** Models are opened; what came along is kept for whoever can use it. */
export function take_files(files: Iterable<File>): void {
  const list = Array.from(files);
  const is_model = ({ name }: File) => !/\.(json|txt)$/i.test(name);
  const given = list.find(({ name }) => /\.safetensors$/i.test(name)) ?? list.find(is_model);
  const others = list.filter((file) => file !== given && !is_model(file));
  if (others.length > 0) other_files.value = others;
  if (given !== undefined) void open_source(given);
  else if (others.length === 0) return;
  else if (opened.peek() === undefined)
    open_error.value = { code: 'invalid_file', reason: 'no_model', message: '', name: others[0]?.name ?? '' };
}

/** A text or a link has no file in it. */
export function take_drop(files: FileList): void {
  if (files.length > 0) take_files(files);
  else open_error.value = { code: 'invalid_file', reason: 'no_file', message: '', name: '' };
}

/** Lets the file and the worker go. */
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
