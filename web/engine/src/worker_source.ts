/** A worker as a pool sees it, the same in browsers and in Node. */
import type { FromWorker, ToWorker } from './pool_protocol.js';
import type { WorkerLike, WorkerOrigin } from './pool_types.js';
import { wrong_type } from './validate.js';

export interface WorkerPort {
  post(message: ToWorker, transfer: ArrayBuffer[]): void;
  terminate(): void;
  /** In Node, whether the worker keeps the process alive. */
  hold(busy: boolean): void;
}

/** What happens to a worker; `died` may come more than once. */
export interface WorkerEvents {
  message(message: FromWorker): void;
  died(cause: unknown): void;
}

/** Makes a worker and listens to it. May throw whatever the platform throws. */
export type StartWorker = (origin: WorkerOrigin, events: WorkerEvents) => WorkerPort;

export interface WorkerSource {
  /** How many threads this machine runs at once. */
  processors(): number;
  readonly start: StartWorker;
}

/** What a user's factory made, if it is a worker of this platform. @throws FfnError `invalid_type` */
export function expect_worker<Platform extends WorkerLike>(made: unknown, method: keyof Platform & string): Platform {
  const worker = made as Partial<Record<string, unknown>> | null | undefined;
  if (typeof worker?.postMessage === 'function' && typeof worker[method] === 'function') return worker as unknown as Platform;
  throw wrong_type('create_worker()', made, 'a Worker');
}
