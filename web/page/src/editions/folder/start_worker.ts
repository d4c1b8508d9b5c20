import worker_url from '../../worker.ts?worker&url';
import type { ServiceName } from '../../compute/handler.ts';
import { trusted_script_url } from '../../compute/trusted_script_url.ts';

/** Starts a worker whose script is a file beside the page. */
export const start_worker = (service: ServiceName) =>
  new Worker(trusted_script_url(worker_url), { type: 'module', name: service });
