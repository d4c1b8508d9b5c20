/**
 * Runs the self-check from the page: one run at a time, in a worker that is terminated afterwards,
 * which frees the memory of the GPT-2-size check.
 */
import { computed, signal } from '@preact/signals';
import type { AnswerOf } from '../../numbers/answers.ts';
import { asked_answer } from '../../numbers/asked.ts';
import { call_error_text } from '../../numbers/call_error.tsx';
import { connect } from '../../compute/connection.ts';
import type { FamilyRow } from './check.ts';
import type * as recipe from './recipe.ts';

/** The number of the newest run; 0 before the first. */
const run = signal(0);

const rows = asked_answer<typeof recipe.self_test>(
  'proof.self_test',
  () => (run.value === 0 ? undefined : { run: run.value }),
  { worker: connect('proof'), alone: true },
);
export type SelfTestAnswer = AnswerOf<typeof rows>;

export interface SelfTest {
  readonly phase: 'none' | 'running' | 'done' | 'stopped' | 'failed';
  /** Rows computed so far. */
  readonly rows: readonly FamilyRow[];
  /** The rows and PyTorch's tensors; undefined before the end of a run. */
  readonly answer: SelfTestAnswer | undefined;
  /** Message of a failed run. */
  readonly error: string;
}

const nothing = { rows: [], answer: undefined, error: '' };

export const self_test = computed((): SelfTest => {
  const { answer, error, stopped } = rows.value;
  const pending = rows.pending.value;
  if (run.value === 0) return { ...nothing, phase: 'none' };
  const of_run = answer?.state.run === run.value ? answer : undefined;
  if (pending) return { ...nothing, phase: 'running', rows: of_run?.value.rows ?? [] };
  if (stopped) return { ...nothing, phase: 'stopped' };
  if (error) return { ...nothing, phase: 'failed', error: call_error_text(error) };
  return { ...nothing, phase: 'done', rows: of_run?.value.rows ?? [], answer: of_run };
});

export const run_self_test = (): void => void (run.value += 1);

export const stop_self_test = rows.stop;
