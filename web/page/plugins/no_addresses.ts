import type { Plugin } from 'vite';

/** In a script that is no file of its own, nothing lies beside it: the package's addresses of its files lead nowhere and are never asked. */
export function no_addresses(): Plugin {
  return {
    name: 'no-addresses',
    enforce: 'pre',
    transform: (code) => (code.includes('import.meta.url') ? code.replaceAll('import.meta.url', '"file:///"') : undefined),
  };
}
