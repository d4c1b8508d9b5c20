/** Handlers of calls in a worker. */

export interface CallContext {
  /** Aborted when the page cancels the call; a reply after that is ignored. */
  readonly signal: AbortSignal;
  /** Sends progress to the page. */
  readonly progress: (progress: unknown) => void;
}

export type Handler<Request, Reply> = (request: Request, context: CallContext) => Reply | Promise<Reply>;

/** The calls that handlers answer, for the connection to their worker. */
export type CallsOf<Handlers, Progress = undefined> = {
  readonly [Name in keyof Handlers]: Handlers[Name] extends (request: infer Request, context: CallContext) => infer Reply
    ? { readonly request: Request; readonly reply: Awaited<Reply>; readonly progress: Progress }
    : never;
};
