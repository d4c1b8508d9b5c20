/** Runs one measurement at a time, each in a new worker that is terminated at its end. Results stay until they are replaced. */
import { signal } from '@preact/signals';
import type { LabInfo } from 'ffn-lab';
import { connect, CoreError, CoreUnavailable } from '../../numbers/connection.ts';
import { core_error_text } from '../../numbers/core_error.ts';
import type { SpeedCalls } from './calls.ts';

export type MeasuredCall = keyof SpeedCalls;

const connection = connect<SpeedCalls>('speed');

type Reply<Name extends MeasuredCall> = SpeedCalls[Name]['reply'];

interface Result<Name extends MeasuredCall> {
  readonly reply: Reply<Name>;
  /** The measured core. */
  readonly info: LabInfo;
  /** Whether the page was hidden during the measurement: browsers throttle hidden pages. */
  readonly was_hidden: boolean;
}

export const results = {
  engines: signal<Result<'engines'> | undefined>(undefined),
  activations: signal<Result<'activations'> | undefined>(undefined),
  stages: signal<Result<'stages'> | undefined>(undefined),
};

/** The current measurement and its completed share, 0 to 1. */
export const running = signal<{ readonly name: MeasuredCall; readonly share: number } | undefined>(undefined);

/** Why the last measurement gave no result; undefined if it succeeded. */
export const ended = signal<
  { readonly name: MeasuredCall; readonly why: 'stopped' | 'refused' | 'failed'; readonly detail: string } | undefined
>(undefined);

let abort = new AbortController();

/** Resolves when the worker's core is ready; rejects if it fails or if the measurement is stopped. */
function core_ready(stopped: AbortSignal): Promise<LabInfo> {
  return new Promise((resolve, reject) => {
    const ends: (() => void)[] = [];
    const end = (act: () => void) => {
      for (const stop of ends.splice(0)) stop();
      act();
    };
    stopped.addEventListener('abort', () => end(() => reject(stopped.reason as Error)), { once: true });
    ends.push(
      connection.state.subscribe((state) => {
        if (state.phase === 'ready') queueMicrotask(() => end(() => resolve(state.info)));
        if (state.phase === 'failed') queueMicrotask(() => end(() => reject(new CoreUnavailable(state.failure))));
      }),
    );
  });
}

/** Starts to watch the page's visibility; the returned function stops and returns whether the page was hidden meanwhile. */
function watch_hidden() {
  let was_hidden = document.hidden;
  const update = () => (was_hidden ||= document.hidden);
  document.addEventListener('visibilitychange', update);
  return () => {
    document.removeEventListener('visibilitychange', update);
    return was_hidden;
  };
}

export async function measure<Name extends MeasuredCall>(name: Name, request: SpeedCalls[Name]['request']): Promise<void> {
  stop();
  abort = new AbortController();
  const { signal: stopped } = abort;
  ended.value = undefined;
  running.value = { name, share: 0 };
  const stop_watching = watch_hidden();
  try {
    connection.restart();
    const info = await core_ready(stopped);
    const on_progress = (share: number) => {
      if (!stopped.aborted) running.value = { name, share };
    };
    const reply = await connection.call(name, request, { signal: stopped, on_progress });
    results[name].value = { reply: reply as Reply<'engines'> & Reply<'activations'> & Reply<'stages'>, info, was_hidden: stop_watching() };
  } catch (error) {
    const why = stopped.aborted ? 'stopped' : error instanceof CoreError ? 'refused' : 'failed';
    ended.value = { name, why, detail: core_error_text(error) };
  }
  stop_watching();
  // A new measurement may have stopped this one and started its own worker.
  if (abort.signal !== stopped) return;
  connection.stop();
  running.value = undefined;
}

/** Aborts the current measurement. */
export function stop(): void {
  abort.abort();
  connection.stop();
}
