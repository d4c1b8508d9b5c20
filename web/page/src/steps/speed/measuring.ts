/** Runs one measurement at a time, each in a new worker that is terminated at its end. Results stay until they are replaced. */
import { signal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import type { LabInfo } from 'ffn-lab';
import { publish_fixed } from '../../numbers/answers.ts';
import type { Answer } from '../../numbers/answers.ts';
import { connect, CoreError } from '../../numbers/connection.ts';
import { core_error_text } from '../../numbers/call_error.tsx';
import { run_alone } from '../../numbers/run_alone.ts';
import type * as measurements from './measure.ts';
import type { SpeedAnswers } from './program.ts';

type Measurements = typeof measurements;
export type MeasuredCall = keyof Measurements;

type SpeedCalls = {
  [Name in MeasuredCall]: { request: Parameters<Measurements[Name]>[1]; reply: SpeedAnswers[Name]; progress: number };
};

const connection = connect<SpeedCalls>('speed');

export interface Result<Name extends MeasuredCall> {
  readonly answer: Answer<SpeedAnswers[Name]>;
  /** The measured core. */
  readonly info: LabInfo;
  /** Whether the page was hidden during the measurement: browsers throttle hidden pages. */
  readonly was_hidden: boolean;
}

export const results: { readonly [Name in MeasuredCall]: Signal<Result<Name> | undefined> } = {
  engines: signal(undefined),
  activations: signal(undefined),
  stages: signal(undefined),
};

/** The current measurement and its completed share, 0 to 1. */
export const running = signal<{ readonly name: MeasuredCall; readonly share: number } | undefined>(undefined);

/** Why the last measurement gave no result; undefined if it succeeded. */
export const ended = signal<
  { readonly name: MeasuredCall; readonly why: 'stopped' | 'refused' | 'failed'; readonly detail: string } | undefined
>(undefined);

let abort = new AbortController();

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
    const on_progress = (share: number) => {
      if (!stopped.aborted) running.value = { name, share };
    };
    const { reply, info } = await run_alone(connection, name, request, stopped, on_progress);
    const value: SpeedAnswers[Name] = reply as never; // TypeScript does not see that these types are the same
    const program = async (path: string) => (await import('./program.ts')).measurement_program(name, value, path);
    const result: Signal<Result<Name> | undefined> = results[name];
    result.value = { answer: publish_fixed(`speed.${name}`, value, program), info, was_hidden: stop_watching() };
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
