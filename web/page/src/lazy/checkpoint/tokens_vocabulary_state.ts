/** The tokens that a neuron's value vector speaks for: looked up when it is asked for, and from then on for every neuron that is looked at. */
import { computed, effect, signal } from '@preact/signals';
import { CoreError } from '../../core/connection.ts';
import type { CallError } from '../../core/protocol.ts';
import { checkpoint_worker } from './connection.ts';
import { layer, model, neuron, opened } from './state.ts';
import type { RowsProgress, VocabularyReply, VocabularyRequest } from './tokens_calls.ts';
import { has_last_norm, vocabulary_of } from './tokens_names.ts';

/** The reader wants them. */
export const wanted = signal(false);
export const with_gain = signal(true);

export const embedding = computed(() => model.value && vocabulary_of(model.value));

/** The file has the norm before the vocabulary. */
export const has_gain = computed(() => has_last_norm(opened.value?.tensors ?? [], embedding.value?.name ?? ''));

/** What there is to ask, wanted or not. */
export const vocabulary_request = computed((): VocabularyRequest | undefined => {
  const [file, found, unit] = [opened.value, model.value, neuron.value];
  if (file === undefined || found === undefined || unit === undefined || embedding.value === undefined) return undefined;
  return { opened: file.id, layer: layer.value, neuron: unit, layout: found.layout, gain: with_gain.value && has_gain.value };
});

export interface Found {
  readonly request: VocabularyRequest;
  readonly reply: VocabularyReply;
}

const last_found = signal<Found | undefined>(undefined);

/** Of the file that is open; of the neuron before while the next one is looked up. */
export const found = computed(() => (last_found.value?.request.opened === opened.value?.id ? last_found.value : undefined));
export const search_progress = signal<RowsProgress | 'started' | undefined>(undefined);
export const vocabulary_error = signal<CallError | undefined>(undefined);

let controller = new AbortController();

async function search_vocabulary(request: VocabularyRequest): Promise<void> {
  controller.abort();
  controller = new AbortController();
  const { signal: ended } = controller;
  search_progress.value = 'started';
  vocabulary_error.value = undefined;
  try {
    const on_progress = (progress: RowsProgress) => {
      if (!ended.aborted) search_progress.value = progress;
    };
    const reply = await checkpoint_worker.call('tokens_vocabulary', request, { signal: ended, on_progress });
    last_found.value = { request, reply };
  } catch (error) {
    if (ended.aborted) return;
    const { code, message } = error instanceof CoreError ? error : { code: 'worker_failed', message: String(error) };
    vocabulary_error.value = { code, message };
  }
  search_progress.value = undefined;
}

export function stop_search(): void {
  wanted.value = false;
  controller.abort();
  search_progress.value = undefined;
}

effect(() => {
  const request = vocabulary_request.value;
  if (wanted.value && request !== undefined) void search_vocabulary(request);
});

// Each file is asked for anew: its embedding may be large.
opened.subscribe(stop_search);
