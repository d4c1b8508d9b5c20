// Builds dist/service_worker.js with the list of the files that it precaches.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const page = fileURLToPath(new URL('..', import.meta.url));
const dist = `${page}dist/`;

const hash = (algorithm, bytes) => createHash(algorithm).update(bytes).digest('base64');

/**
 * Returns a precache entry. A page is listed under the path of its folder, because some hosts do
 * not serve or redirect `index.html`.
 */
const entry_of = (path) => ({
  path: path.replace(/(^|\/)index\.html$/, '$1'),
  integrity: `sha256-${hash('sha256', readFileSync(dist + path))}`,
});

/** @returns {import('../src/entries/service_worker.ts').Precache} the files of dist */
function list_files() {
  const paths = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(dist.length - 1).replace(/^\/+/, ''))
    .sort();
  const modules = ['relaxed', 'simd'].map((variant) => {
    const [path, ...more] = paths.filter((name) => name.startsWith(`assets/ffn-lab.${variant}-`));
    if (path === undefined || more.length > 0)
      throw new Error(`dist has not one module of variant ${variant}`);
    return entry_of(path);
  });
  // Excludes the single-file editions, which are for download, the page for frames on other sites,
  // the pictures for shared links, and robots.txt.
  const is_common = (path) =>
    !/^assets\/ffn-lab\.|^ffn-lab\.\w+\.html$|^preview\.\w+\.png$|(?:^|\/)embed(?:\.html$|-)|^robots\.txt$|^service_worker\.js$/.test(
      path,
    );
  const common = paths.filter(is_common).map(entry_of);
  return {
    version: hash('sha1', JSON.stringify([common, modules])).slice(0, 12),
    common,
    modules,
  };
}

export async function build_service_worker() {
  await build({
    root: page,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { precache: JSON.stringify(list_files()) },
    build: {
      outDir: dist,
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: `${page}src/entries/service_worker.ts`,
        output: { format: 'iife', codeSplitting: false, entryFileNames: 'service_worker.js' },
      },
    },
  });
}
