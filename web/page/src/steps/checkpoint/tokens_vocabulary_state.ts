/** Ranking of the vocabulary by a neuron's value vector. Once the user has enabled it, it is repeated for every selected neuron. */
import { computed, effect, signal } from '@preact/signals';
import { CoreError } from '../../numbers/connection.ts';
import type { CallError } from '../../numbers/protocol.ts';
import { checkpoint_worker } from './connection.ts';
import { layer, model, neuron, opened } from './state.ts';
import type { RowsProgress, VocabularyReply, VocabularyRequest } from './tokens_calls.ts';
import { vocabulary_of } from './tokens_names.ts';

/** Whether the user has enabled the lookup. */
export const lookup_enabled = signal(false);
export const with_gain = signal(true);

export const embedding = computed(() => model.value && vocabulary_of(model.value));

/** Whether the file has the final layer norm. */
export const has_gain = computed(() => model.value?.final_norm !== undefined);

/** Request for the selected neuron, whether or not the lookup is enabled. */
export const vocabulary_request = computed((): VocabularyRequest | undefined => {
  const [file, found, unit] = [opened.value, model.value, neuron.value];
  if (file === undefined || found === undefined || unit === undefined || embedding.value === undefined) return undefined;
  return { opened: file.id, layer: layer.value, neuron: unit, layout: found.layout, gain: with_gain.value && has_gain.value };
});

export interface VocabularyAnswer {
  readonly request: VocabularyRequest;
  readonly reply: VocabularyReply;
}

const last_answer = signal<VocabularyAnswer | undefined>(undefined);

/** Answer for the open file; still that of the previous neuron while the next one is looked up. */
export const shown_vocabulary = computed(() => (last_answer.value?.request.opened === opened.value?.id ? last_answer.value : undefined));
export const lookup_state = signal<RowsProgress | 'started' | undefined>(undefined);
export const vocabulary_error = signal<CallError | undefined>(undefined);

let controller = new AbortController();

async function search_vocabulary(request: VocabularyRequest): Promise<void> {
  controller.abort();
  controller = new AbortController();
  const { signal: abort_signal } = controller;
  lookup_state.value = 'started';
  vocabulary_error.value = undefined;
  try {
    const on_progress = (progress: RowsProgress) => {
      if (!abort_signal.aborted) lookup_state.value = progress;
    };
    const reply = await checkpoint_worker.call('tokens_vocabulary', request, { signal: abort_signal, on_progress });
    last_answer.value = { request, reply };
  } catch (error) {
    if (abort_signal.aborted) return;
    const { code, message } = error instanceof CoreError ? error : { code: 'worker_failed', message: String(error) };
    vocabulary_error.value = { code, message };
  }
  lookup_state.value = undefined;
}

export function stop_lookup(): void {
  lookup_enabled.value = false;
  controller.abort();
  lookup_state.value = undefined;
}

effect(() => {
  const request = vocabulary_request.value;
  if (lookup_enabled.value && request !== undefined) void search_vocabulary(request);
});

// Another file needs the user's consent again, because its embedding may be large.
opened.subscribe(stop_lookup);
