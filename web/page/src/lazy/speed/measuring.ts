/** One measurement at a time, in a worker that starts with it and ends with it; what was measured stays until it is measured again. */
import { signal } from '@preact/signals';
import type { LabInfo } from 'ffn-lab';
import { connect, CoreError, CoreUnavailable } from '../../core/connection.ts';
import { core_error_text } from '../../core_error.ts';
import type { ActivationsReply, EnginesReply, SpeedCalls, StagesReply } from './calls.ts';

export type MeasuredCall = keyof SpeedCalls;

const connection = connect<SpeedCalls>('speed');

interface Result<Reply> {
  readonly reply: Reply;
  /** Of the core that was measured. */
  readonly info: LabInfo;
  /** Browsers slow a page down that is not looked at. */
  readonly was_hidden: boolean;
}

export const results = {
  engines: signal<Result<EnginesReply> | undefined>(undefined),
  activations: signal<Result<ActivationsReply> | undefined>(undefined),
  stages: signal<Result<StagesReply> | undefined>(undefined),
};

/** What is being measured, and how much of it is done. */
export const running = signal<{ readonly name: MeasuredCall; readonly share: number } | undefined>(undefined);

/** How the last measurement of each kind ended, where it gave no result. */
export const ended = signal<
  { readonly name: MeasuredCall; readonly why: 'stopped' | 'refused' | 'failed'; readonly detail: string } | undefined
>(undefined);

let abort = new AbortController();

/** The worker's core, as soon as it runs. */
function started(stopped: AbortSignal): Promise<LabInfo> {
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

function watch_hidden() {
  let was_hidden = document.hidden;
  const look = () => (was_hidden ||= document.hidden);
  document.addEventListener('visibilitychange', look);
  return () => {
    document.removeEventListener('visibilitychange', look);
    return was_hidden;
  };
}

export async function measure<Name extends MeasuredCall>(name: Name, request: SpeedCalls[Name]['request']): Promise<void> {
  stop();
  abort = new AbortController();
  const { signal: stopped } = abort;
  ended.value = undefined;
  running.value = { name, share: 0 };
  const hidden_meanwhile = watch_hidden();
  try {
    connection.restart();
    const info = await started(stopped);
    const on_progress = (share: number) => {
      if (!stopped.aborted) running.value = { name, share };
    };
    const reply = await connection.call(name, request, { signal: stopped, on_progress });
    results[name].value = { reply: reply as EnginesReply & ActivationsReply & StagesReply, info, was_hidden: hidden_meanwhile() };
  } catch (error) {
    const why = stopped.aborted ? 'stopped' : error instanceof CoreError ? 'refused' : 'failed';
    ended.value = { name, why, detail: core_error_text(error) };
  }
  hidden_meanwhile();
  // Another measurement may have begun, which has stopped this one.
  if (abort.signal !== stopped) return;
  connection.stop();
  running.value = undefined;
}

/** Ends the measurement that is under way, at once. */
export function stop(): void {
  abort.abort();
  connection.stop();
}
