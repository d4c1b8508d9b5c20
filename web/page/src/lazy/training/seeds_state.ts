/** The ten seeds: what is asked, how far the worker has come, and what it has found. */
import { computed, effect, signal } from '@preact/signals';
import { connect, CoreUnavailable } from '../../core/connection.ts';
import type { CoreState } from '../../core/connection.ts';
import { core_error_text } from '../../core_error.ts';
import { current_request } from './current.ts';
import type { RunRequest } from './run_options.ts';
import type { SeedsCalls, SeedsOutcome, SeedsProgress, SeedsRequest } from './seed_runs.ts';

export const seed_count = 10;
export const step_choices = [200, 500, 1000] as const;
export const seed_steps = signal<number>(500);

/** Outcome and question belong together: settings may be others by now. */
export const found = signal<{ readonly request: SeedsRequest; readonly outcome: SeedsOutcome } | undefined>(undefined);

export type SeedsPhase =
  | { readonly phase: 'idle' }
  | { readonly phase: 'running'; readonly done: number; readonly total: number }
  | { readonly phase: 'done' }
  | { readonly phase: 'cancelled' }
  | { readonly phase: 'failed'; readonly message: string };
export const phase = signal<SeedsPhase>({ phase: 'idle' });

const { state, restart, stop, call } = connect<SeedsCalls>('training_seeds');
let controller: AbortController | undefined;

/** Until the worker has its core; rejects when it gets none, or when it is no longer wanted. */
async function ready(abort: AbortSignal): Promise<void> {
  let dispose = () => {};
  try {
    await new Promise<void>((resolve, reject) => {
      abort.addEventListener('abort', () => reject(abort.reason as Error), { once: true });
      dispose = effect(() => {
        const now: CoreState = state.value;
        if (now.phase === 'ready') resolve();
        if (now.phase === 'failed') reject(new CoreUnavailable(now.failure));
      });
    });
  } finally {
    dispose();
  }
}

function follow(request: SeedsRequest, { done, total, outcome }: SeedsProgress): void {
  phase.value = { phase: 'running', done, total };
  if (outcome) found.value = { request, outcome };
}

export async function run_seeds(): Promise<void> {
  const current = current_request.peek();
  if (current === undefined) return;
  const request: SeedsRequest = { ...current, steps: seed_steps.peek(), seeds: seed_count };
  const mine = new AbortController();
  controller?.abort();
  controller = mine;
  phase.value = { phase: 'running', done: 0, total: request.seeds * request.steps };
  restart();
  try {
    await ready(mine.signal);
    const outcome = await call('run', request, { signal: mine.signal, on_progress: (progress) => follow(request, progress) });
    found.value = { request, outcome };
    phase.value = { phase: 'done' };
  } catch (error) {
    if (controller !== mine) return;
    phase.value = mine.signal.aborted ? { phase: 'cancelled' } : { phase: 'failed', message: core_error_text(error) };
  }
  if (controller === mine) stop();
}

/** Other settings than those of the outcome are chosen by now. */
export const outdated = computed(() => {
  const was = found.value?.request;
  const now = current_request.value;
  if (was === undefined) return false;
  const plain = ({ settings }: RunRequest) => JSON.stringify({ ...settings, own: undefined });
  const same = now && plain(was) === plain(now) && was.settings.own === now.settings.own && was.weights === now.weights;
  return !same || was.steps !== seed_steps.value;
});

/** The seeds that have run stay. */
export function cancel_seeds(): void {
  controller?.abort();
}
