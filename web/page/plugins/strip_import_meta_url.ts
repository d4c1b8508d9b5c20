import type { Plugin } from 'vite';

/**
 * Replaces `import.meta.url`, which an inline classic script does not have. The file URLs that
 * ffn-lab derives from it are never fetched there.
 */
export function strip_import_meta_url(): Plugin {
  return {
    name: 'strip-import-meta-url',
    enforce: 'pre',
    transform: (code) =>
      code.includes('import.meta.url')
        ? code.replaceAll('import.meta.url', '"file:///"')
        : undefined,
  };
}
