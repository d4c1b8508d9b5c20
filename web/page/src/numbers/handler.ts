/** Handlers of calls in a worker. */

export interface CallContext {
  /** Aborted when the page cancels the call; a reply after that is ignored. */
  readonly signal: AbortSignal;
  /** Sends progress to the page. */
  readonly progress: (progress: unknown) => void;
}

export type Handler<Request, Reply> = (request: Request, context: CallContext) => Reply | Promise<Reply>;
