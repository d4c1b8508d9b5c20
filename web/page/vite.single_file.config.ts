import { fileURLToPath } from 'node:url';
import { build, defineConfig } from 'vite';
import type { Rolldown } from 'vite';
import { theme_script } from './plugins/first_paint.ts';
import { golden_archive } from './plugins/golden_archive.ts';
import { facts_archive } from './plugins/facts_archive.ts';
import { licenses } from './plugins/licenses.ts';
import { first_answer } from './plugins/built_numbers.ts';
import { localized_html } from './plugins/localized_html.ts';
import { step_titles } from './plugins/step_titles.ts';
import { strip_import_meta_url } from './plugins/strip_import_meta_url.ts';
import { program_text } from './plugins/program_text.ts';
import { single_file } from './plugins/single_file.ts';
import { wasm_archive } from './plugins/wasm_archive.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Conditions for the import `#edition` in package.json. */
const resolve = { conditions: ['single-file', 'module', 'browser', 'production'] };

/** Builds the worker as one classic script with the core inlined. */
async function worker(): Promise<string> {
  const result = (await build({
    root: here('.'),
    configFile: false,
    logLevel: 'warn',
    resolve,
    plugins: [
      strip_import_meta_url(),
      wasm_archive(),
      golden_archive(),
      facts_archive({ gzip: true }),
    ],
    publicDir: false,
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: here('src/worker.ts'),
        transform: { define: { 'import.meta': '{}' } },
        output: { format: 'iife', codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput;
  return result.output[0].code;
}

/** Builds ffn-lab.LANGUAGE.html for `--mode LANGUAGE`. */
export default defineConfig(({ mode: language }) => ({
  root: here('.'),
  base: './',
  logLevel: 'warn',
  resolve,
  plugins: [
    program_text(),
    localized_html(resolve.conditions),
    step_titles(),
    first_answer(),
    theme_script(),
    licenses({ file: false }),
    single_file(language, worker),
  ],
  publicDir: false,
  build: {
    emptyOutDir: false,
    modulePreload: false,
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    rolldownOptions: { input: here(`${language}/index.html`), output: { codeSplitting: false } },
  },
}));
