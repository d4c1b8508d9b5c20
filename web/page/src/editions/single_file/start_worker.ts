import type { ServiceName } from '../../core/service.ts';
import { trusted_script_url } from '../../core/trusted_script_url.ts';

let address: string | undefined;

/** A page from a disk may not read the files beside it: the worker's script is text in the page itself (plugins/single_file.ts). */
export function start_worker(service: ServiceName): Worker {
  const script = document.getElementById('worker_script')?.textContent ?? '';
  address ??= URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  // A classic script: some browsers refuse module workers to pages from a disk.
  return new Worker(trusted_script_url(address), { name: service });
}
