import { readFileSync } from 'node:fs';
import { format } from 'prettier';
import { build } from 'vite';
import type { Plugin, Rolldown } from 'vite';

const suffix = '?program';
const entry = 'virtual:program';

/** Returns the names of the functions that a module exports. */
function exported_functions(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  return Array.from(text.matchAll(/^export (?:async )?function (\w+)/gm), ([, name = '']) => name);
}

/** Returns the text of an exported function with everything that it uses, without types. */
async function text_of(path: string, name: string): Promise<string> {
  const only: Plugin = {
    name: 'program-entry',
    enforce: 'pre',
    resolveId: (id) => (id === entry ? id : null),
    load: (id) => (id === entry ? `export { ${name} } from ${JSON.stringify(path)};` : null),
  };
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [only],
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: 'strict',
        output: { format: 'es' },
      },
    },
  });
  const { code: bundled } = (built as Rolldown.RolldownOutput).output[0];
  const code = bundled
    .replace(/^\/\/.*\n/gm, '') // names of files
    .replace(/^export \{.*\};\n/m, '')
    .replace(/^var /gm, 'const ')
    .replaceAll('/* @__PURE__ */ ', '')
    .replaceAll('void 0', 'undefined');
  return format(code, {
    parser: 'babel',
    printWidth: 110,
    singleQuote: true,
    objectWrap: 'collapse',
  });
}

/** Returns the texts of a module's exported functions, as self-contained JavaScript. */
export async function program_texts(path: string): Promise<Readonly<Record<string, string>>> {
  const names = exported_functions(path);
  const texts = await Promise.all(names.map((name) => text_of(path, name)));
  return Object.fromEntries(names.map((name, index) => [name, texts[index] ?? '']));
}

/** Loads `recipe.ts?program` as an object with the text of each function that recipe.ts exports. */
export function program_text(): Plugin {
  return {
    name: 'program-text',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(suffix)) return null;
      const path = id.slice(0, -suffix.length);
      this.addWatchFile(path);
      return `export default ${JSON.stringify(await program_texts(path))};`;
    },
  };
}
