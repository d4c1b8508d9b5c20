/** Runs the self-check from the page: one run at a time, in a worker that is terminated afterwards. */
import { effect, signal } from '@preact/signals';
import { publish_answer } from '../../numbers/answers.ts';
import type { Answer } from '../../numbers/answers.ts';
import type { State } from '../../numbers/recipe.ts';
import { initial_state } from '../../numbers/url_state.ts';
import { connect, CoreUnavailable } from '../../numbers/connection.ts';
import { core_error_text } from '../../numbers/core_error.ts';
import { self_check } from '../../numbers/self_check.ts';
import type { FamilyRow, ProofCalls, SelfTestReply } from './calls.ts';

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

export const self_test = signal<SelfTest>(initial);

/** Its numbers are those of a fixed computation, which reads nothing of the page's state. */
const answer_of = (value: SelfTestReply): Answer<SelfTestReply> =>
  publish_answer({
    recipe: 'proof.self_test',
    value,
    state: initial_state as State,
    reads: [],
    program: async (path) => (await import('./program.ts')).check_program(value, path),
  });

const worker = connect<ProofCalls>('proof');
let abort_controller = new AbortController();

/** Resolves when the worker accepts calls; rejects if its core fails or on abort. */
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
  const { signal: abort } = (abort_controller = new AbortController());
  show({ ...initial, phase: 'running' });
  try {
    worker.restart();
    await worker_ready(abort);
    const on_progress = (rows: readonly FamilyRow[]) => show({ ...self_test.peek(), rows: [...self_test.peek().rows, ...rows] });
    const reply = await worker.call('self_test', null, { signal: abort, on_progress });
    show({ phase: 'done', rows: reply.rows, answer: answer_of(reply), error: '' });
  } catch (error) {
    show(abort.aborted ? { ...initial, phase: 'stopped' } : { ...initial, phase: 'failed', error: core_error_text(error) });
  }
  // Frees the memory of the GPT-2-size check.
  worker.stop();
}

export function stop_self_test(): void {
  abort_controller.abort(new Error('stopped by the reader'));
}
