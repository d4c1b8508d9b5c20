/** A value of the core that follows signals: the one way in which panels get their numbers. */
import { effect, signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import { call, core_state, CoreError } from './client.ts';
import type { CallError, CallName, Calls } from './protocol.ts';

export interface Resource<Name extends CallName> {
  /** The last good reply with the request it answers: never a mixture of two. */
  readonly current: { readonly request: Calls[Name]['request']; readonly reply: Calls[Name]['reply'] } | undefined;
  /** A newer request is under way. */
  readonly pending: boolean;
  /** The newest request was refused by the core. */
  readonly error: CallError | undefined;
}

/**
 * Asks the core again whenever a signal read by `request` changes, or the core starts anew. At most one call is under way:
 * of the requests made meanwhile only the newest is sent, and a reply that has been overtaken is dropped.
 * `request` answers undefined when there is nothing to ask.
 */
export function core_resource<Name extends CallName>(
  name: Name,
  request: () => Calls[Name]['request'] | undefined,
): ReadonlySignal<Resource<Name>> {
  const resource = signal<Resource<Name>>({ current: undefined, pending: true, error: undefined });
  let wanted = 0;
  let newest: Calls[Name]['request'] | undefined;
  let under_way = false;

  const send = async (): Promise<void> => {
    const asked = newest;
    const sequence = wanted;
    if (asked === undefined || core_state.peek().phase !== 'ready') return;
    under_way = true;
    try {
      const reply = await call(name, asked);
      if (sequence === wanted) resource.value = { current: { request: asked, reply }, pending: false, error: undefined };
    } catch (error) {
      const value = error instanceof CoreError ? { code: error.code, message: error.message } : undefined;
      if (sequence === wanted) resource.value = { ...resource.peek(), pending: false, error: value };
    }
    under_way = false;
    if (sequence !== wanted) await send();
  };

  effect(() => {
    const ready = core_state.value.phase === 'ready';
    newest = request();
    wanted += 1;
    const pending = newest !== undefined;
    if (resource.peek().pending !== pending) resource.value = { ...resource.peek(), pending };
    if (ready && pending && !under_way) void send();
  });
  return resource;
}
