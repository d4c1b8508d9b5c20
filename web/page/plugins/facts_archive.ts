/**
 * Bundles the models of the facts, web/model/facts.*.safetensors, for the worker: one module for
 * each, so that only the chosen one is loaded.
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const prefix = 'virtual:facts/';

/**
 * Returns the bytes of a file in Base64: first all even bytes, then all odd ones, because the bytes
 * with the exponents repeat and compress well. `gzip`: compressed before, for a page that is not
 * compressed in transfer.
 */
export function packed_facts(activation: string, gzip = false): string {
  const bytes = readFileSync(
    new URL(`../../model/facts.${activation}.safetensors`, import.meta.url),
  );
  const plane = (first: number) => bytes.filter((_, index) => index % 2 === first);
  const planes = Buffer.concat([plane(0), plane(1)]);
  return (gzip ? gzipSync(planes, { level: 9 }) : planes).toString('base64');
}

/**
 * Provides the modules `virtual:facts/gelu` and `virtual:facts/relu`, declared in
 * src/language_model/virtual.d.ts.
 */
export function facts_archive({ gzip = false } = {}): Plugin {
  return {
    name: 'facts-archive',
    resolveId: (source) => (source.startsWith(prefix) ? `\0${source}` : undefined),
    load: (resolved) =>
      resolved.startsWith(`\0${prefix}`)
        ? `export default ${JSON.stringify(packed_facts(resolved.slice(prefix.length + 1), gzip))};`
        : undefined,
  };
}
