/** The answers of the step's recipes, whose programs open the same file. */
import { batch, computed, signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import { publish_answer } from '../../numbers/answers.ts';
import type { Answer } from '../../numbers/answers.ts';
import { call_error } from '../../numbers/connection.ts';
import type { CallError } from '../../numbers/protocol.ts';
import type { State } from '../../numbers/recipe.ts';
import { resource_of } from '../../numbers/resource.ts';
import type { ResourceSignal } from '../../numbers/resource.ts';
import { store } from '../../numbers/store.ts';
import type { PassRequest } from './opened.ts';
import type { PassState } from './pass.ts';
import type { CheckpointCalls, LayerRecipe } from './service.ts';
import { checkpoint_worker, layer_request, layout, model, opened, token } from './state.ts';

/** Returns an answer about the open file. Its state is that of the recipe, from which figures export the arguments of the call. */
export function answer_of<Value>(recipe: string, value: Value, state: object): Answer<Value> {
  const { sample = true, name = '' } = opened.peek() ?? {};
  return publish_answer({
    recipe: `checkpoint.${recipe}`,
    value,
    state: { file: name, ...state } as unknown as State,
    reads: ['file', ...Object.keys(state)] as (keyof State)[],
    program: async (path) => (await import('./program.ts')).program_of({ sample, name }, recipe, { value, state }, path),
  });
}

/** The part of a recipe's state that is not of the pass; a recipe may also replace a part of the pass. */
type Own<State> = Omit<State, keyof PassState> & Partial<PassState>;
type Reply<Name extends LayerRecipe> = CheckpointCalls[Name]['reply'];

export interface LayerAnswer<Name extends LayerRecipe> {
  readonly resource: ResourceSignal<CheckpointCalls, Name>;
  /** The last reply, unless it is about another file than the open one. */
  readonly shown: ReadonlySignal<Answer<Reply<Name>['value']> | undefined>;
  /** Bytes of the open file read until this reply. */
  readonly bytes_read: ReadonlySignal<number>;
}

/** Returns the answer of a recipe for the chosen network; `own` returns what it reads besides the pass, undefined if there is nothing to compute. */
export function layer_answer<Name extends LayerRecipe>(
  name: Name,
  own: () => Own<CheckpointCalls[Name]['request']['state']> | undefined,
): LayerAnswer<Name> {
  const resource = resource_of<CheckpointCalls, Name>(checkpoint_worker, name, () => {
    const request = layer_request.value;
    const state = request && own();
    return state && { ...request, state: { ...request.state, ...state } };
  });
  const current = computed(() => {
    const { request, reply } = resource.value.current ?? {};
    if (request === undefined || reply === undefined || (request as PassRequest).opened !== opened.value?.id) return undefined;
    return { state: (request as PassRequest).state, ...(reply as Reply<Name>) };
  });
  const shown = computed(() => current.value && answer_of(name, current.value.value, current.value.state));
  return { resource, shown, bytes_read: computed(() => current.value?.bytes_read ?? 0) };
}

type LongName = 'profile' | 'text' | 'vocabulary';
type Progress<Name extends LongName> = CheckpointCalls[Name]['progress'];
type Outcome<Name extends LongName> = CheckpointCalls[Name]['reply'] | 'stopped' | 'failed';
/** Returns a call that takes long: the user starts it, sees its progress and can stop it. */
export function long_call<Name extends LongName>(name: Name) {
  const running = signal(false);
  const progress = signal<Progress<Name> | undefined>(undefined);
  // The progress is undefined before the first report; the error is that of the newest call.
  const error = signal<CallError | undefined>(undefined);
  let controller = new AbortController();
  const set = (now: boolean, failure?: CallError) =>
    batch(() => {
      running.value = now;
      progress.value = undefined;
      error.value = failure;
    });

  /** Stops the running call and starts another; `on_progress` is called until it is stopped. */
  async function start(request: CheckpointCalls[Name]['request'], on_progress?: (done: Progress<Name>) => void): Promise<Outcome<Name>> {
    controller.abort();
    const { signal: abort } = (controller = new AbortController());
    set(true);
    const report = (done: Progress<Name>) => {
      progress.value = done;
      on_progress?.(done);
    };
    try {
      const reply = await checkpoint_worker.call(name, request, { signal: abort, on_progress: (done) => !abort.aborted && report(done) });
      if (!abort.aborted) set(false);
      return reply;
    } catch (failure) {
      if (abort.aborted) return 'stopped';
      set(false, call_error(failure));
      return 'failed';
    }
  }

  function stop(): void {
    controller.abort();
    set(false);
  }

  return { running, progress, error, start, stop };
}

/** The sizes in the header of the open file. */
export const file_header = computed(() => {
  const file = opened.value;
  return file && answer_of('header', file.models[layout.value].header, { layout: layout.value });
});

/** Whether neurons are ranked over all tokens or for the selected token. */
export const ranked_by = signal<'all' | 'token'>('all');

export const network = layer_answer('network', () => ({}));
export const ranking = layer_answer('ranking', () => ({ token: ranked_by.value === 'token' ? token.value : undefined }));

/** The neuron that the user selected, or else the strongest one. */
export const neuron = computed((): number | undefined => {
  const last = (model.value?.d_ff ?? 1) - 1;
  const chosen = store.model_neuron.value;
  return chosen === undefined ? ranking.shown.value?.value.neuron[0] : Math.min(chosen, last);
});

export const neuron_answer = layer_answer('neuron', () =>
  neuron.value === undefined ? undefined : { neuron: neuron.value, token: token.value },
);
