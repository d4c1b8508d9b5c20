/**
 * Runs the self-check from the page: one run at a time, in a worker that is terminated afterwards.
 */
import { signal } from '@preact/signals';
import { publish_fixed, type Answer } from '../../numbers/answers.ts';
import { connect } from '../../numbers/connection.ts';
import { core_error_text } from '../../numbers/call_error.tsx';
import { run_alone } from '../../numbers/run_alone.ts';
import type { FamilyRow } from './check.ts';
import type { SelfTestCalls, SelfTestReply } from './service.ts';

export interface SelfTest {
  readonly phase: 'none' | 'running' | 'done' | 'stopped' | 'failed';
  /** Rows computed so far. */
  readonly rows: readonly FamilyRow[];
  /** The rows and PyTorch's tensors; undefined before the end of a run. */
  readonly answer: Answer<SelfTestReply> | undefined;
  /** Message of a failed run. */
  readonly error: string;
}

const initial: SelfTest = { phase: 'none', rows: [], answer: undefined, error: '' };
export const self_test = signal(initial);

const worker = connect<SelfTestCalls>('proof');
let abort_controller = new AbortController();

export async function run_self_test(): Promise<void> {
  if (self_test.peek().phase === 'running') return;
  const { signal: abort } = (abort_controller = new AbortController());
  const show = (state: Partial<SelfTest>) => (self_test.value = { ...initial, ...state });
  show({ phase: 'running' });
  try {
    const on_progress = (rows: readonly FamilyRow[]) =>
      show({ phase: 'running', rows: [...self_test.peek().rows, ...rows] });
    const reply = await run_alone(worker, 'self_test', null, abort, on_progress);
    const program = async (path: string) =>
      (await import('./program.ts')).check_program(reply, path);
    show({
      phase: 'done',
      rows: reply.rows,
      answer: publish_fixed('proof.self_test', reply, program),
    });
  } catch (error) {
    show(abort.aborted ? { phase: 'stopped' } : { phase: 'failed', error: core_error_text(error) });
  }
  // Frees the memory of the GPT-2-size check.
  worker.stop();
}

export const stop_self_test = (): void => abort_controller.abort();
