/** Starts a worker from a module script that is a file. */
import { trusted_script_url } from './trusted_script_url.ts';

/**
 * Address of a script that loads another one. A document without an origin of its own, as in a
 * frame with `sandbox="allow-scripts"`, may start workers from blobs only, and Chromium there
 * refuses module workers. The loaded script must be sent with `Access-Control-Allow-Origin`.
 */
function address_of_loader(url: string): string {
  const file = JSON.stringify(new URL(url, import.meta.url).href);
  // Thrown in a task of its own: the rejection of a promise is no error event of the worker.
  const text = `import(${file}).catch((error) => setTimeout(() => { throw error; }));`;
  return URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
}

export const start_script = (url: string, name = ''): Worker =>
  globalThis.origin === 'null'
    ? new Worker(trusted_script_url(address_of_loader(url)), { name })
    : new Worker(trusted_script_url(url), { type: 'module', name });
