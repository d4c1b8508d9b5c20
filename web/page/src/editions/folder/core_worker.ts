import ceilings_url from '../../speed/ceilings_worker.ts?worker&url';
import { trusted_script_url } from '../../core/trusted_script_url.ts';

/** A worker of a worker, which measures the ceilings of another core; its script is a file beside that of the worker. */
export const start_core: (() => Worker) | undefined = () => new Worker(trusted_script_url(ceilings_url), { type: 'module' });
