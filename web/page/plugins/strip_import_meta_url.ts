import type { Plugin } from 'vite';

/** In a script that is no file of its own, nothing lies beside it: the package's addresses of its files lead nowhere and are never asked. */
export function strip_import_meta_url(): Plugin {
  return {
    name: 'strip-import-meta-url',
    enforce: 'pre',
    transform: (code) => (code.includes('import.meta.url') ? code.replaceAll('import.meta.url', '"file:///"') : undefined),
  };
}
