import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { content_security_policy } from './plugins/content_security_policy.ts';
import { inline_style, theme_script } from './plugins/first_paint.ts';
import { golden_archive } from './plugins/golden_archive.ts';
import { facts_archive } from './plugins/facts_archive.ts';
import { font_preload } from './plugins/font_preload.ts';
import { licenses } from './plugins/licenses.ts';
import { first_answer } from './plugins/built_numbers.ts';
import { localized_html } from './plugins/localized_html.ts';
import { program_text } from './plugins/program_text.ts';
import { script_preload } from './plugins/script_preload.ts';
import { step_titles } from './plugins/step_titles.ts';
import { steps } from './src/steps/index.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Names the chunks of the steps; build/sizes.mjs finds them by these names. */
function chunk_name({ facadeModuleId }: { readonly facadeModuleId?: string | null }): string {
  const [, step, language] =
    /\/steps\/(\w+)\/(?:step\.tsx|messages\/(\w+)\.json)$/.exec(facadeModuleId ?? '') ?? [];
  if (step === undefined) return 'assets/[name]-[hash].js';
  return language === undefined
    ? `assets/step.${step}-[hash].js`
    : `assets/messages.${step}.${language}-[hash].js`;
}

interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

function imports_of(graph: Graph, roots: readonly string[]): ReadonlySet<string> {
  const found = new Set(roots);
  for (const id of found)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

const entries = [
  'index.html',
  ...['en', 'fr', 'vi'].flatMap((language) => [`${language}/index.html`, `${language}/embed.html`]),
].map(here);

/**
 * Modules that are loaded one after the other. The chunk of each contains its imports, except those
 * of the modules before it.
 */
const loaded_in_order = {
  main: here('src/main.tsx'),
  hero_figures: here('src/shell/hero_figures.tsx'),
};

/**
 * The page for frames: what it shares with the page is in the first chunk. Another chunk, without the
 * header and the contents, would make the page's own scripts larger by 2 kB.
 */
const embed = here('src/embed.tsx');

/** Modules that several of them import are in one chunk. */
const step_modules = steps.map((name) => here(`src/steps/${name}/step.tsx`));

/**
 * Groups modules into chunks, because a request for another small file takes longer than its
 * download: the modules of the first screen, of its sentence, and those that the steps share.
 */
function chunks(): (id: string, graph: Graph) => string | null {
  let known: ReadonlyMap<string, string> | undefined;
  const name_all = (graph: Graph) => {
    const names = new Map(Array.from(imports_of(graph, entries), (id) => [id, '']));
    const of_page = imports_of(graph, Object.values(loaded_in_order));
    for (const id of imports_of(graph, [embed]))
      if (of_page.has(id) && !names.has(id)) names.set(id, 'main');
    for (const [name, root] of Object.entries(loaded_in_order))
      for (const id of imports_of(graph, [root])) if (!names.has(id)) names.set(id, name);
    return names;
  };
  let of_steps: readonly ReadonlySet<string>[] = [];
  return (id, graph) => {
    if (known === undefined) {
      known = name_all(graph);
      of_steps = step_modules.map((step) => imports_of(graph, [step]));
    }
    // A module that one step alone imports is in the chunk of that step.
    const shared = of_steps.filter((modules) => modules.has(id)).length > 1;
    return (known.get(id) ?? (shared ? 'shared' : '')) || null;
  };
}

/** The script of the page's workers. */
const worker = here('src/worker.ts');

/**
 * Keeps what this script imports in a chunk of its own, so that no other chunk imports the script.
 * WebKit loads and runs a worker's script again when a module of the worker imports it: the worker
 * would get a second core, and the objects of the first one would not be those of its recipes.
 */
const worker_chunk = (id: string, graph: Graph): string | null =>
  id !== worker && imports_of(graph, [worker]).has(id) ? 'worker_core' : null;

/**
 * Packages that the development server bundles before the page loads. One that it met later would
 * make it bundle all of them again, and the page would get two copies of Preact.
 */
function packages(): string[] {
  const { dependencies } = JSON.parse(readFileSync(here('package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  const scripts = Object.keys(dependencies).filter((name) => !/^@fontsource|^ffn-lab$/.test(name));
  return [...scripts, 'preact/hooks', 'preact/jsx-dev-runtime'];
}

/** Plugins of the worker's modules, which only a build bundles apart from the page's. */
const of_worker = () => [golden_archive(), facts_archive()];

export default defineConfig({
  root: here('.'),
  // Relative URLs, so that the built folder works on any static host and sub-path.
  base: './',
  plugins: [
    program_text(),
    localized_html(),
    step_titles(),
    first_answer(),
    theme_script(),
    inline_style(),
    font_preload(),
    script_preload(),
    content_security_policy(),
    licenses({ file: true }),
    ...of_worker().map((plugin) => ({ ...plugin, apply: 'serve' as const })),
  ],
  server: { host: '127.0.0.1', strictPort: true },
  optimizeDeps: { include: packages() },
  worker: {
    format: 'es',
    plugins: of_worker,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: worker_chunk, test: (id) => !id.startsWith('\0') }],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
  build: {
    modulePreload: { polyfill: false },
    // The content security policy blocks data: URLs of .wasm files and fonts.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: entries,
      output: {
        chunkFileNames: chunk_name,
        codeSplitting: {
          groups: [
            { name: chunks(), test: (id) => !id.startsWith('\0') },
            // Kept apart from the entry: every chunk that imports the entry would request its style
            // sheet, which is inlined (plugins/first_paint.ts).
            { name: 'preload', test: /vite\/preload-helper/ },
          ],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
});
