/** The answers of the step's recipes about the open file, whose programs open the same file. */
import { computed, signal } from '@preact/signals';
import { publish_fixed, show_outcome, type Answer, type Outcome } from '../../numbers/answers.ts';
import { recipe_name, type Reads, type State } from '../../numbers/recipe.ts';
import { AnswerCalls, type Source } from '../../numbers/slow_answers.ts';
import { store } from '../../numbers/store.ts';
import type { CheckpointCalls, OpenedFacts } from './service.ts';
import { bytes_read, checkpoint_worker, layer_pass, layout, model, opened, token } from './state.ts';
import type { TokenProgress } from './token_recipe.ts';

const program = (file: OpenedFacts, recipe: string, value: unknown, state: object) => async (path: string) =>
  (await import('./program.ts')).program_of(file, recipe, { value, state }, path);

/** The sizes in the header of the open file. */
export const file_header = computed(() => {
  const [file, of] = [opened.value, layout.value];
  return (
    file && publish_fixed('checkpoint.header', file.models[of].header, program(file, 'header', file.models[of].header, { layout: of }))
  );
});

type Recipe = Exclude<keyof CheckpointCalls, 'open'>;
type StateOf<Name extends Recipe> = CheckpointCalls[Name] extends { request: { state: infer OwnState } } ? OwnState : never;
type ValueOf<Name extends Recipe> = CheckpointCalls[Name] extends { reply: { value: infer Value } } ? Value : never;
type FileAnswer<Name extends Recipe> = Answer<ValueOf<Name>> & { readonly given: StateOf<Name> };

/** The recipes of this step have a state of their own, and the file is a part of it. */
type FileState = State & { readonly file: OpenedFacts };

function outcome_of(recipe: string, { file, ...state }: FileState, value: unknown): Outcome {
  const reads = ['file', ...Object.keys(state)] as Reads;
  return { value, reads, given: { file: file.name, ...state }, program: program(file, recipe, value, state) };
}

function show_bytes(file: OpenedFacts, bytes: number): void {
  if (file === opened.peek()) bytes_read.value = bytes;
}

/**
 * Returns the answer of a recipe about the open file, computed while it is shown; `own` returns the recipe's state, undefined if there is
 * nothing to compute. `partial`: the progress is the value so far, which is shown too.
 */
export function answer_of<Name extends Recipe>(name: Name, own: () => StateOf<Name> | undefined, partial = false) {
  const state = computed(() => {
    const [file, of_recipe] = [opened.value, own() as object | undefined];
    return file && of_recipe && ({ file, ...of_recipe } as FileState);
  });
  const reported = signal<{ readonly of: State; readonly done: TokenProgress } | undefined>(undefined);
  const call: Source['call'] = async (given, { signal: abort, on_progress }) => {
    const { file, ...of_recipe } = given as FileState;
    const report = ({ done, bytes_read: bytes }: CheckpointCalls[Name]['progress']) => {
      show_bytes(file, bytes);
      on_progress({ done: 0, reads: Object.keys(given) as Reads });
      if (partial) show_outcome(calls.entry, given, outcome_of(name, given as FileState, done));
      else reported.value = { of: given, done: done as TokenProgress };
    };
    reported.value = undefined;
    const request = { opened: file.id, state: of_recipe } as unknown as CheckpointCalls[Name]['request'];
    const reply = await checkpoint_worker.call(name, request, { signal: abort, on_progress: report });
    const { value, bytes_read: bytes } = reply as CheckpointCalls[Recipe]['reply'];
    show_bytes(file, bytes);
    return outcome_of(name, given as FileState, value);
  };
  const calls = new AnswerCalls(recipe_name('checkpoint', name), { worker: checkpoint_worker.state, state, call });
  const { entry, stop } = calls;
  /** The last answer, unless it is about another file than the open one. */
  const shown = computed(() => {
    const { answer } = entry.shown.value;
    return answer && (answer.state as FileState).file === opened.value ? (answer as FileAnswer<Name>) : undefined;
  });
  const running = computed(() => entry.pending.value && state.value !== undefined && checkpoint_worker.state.value.phase === 'ready');
  /** The last report about the newest state. */
  const progress = computed(() => (reported.value?.of === state.value ? reported.value?.done : undefined));
  /** Computes the answer after a stop or an error, or once more. */
  const start = () => void (running.peek() || calls.again());
  return { shown, newest: entry.shown, running, progress, stop, start };
}

/** Whether neurons are ranked over all tokens or for the selected token. */
export const ranked_by = signal<'all' | 'token'>('all');

/** Returns the state of the chosen network's pass with what a recipe reads besides; a recipe may also replace a part of the pass. */
export const with_pass = <Own extends object>(own: Own) => layer_pass.value && { ...layer_pass.value, ...own };

export const network = answer_of('network', () => layer_pass.value);
export const ranking = answer_of('ranking', () => with_pass({ token: ranked_by.value === 'token' ? token.value : undefined }));

/** The neuron that the user selected, or else the strongest one. */
export const neuron = computed((): number | undefined => {
  const last = (model.value?.d_ff ?? 1) - 1;
  const chosen = store.model_neuron.value;
  return chosen === undefined ? ranking.shown.value?.value.neuron[0] : Math.min(chosen, last);
});

export const neuron_answer = answer_of('neuron', () =>
  neuron.value === undefined ? undefined : with_pass({ neuron: neuron.value, token: token.value }),
);
