/** Calls of the step's worker that take long: the user starts them, sees their progress and can stop them. */
import { batch, signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import { call_error } from '../../numbers/connection.ts';
import type { CallError } from '../../numbers/protocol.ts';
import type { CheckpointCalls } from './service.ts';
import { checkpoint_worker } from './state.ts';

type Call = 'profile' | 'text' | 'vocabulary';
type Outcome<Name extends Call> = CheckpointCalls[Name]['reply'] | 'stopped' | 'failed';

export interface LongCall<Name extends Call> {
  readonly running: ReadonlySignal<boolean>;
  /** Progress of the running call; undefined before the first report. */
  readonly progress: ReadonlySignal<CheckpointCalls[Name]['progress'] | undefined>;
  /** Error of the newest call. */
  readonly error: ReadonlySignal<CallError | undefined>;
  /** Stops the running call and starts another; `on_progress` is called until it is stopped. */
  readonly start: (
    request: CheckpointCalls[Name]['request'],
    on_progress?: (progress: CheckpointCalls[Name]['progress']) => void,
  ) => Promise<Outcome<Name>>;
  readonly stop: () => void;
}

export function long_call<Name extends Call>(name: Name): LongCall<Name> {
  type Progress = CheckpointCalls[Name]['progress'];
  const running = signal(false);
  const progress = signal<Progress | undefined>(undefined);
  const error = signal<CallError | undefined>(undefined);
  let controller = new AbortController();
  const set = (now: boolean, failure?: CallError) =>
    batch(() => {
      running.value = now;
      progress.value = undefined;
      error.value = failure;
    });

  async function start(request: CheckpointCalls[Name]['request'], on_progress?: (done: Progress) => void): Promise<Outcome<Name>> {
    controller.abort();
    const { signal: abort } = (controller = new AbortController());
    set(true);
    const report = (done: Progress) => {
      progress.value = done;
      on_progress?.(done);
    };
    try {
      const reply = await checkpoint_worker.call(name, request, { signal: abort, on_progress: (done) => !abort.aborted && report(done) });
      if (!abort.aborted) set(false);
      return reply;
    } catch (failure) {
      if (abort.aborted) return 'stopped';
      set(false, call_error(failure));
      return 'failed';
    }
  }

  function stop(): void {
    controller.abort();
    set(false);
  }

  return { running, progress, error, start, stop };
}
