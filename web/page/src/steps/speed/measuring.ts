/**
 * Runs one measurement at a time, each in a new worker that is terminated at its end. Results stay
 * until they are replaced.
 */
import { signal } from '@preact/signals';
import { publish_fixed, type Answer } from '../../numbers/answers.ts';
import { core_error_text } from '../../numbers/call_error.tsx';
import { connect, CoreError } from '../../numbers/connection.ts';
import { run_alone } from '../../numbers/run_alone.ts';
import type * as measurements from './measure.ts';
import type { SpeedAnswers } from './program.ts';

export type MeasuredCall = keyof SpeedAnswers;
type SpeedCalls = {
  [Name in MeasuredCall]: {
    request: Parameters<(typeof measurements)[Name]>[1];
    reply: SpeedAnswers[Name];
    progress: number;
  };
};

const connection = connect<SpeedCalls>('speed');

/**
 * `was_hidden`: whether the page was hidden during the measurement: browsers throttle hidden pages.
 */
type Result<Name extends MeasuredCall> = {
  readonly answer: Answer<SpeedAnswers[Name]>;
  readonly was_hidden: boolean;
};

export const results = signal<{ readonly [Name in MeasuredCall]?: Result<Name> }>({});

/** The current measurement and its completed share, 0 to 1. */
export const running = signal<{ readonly name: MeasuredCall; readonly share: number } | undefined>(
  undefined,
);

/** Why the last measurement gave no result; undefined if it succeeded. */
export const ended = signal<
  | {
      readonly name: MeasuredCall;
      readonly why: 'stopped' | 'refused' | 'failed';
      readonly detail: string;
    }
  | undefined
>(undefined);

let abort = new AbortController();

/** Measures; no other measurement may be running. */
export async function measure<Name extends MeasuredCall>(
  name: Name,
  request: SpeedCalls[Name]['request'],
): Promise<void> {
  const { signal: stopped } = (abort = new AbortController());
  ended.value = undefined;
  running.value = { name, share: 0 };
  const watching = new AbortController();
  let was_hidden = document.hidden;
  document.addEventListener('visibilitychange', () => (was_hidden = true), {
    signal: watching.signal,
  });
  try {
    const value = await run_alone(
      connection,
      name,
      request,
      stopped,
      (share) => (running.value = { name, share }),
    );
    const program = async (path: string) =>
      (await import('./program.ts')).measurement_program(name, value, path);
    results.value = {
      ...results.value,
      [name]: { answer: publish_fixed(`speed.${name}`, value, program), was_hidden },
    };
  } catch (error) {
    const why = stopped.aborted ? 'stopped' : error instanceof CoreError ? 'refused' : 'failed';
    ended.value = { name, why, detail: core_error_text(error) };
  }
  watching.abort();
  connection.stop();
  running.value = undefined;
}

export const stop = (): void => abort.abort();
