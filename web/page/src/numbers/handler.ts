import { FfnError, type Lab } from 'ffn-lab';
import type { CallError } from './protocol.ts';

export interface CallContext {
  /** Aborted when the page cancels the call; a reply after that is ignored. */
  readonly signal: AbortSignal;
  readonly progress: (progress: unknown) => void;
}

export type Handler<Request, Reply> = (
  request: Request,
  context: CallContext,
) => Reply | Promise<Reply>;

/** The calls that handlers answer, for the connection to their worker. */
export type CallsOf<Handlers, Progress = undefined> = {
  readonly [Name in keyof Handlers]: Handlers[Name] extends (
    request: infer Request,
    context: CallContext,
  ) => infer Reply
    ? { readonly request: Request; readonly reply: Awaited<Reply>; readonly progress: Progress }
    : never;
};

export type AnyHandlers = Readonly<Record<string, Handler<never, unknown>>>;

/**
 * `page` serves the steps about the forward pass; each other service has its own worker, so that
 * long computations do not block it.
 */
export type ServiceName =
  'page' | 'facts' | 'proof' | 'speed' | 'checkpoint' | 'training' | 'training_seeds' | 'learning';

export type Services = Readonly<Record<ServiceName, () => Promise<(lab: Lab) => AnyHandlers>>>;

export function error_value(error: unknown): CallError {
  if (error instanceof FfnError)
    return { code: error.code, message: error.message, reason: error.reason };
  return { code: 'internal', message: String(error) };
}

/**
 * Resolves in the next macrotask, so that a worker receives calls and cancellations sent meanwhile.
 */
export const next_task = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Longest time without a progress report and without a check for an abort. */
export const slice_ms = 40;

/**
 * Awaited regularly during a long computation, with what is done so far; the computation ends when
 * it returns false.
 */
export type Pause = (done: number) => boolean | Promise<boolean>;

/**
 * Returns a pause that reports progress and yields to incoming messages; it ends the computation on
 * abort or after `budget_ms`.
 */
export function pause_for({ signal, progress }: CallContext, budget_ms = Infinity): Pause {
  const end = performance.now() + budget_ms;
  let last = performance.now();
  return (done) => {
    const now = performance.now();
    if (now >= end || signal.aborted) return false;
    if (now - last < slice_ms) return true;
    last = now;
    progress(done);
    return next_task().then(() => !signal.aborted);
  };
}

/**
 * Returns a function that makes handlers run one after the other: an aborted call uses its objects
 * until it has ended.
 */
export function make_queue() {
  let last: Promise<unknown> = Promise.resolve();
  return <Request, Reply>(handle: Handler<Request, Reply>) =>
    (request: Request, context: CallContext): Promise<Reply> => {
      const act = () => handle(request, context);
      const next = last.then(act, act);
      last = next;
      return next;
    };
}
