import type { ServiceName } from '../../compute/handler.ts';
import { trusted_script_url } from '../../compute/trusted_script_url.ts';

let address: string | undefined;

/**
 * Starts a worker whose script is text inside the page (plugins/single_file.ts): a page opened from
 * a disk must not read other files.
 */
export function start_worker(service: ServiceName): Worker {
  const script = document.getElementById('worker_script')?.textContent ?? '';
  address ??= URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  // A classic script: some browsers refuse module workers for pages opened from a disk.
  return new Worker(trusted_script_url(address), { name: service });
}
