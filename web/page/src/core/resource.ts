/** A value of the core that follows signals: the one way in which panels get their numbers. */
import { effect, signal, untracked } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import { call, core_state } from './client.ts';
import { CoreError, CoreUnavailable } from './connection.ts';
import type { CallTable, Connection } from './connection.ts';
import type { CallError, Calls } from './protocol.ts';
import { run_batched } from './batched.ts';

export interface ResourceOf<Table extends CallTable<Table>, Name extends keyof Table> {
  /** The last good reply with the request it answers: never a mixture of two. */
  readonly current: { readonly request: Table[Name]['request']; readonly reply: Table[Name]['reply'] } | undefined;
  /** The newest request was refused by the core. */
  readonly error: CallError | undefined;
  /** The reader has stopped the newest request. */
  readonly stopped?: true;
}

/** Answers, and what there is to know of the one that is on its way: in signals of their own, which draw only what shows them anew. */
export interface ResourceSignal<Table extends CallTable<Table>, Name extends keyof Table> extends ReadonlySignal<ResourceOf<Table, Name>> {
  /** A newer request is under way. */
  readonly pending: ReadonlySignal<boolean>;
  /** How far an answer has come that takes its time; undefined as long as it may still come at once. */
  readonly progress: ReadonlySignal<Table[Name]['progress'] | undefined>;
  /** Ends the request under way; the last good reply stays. */
  readonly stop: () => void;
  /** Asks the same once more. */
  readonly again: () => void;
}

export type Resource<Name extends keyof Calls> = ResourceOf<Calls, Name>;

/** Also of a question that could not be sent. */
const call_error = (error: unknown): CallError =>
  error instanceof CoreError ? { code: error.code, message: error.message } : { code: 'internal', message: String(error) };

/**
 * Asks the core again whenever a signal read by `request` changes, or the core starts anew. At most one call is under way:
 * of the requests made meanwhile only the newest is sent. Replies that have come together are shown together. One that has been overtaken is
 * shown all the same, so that numbers follow a drag that is faster than the core; one that takes its time is ended instead. `request` answers undefined when there is nothing
 * to ask. The first question is asked when the value is first looked at, by a component or an effect.
 */
export function resource_of<Table extends CallTable<Table>, Name extends keyof Table & string>(
  { state, call }: Pick<Connection<Table>, 'state' | 'call'>,
  name: Name,
  request: () => Table[Name]['request'] | undefined,
): ResourceSignal<Table, Name> {
  let asking = false;
  const watched = (): void => {
    // Not while whoever looks is still being drawn.
    if (!asking) queueMicrotask(() => effect(ask));
    asking = true;
  };
  const resource = signal<ResourceOf<Table, Name>>({ current: undefined, error: undefined }, { watched });
  const pending = signal(true);
  const progress = signal<Table[Name]['progress'] | undefined>(undefined);
  let wanted = 0;
  let newest: Table[Name]['request'] | undefined;
  let under_way: AbortController | undefined;

  const show = (sequence: number, next: (before: ResourceOf<Table, Name>) => ResourceOf<Table, Name>): void =>
    run_batched(() => {
      resource.value = next(resource.peek());
      if (sequence === wanted) progress.value = undefined;
      pending.value = sequence !== wanted && newest !== undefined;
    });

  const send = async (): Promise<void> => {
    const asked = newest;
    const sequence = wanted;
    if (asked === undefined || state.peek().phase !== 'ready') return;
    const { signal: ended } = (under_way = new AbortController());
    const on_progress = (done: Table[Name]['progress']) => {
      if (sequence === wanted) progress.value = done;
      else under_way?.abort();
    };
    try {
      const reply = await call(name, asked, { signal: ended, on_progress });
      show(sequence, () => ({ current: { request: asked, reply }, error: undefined }));
    } catch (error) {
      // That the worker is gone is said once, for all that it would have answered.
      const value = error instanceof CoreUnavailable ? undefined : call_error(error);
      const after = ended.aborted ? ({ error: undefined, stopped: true } as const) : { error: value };
      show(sequence, (before) => (sequence === wanted ? { current: before.current, ...after } : before));
    }
    under_way = undefined;
    if (sequence !== wanted) await send();
  };

  const ask = (): void => {
    const ready = state.value.phase === 'ready';
    newest = request();
    wanted += 1;
    pending.value = newest !== undefined;
    const { stopped, ...before } = resource.peek();
    if (stopped) resource.value = before;
    const takes_long = progress.peek() !== undefined;
    progress.value = undefined;
    if (!ready || newest === undefined) return;
    if (under_way === undefined) void send();
    else if (takes_long) under_way.abort();
  };
  return Object.assign(resource, { pending, progress, stop: () => under_way?.abort(), again: () => untracked(ask) });
}

/** Of the page's own worker. */
export const core_resource = <Name extends keyof Calls>(
  name: Name,
  request: () => Calls[Name]['request'] | undefined,
): ResourceSignal<Calls, Name> => resource_of<Calls, Name>({ state: core_state, call }, name, request);
