/** A value of the core that follows signals: the one way in which panels get their numbers. */
import { effect, signal, untracked } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import { call, core_state } from './client.ts';
import { CoreError, CoreGone } from './connection.ts';
import type { CallTable, Connection } from './connection.ts';
import type { CallError, Calls } from './protocol.ts';

export interface ResourceOf<Table extends CallTable<Table>, Name extends keyof Table> {
  /** The last good reply with the request it answers: never a mixture of two. */
  readonly current: { readonly request: Table[Name]['request']; readonly reply: Table[Name]['reply'] } | undefined;
  /** A newer request is under way. */
  readonly pending: boolean;
  /** The newest request was refused by the core. */
  readonly error: CallError | undefined;
  /** How far an answer has come that takes its time; undefined as long as it may still come at once. */
  readonly progress?: Table[Name]['progress'];
  /** The reader has stopped the newest request. */
  readonly stopped?: true;
}

/** A resource whose answers may take their time. */
export interface Stoppable<Value> extends ReadonlySignal<Value> {
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
 * of the requests made meanwhile only the newest is sent. A reply that has been overtaken is shown all the same, so that numbers
 * follow a drag that is faster than the core; one that takes its time is ended instead. `request` answers undefined when there is nothing
 * to ask. The first question is asked when the value is first looked at, by a component or an effect.
 */
export function resource_of<Table extends CallTable<Table>, Name extends keyof Table & string>(
  { state, call }: Pick<Connection<Table>, 'state' | 'call'>,
  name: Name,
  request: () => Table[Name]['request'] | undefined,
): Stoppable<ResourceOf<Table, Name>> {
  let asking = false;
  const watched = (): void => {
    // Not while whoever looks is still being drawn.
    if (!asking) queueMicrotask(() => effect(ask));
    asking = true;
  };
  const resource = signal<ResourceOf<Table, Name>>({ current: undefined, pending: true, error: undefined }, { watched });
  let wanted = 0;
  let newest: Table[Name]['request'] | undefined;
  let under_way: AbortController | undefined;

  const send = async (): Promise<void> => {
    const asked = newest;
    const sequence = wanted;
    if (asked === undefined || state.peek().phase !== 'ready') return;
    const { signal: ended } = (under_way = new AbortController());
    const on_progress = (progress: Table[Name]['progress']) => {
      if (sequence === wanted) resource.value = { ...resource.peek(), progress };
      else under_way?.abort();
    };
    try {
      const reply = await call(name, asked, { signal: ended, on_progress });
      const pending = sequence !== wanted && newest !== undefined;
      resource.value = { current: { request: asked, reply }, pending, error: undefined };
    } catch (error) {
      // That the worker is gone is said once, for all that it would have answered.
      const value = error instanceof CoreGone ? undefined : call_error(error);
      const { current } = resource.peek();
      if (sequence === wanted) resource.value = ended.aborted ? stopped(current) : { current, pending: false, error: value };
    }
    under_way = undefined;
    if (sequence !== wanted) await send();
  };

  const ask = (): void => {
    const ready = state.value.phase === 'ready';
    newest = request();
    wanted += 1;
    const pending = newest !== undefined;
    const { progress, stopped: was_stopped, ...before } = resource.peek();
    if (before.pending !== pending || was_stopped || progress !== undefined) resource.value = { ...before, pending };
    if (!ready || !pending) return;
    if (under_way === undefined) void send();
    else if (progress !== undefined) under_way.abort();
  };
  return Object.assign(resource, { stop: () => under_way?.abort(), again: () => untracked(ask) });
}

/** What a resource holds when its request was stopped. */
const stopped = <Current>(current: Current) => ({ current, pending: false, error: undefined, stopped: true }) as const;

/** Of the page's own worker. */
export const core_resource = <Name extends keyof Calls>(
  name: Name,
  request: () => Calls[Name]['request'] | undefined,
): Stoppable<Resource<Name>> => resource_of<Calls, Name>({ state: core_state, call }, name, request);
