/** A value of the core that follows signals: the one way in which panels get their numbers. */
import { effect, signal } from '@preact/signals';
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
}

export type Resource<Name extends keyof Calls> = ResourceOf<Calls, Name>;

/** Also of a question that could not be sent. */
const call_error = (error: unknown): CallError =>
  error instanceof CoreError ? { code: error.code, message: error.message } : { code: 'internal', message: String(error) };

/**
 * Asks the core again whenever a signal read by `request` changes, or the core starts anew. At most one call is under way:
 * of the requests made meanwhile only the newest is sent. A reply that has been overtaken is shown all the same, so that numbers
 * follow a drag that is faster than the core. `request` answers undefined when there is nothing to ask. The first question is asked when
 * the value is first looked at, by a component or an effect.
 */
export function resource_of<Table extends CallTable<Table>, Name extends keyof Table & string>(
  { state, call }: Pick<Connection<Table>, 'state' | 'call'>,
  name: Name,
  request: () => Table[Name]['request'] | undefined,
): ReadonlySignal<ResourceOf<Table, Name>> {
  let asking = false;
  const watched = (): void => {
    // Not while whoever looks is still being drawn.
    if (!asking) queueMicrotask(() => effect(ask));
    asking = true;
  };
  const resource = signal<ResourceOf<Table, Name>>({ current: undefined, pending: true, error: undefined }, { watched });
  let wanted = 0;
  let newest: Table[Name]['request'] | undefined;
  let under_way = false;

  const send = async (): Promise<void> => {
    const asked = newest;
    const sequence = wanted;
    if (asked === undefined || state.peek().phase !== 'ready') return;
    under_way = true;
    try {
      const reply = await call(name, asked);
      const pending = sequence !== wanted && newest !== undefined;
      resource.value = { current: { request: asked, reply }, pending, error: undefined };
    } catch (error) {
      // That the worker is gone is said once, for all that it would have answered.
      const value = error instanceof CoreGone ? undefined : call_error(error);
      if (sequence === wanted) resource.value = { ...resource.peek(), pending: false, error: value };
    }
    under_way = false;
    if (sequence !== wanted) await send();
  };

  const ask = (): void => {
    const ready = state.value.phase === 'ready';
    newest = request();
    wanted += 1;
    const pending = newest !== undefined;
    if (resource.peek().pending !== pending) resource.value = { ...resource.peek(), pending };
    if (ready && pending && !under_way) void send();
  };
  return resource;
}

/** Of the page's own worker. */
export const core_resource = <Name extends keyof Calls>(
  name: Name,
  request: () => Calls[Name]['request'] | undefined,
): ReadonlySignal<Resource<Name>> => resource_of<Calls, Name>({ state: core_state, call }, name, request);
