/** State of the ten-seed experiment: request, progress and outcome. */
import { computed, signal } from '@preact/signals';
import { connect } from '../../numbers/connection.ts';
import { core_error_text } from '../../numbers/call_error.tsx';
import { core_ready } from '../../numbers/run_alone.ts';
import type { Answer } from '../../numbers/answers.ts';
import { answer_from_start } from './connection.ts';
import type { Computed } from './connection.ts';
import type { RunRequest } from './run_options.ts';
import type { SeedsOutcome, SeedsProgress, SeedsRequest } from './seed_runs.ts';
import type { SeedsCalls } from './service.ts';
import { current_request } from './settings.ts';

export const seed_count = 10;
export const step_choices = [200, 500, 1000] as const;
export const seed_steps = signal<number>(500);

/** The answer with its request. */
export interface SeedsAnswer extends Answer<Computed<'seeds'>> {
  readonly request: SeedsRequest;
}

/** The last outcome; the settings may have changed since. */
export const found = signal<SeedsAnswer | undefined>(undefined);

export type SeedsPhase =
  | { readonly phase: 'idle' }
  | { readonly phase: 'running'; readonly done: number; readonly total: number }
  | { readonly phase: 'done' }
  | { readonly phase: 'cancelled' }
  | { readonly phase: 'failed'; readonly message: string };
export const phase = signal<SeedsPhase>({ phase: 'idle' });

const { state, restart, stop, call } = connect<SeedsCalls>('training_seeds');
let controller: AbortController | undefined;

/** Shows the outcome of the seeds so far. */
function show(request: SeedsRequest, outcome: SeedsOutcome | undefined): void {
  if (outcome) found.value = { ...answer_from_start('seeds', outcome, { ...request, seeds: outcome.seeds }), request };
}

function update(request: SeedsRequest, { done, total, outcome }: SeedsProgress): void {
  phase.value = { phase: 'running', done, total };
  show(request, outcome);
}

export async function run_seeds(): Promise<void> {
  const current = current_request.peek();
  if (current === undefined) return;
  const request: SeedsRequest = { ...current, steps: seed_steps.peek(), seeds: seed_count };
  const own_controller = new AbortController();
  controller?.abort();
  controller = own_controller;
  phase.value = { phase: 'running', done: 0, total: request.seeds * request.steps };
  restart();
  try {
    await core_ready({ state }, own_controller.signal);
    const on_progress = (progress: SeedsProgress) => update(request, progress);
    show(request, await call('run', request, { signal: own_controller.signal, on_progress }));
    phase.value = { phase: 'done' };
  } catch (error) {
    if (controller !== own_controller) return;
    phase.value = own_controller.signal.aborted ? { phase: 'cancelled' } : { phase: 'failed', message: core_error_text(error) };
  }
  if (controller === own_controller) stop();
}

/** Whether the settings differ from those of the outcome. */
export const outdated = computed(() => {
  const was = found.value?.request;
  const now = current_request.value;
  if (was === undefined) return false;
  const plain = ({ settings }: RunRequest) => JSON.stringify({ ...settings, own: undefined });
  const same = now && plain(was) === plain(now) && was.settings.own === now.settings.own && was.weights === now.weights;
  return !same || was.steps !== seed_steps.value;
});

/** Cancels the experiment; the outcome of the completed seeds stays. */
export function cancel_seeds(): void {
  controller?.abort();
}
