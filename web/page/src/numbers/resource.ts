/** Values that the core computes from signals. Panels get all their numbers through resources. */
import { effect, signal, untracked } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import { call_error, CoreUnavailable } from './connection.ts';
import type { CallTable, Connection } from './connection.ts';
import type { CallError } from './protocol.ts';
import { run_batched } from './batched.ts';

export interface ResourceOf<Table extends CallTable<Table>, Name extends keyof Table> {
  /** The last successful reply with its request. */
  readonly current: { readonly request: Table[Name]['request']; readonly reply: Table[Name]['reply'] } | undefined;
  /** Error of the newest request. */
  readonly error: CallError | undefined;
  /** The user has stopped the newest request. */
  readonly stopped?: true;
}

/** A resource with the status of the pending request, in separate signals so that only the components that show it re-render. */
export interface ResourceSignal<Table extends CallTable<Table>, Name extends keyof Table> extends ReadonlySignal<ResourceOf<Table, Name>> {
  /** A newer request is pending. */
  readonly pending: ReadonlySignal<boolean>;
  /** Progress of a long-running request; undefined before the first progress message. */
  readonly progress: ReadonlySignal<Table[Name]['progress'] | undefined>;
  /** Aborts the pending request; the last successful reply stays. */
  readonly stop: () => void;
  /** Sends the request again. */
  readonly again: () => void;
}

/**
 * Returns a resource that calls the core whenever a signal read by `request` changes, or the worker restarts; `request` returns undefined
 * when there is nothing to compute. At most one call is pending: of the requests made meanwhile, only the newest is sent. The reply to an
 * outdated request is still shown, so that numbers follow a drag that is faster than the core, but a long-running outdated call is aborted.
 * Replies that arrive together are rendered together.  The resource starts with its first
 * subscriber and stops with its last: a step that is not in view computes nothing; the last reply stays.
 */
export function resource_of<Table extends CallTable<Table>, Name extends keyof Table & string>(
  { state, call }: Pick<Connection<Table>, 'state' | 'call'>,
  name: Name,
  request: () => Table[Name]['request'] | undefined,
): ResourceSignal<Table, Name> {
  let subscribed = false;
  let dispose: (() => void) | undefined;
  // Deferred, so that the effect does not start during a render, nor stop when one subscriber replaces another.
  const follow = (): void => {
    if (subscribed) dispose ??= effect(update);
    else end();
  };
  const subscribe = (now: boolean) => (): void => {
    subscribed = now;
    queueMicrotask(follow);
  };
  const options = { watched: subscribe(true), unwatched: subscribe(false) };
  const resource = signal<ResourceOf<Table, Name>>({ current: undefined, error: undefined }, options);
  const pending = signal(true);
  const progress = signal<Table[Name]['progress'] | undefined>(undefined);
  let newest_sequence = 0;
  let newest: Table[Name]['request'] | undefined;
  let pending_call: AbortController | undefined;

  const show = (sequence: number, next: (before: ResourceOf<Table, Name>) => ResourceOf<Table, Name>): void =>
    run_batched(() => {
      resource.value = next(resource.peek());
      if (sequence === newest_sequence) progress.value = undefined;
      pending.value = sequence !== newest_sequence && newest !== undefined;
    });

  const send = async (): Promise<void> => {
    const sent = newest;
    const sequence = newest_sequence;
    if (sent === undefined || state.peek().phase !== 'ready') return;
    const { signal: abort_signal } = (pending_call = new AbortController());
    const on_progress = (done: Table[Name]['progress']) => {
      if (sequence === newest_sequence) progress.value = done;
      else pending_call?.abort();
    };
    try {
      const reply = await call(name, sent, { signal: abort_signal, on_progress });
      show(sequence, () => ({ current: { request: sent, reply }, error: undefined }));
    } catch (error) {
      // The page shows one notice for an unavailable worker (core_notice.tsx), not one error per resource.
      const value = error instanceof CoreUnavailable ? undefined : call_error(error);
      const after = abort_signal.aborted ? ({ error: undefined, stopped: true } as const) : { error: value };
      show(sequence, (before) => (sequence === newest_sequence ? { current: before.current, ...after } : before));
    }
    pending_call = undefined;
    if (sequence !== newest_sequence) await send();
  };

  const update = (): void => {
    const ready = state.value.phase === 'ready';
    newest = request();
    newest_sequence += 1;
    pending.value = newest !== undefined;
    const { stopped, ...before } = resource.peek();
    if (stopped) resource.value = before;
    const long_running = progress.peek() !== undefined;
    progress.value = undefined;
    if (!ready || newest === undefined) return;
    if (pending_call === undefined) void send();
    else if (long_running) pending_call.abort();
  };

  /** Stops following the request, and drops the pending call. */
  const end = (): void => {
    dispose?.();
    dispose = undefined;
    newest = undefined;
    newest_sequence += 1;
    progress.value = undefined;
    pending_call?.abort();
  };
  return Object.assign(resource, { pending, progress, stop: () => pending_call?.abort(), again: () => untracked(update) });
}
