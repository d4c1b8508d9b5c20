import worker_url from '../../worker.ts?worker&url';
import type { ServiceName } from '../../compute/handler.ts';
import { start_script } from '../../compute/start_script.ts';

/** Starts a worker whose script is a file beside the page. */
export const start_worker = (service: ServiceName) => start_script(worker_url, service);
