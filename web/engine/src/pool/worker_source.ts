/** A pool's interface to its workers, common to browsers and Node. */
import type { FromWorker, ToWorker } from './pool_protocol.js';
import type { CheckedOrigin, WorkerLike } from './pool_options.js';
import { wrong_type } from '../edge/validate.js';

export interface WorkerPort {
  post(message: ToWorker, transfer: ArrayBuffer[]): void;
  terminate(): void;
  /** In Node, sets whether the worker keeps the process alive. */
  set_busy(busy: boolean): void;
}

/** Events of a worker. `lost` may be reported several times. */
export interface WorkerEvents {
  message(message: FromWorker): void;
  lost(cause: unknown): void;
}

/** Creates a worker and listens to it. May throw any error of the platform. */
export type StartWorker = (origin: CheckedOrigin, events: WorkerEvents) => WorkerPort;

export interface WorkerSource {
  /** Returns the number of threads that this machine can run simultaneously. */
  processors(): number;
  readonly start: StartWorker;
}

/** Checks that the object that the user's factory returned is a worker of this platform. @throws FfnError `invalid_type` */
export function expect_worker<Platform extends WorkerLike>(made: unknown, method: keyof Platform & string): Platform {
  const worker = made as Partial<Record<string, unknown>> | null | undefined;
  if (typeof worker?.postMessage === 'function' && typeof worker[method] === 'function') return worker as unknown as Platform;
  throw wrong_type('create_worker()', made, 'a Worker');
}
