/** The check from the page's side: one run at a time, in a worker that lives no longer than the run. */
import { effect, signal } from '@preact/signals';
import { connect, CoreUnavailable } from '../../core/connection.ts';
import { core_error_text } from '../../core_error.ts';
import { self_check } from '../../self_check.ts';
import type { CheckRow, ProofCalls, SelfTestReply } from './calls.ts';
import { cache_check } from './cached_golden.ts';

export interface SelfTest {
  readonly phase: 'none' | 'running' | 'done' | 'stopped' | 'failed';
  /** As far as they are there. */
  readonly rows: readonly CheckRow[];
  /** Of the whole run. */
  readonly reply: SelfTestReply | undefined;
  /** Why there is none. */
  readonly error: string;
}

const nothing: SelfTest = { phase: 'none', rows: [], reply: undefined, error: '' };

export const self_test = signal<SelfTest>(nothing);

const worker = connect<ProofCalls>('proof');
let stopper = new AbortController();

/** Resolves when the worker answers calls. */
async function worker_ready(abort: AbortSignal): Promise<void> {
  let end = () => {};
  const ready = new Promise<void>((resolve, reject) => {
    abort.addEventListener('abort', () => reject(abort.reason as Error), { once: true });
    end = effect(() => {
      const state = worker.state.value;
      if (state.phase === 'ready') resolve();
      if (state.phase === 'failed') reject(new CoreUnavailable(state.failure));
    });
  });
  return ready.finally(() => end());
}

function show(state: SelfTest): void {
  self_test.value = state;
  const { phase, rows } = state;
  const passed = rows.filter((row) => row.passed).length;
  self_check.value = { phase: phase === 'stopped' ? 'none' : phase, passed, total: rows.length };
}

export async function run_self_test(): Promise<void> {
  if (self_test.peek().phase === 'running') return;
  const { signal: abort } = (stopper = new AbortController());
  show({ ...nothing, phase: 'running' });
  try {
    worker.restart();
    await worker_ready(abort);
    const on_progress = (rows: readonly CheckRow[]) => show({ ...self_test.peek(), rows: [...self_test.peek().rows, ...rows] });
    const reply = await worker.call('self_test', null, { signal: abort, on_progress });
    cache_check(reply);
    show({ phase: 'done', rows: reply.rows, reply, error: '' });
  } catch (error) {
    show(abort.aborted ? { ...nothing, phase: 'stopped' } : { ...nothing, phase: 'failed', error: core_error_text(error) });
  }
  // Its memory is the browser's again: GPT-2's width took some.
  worker.stop();
}

export function stop_self_test(): void {
  stopper.abort(new Error('stopped by the reader'));
}
