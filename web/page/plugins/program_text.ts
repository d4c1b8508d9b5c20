import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { build } from 'vite';
import type { Plugin, Rolldown } from 'vite';

const suffix = '?program';
const entry = 'virtual:program';

/**
 * Returns the functions that a module exports: their names, and what they are given. A constant has
 * no text: recipes whose values have no programs are constants.
 */
function exported_functions(path: string) {
  const text = readFileSync(path, 'utf8');
  const functions = /^export (?:async )?function (\w+)\(([^]*?)\)[^()]* \{\n/gm;
  return Array.from(text.matchAll(functions), ([, name = '', given = '']) => ({ name, given }));
}

const export_of = (name: string, path: string) =>
  `export { ${name} } from ${JSON.stringify(path)};`;

/**
 * Returns the text of an exported function with everything that it uses, without types; for a
 * recipe on a session also of the function that makes the session.
 */
async function text_of(path: string, name: string, given: string): Promise<string> {
  const exported = [
    ...(/\bsession\b/.test(given) ? [export_of('make_session', join(path, '../session.ts'))] : []),
    export_of(name, path),
  ];
  const only: Plugin = {
    name: 'program-entry',
    enforce: 'pre',
    // The files of the page, which no program uses.
    resolveId: (id) =>
      id === entry ? id : /^(virtual:|#edition\/)/.test(id) ? { id, external: true } : null,
    load: (id) => (id === entry ? exported.join('\n') : null),
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
        // Without what a module does when it is loaded, unless something of it is used.
        treeshake: { moduleSideEffects: false },
        preserveEntrySignatures: 'strict',
        output: { format: 'es' },
      },
    },
  });
  const { code: bundled } = (built as Rolldown.RolldownOutput).output[0];
  const code = bundled
    // Names of files, and comments: those of a program are in the page's language (program.ts).
    .replace(/^ *\/\/.*\n/gm, '')
    .replace(/^ *\/\*\*[^]*?\*\/\n/gm, '')
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
  const functions = exported_functions(path);
  const texts = await Promise.all(functions.map(({ name, given }) => text_of(path, name, given)));
  return Object.fromEntries(functions.map(({ name }, index) => [name, texts[index] ?? '']));
}

/**
 * Returns a module whose default export are the texts. The functions of a file share most of their
 * declarations: each is in the module once.
 */
function module_of(texts: Readonly<Record<string, string>>): string {
  const pieces = new Map<string, number>();
  const number_of = (piece: string) => {
    const number = pieces.get(piece) ?? pieces.size;
    pieces.set(piece, number);
    return number;
  };
  const members = Object.entries(texts).map(([name, text]) => {
    const declarations = text.split(/(?<=\n)(?=\w)/);
    return `${JSON.stringify(name)}: text(${declarations.map(number_of).join(', ')})`;
  });
  return [
    `const pieces = ${JSON.stringify(Array.from(pieces.keys()))};`,
    "const text = (...numbers) => numbers.map((number) => pieces[number]).join('');",
    `export default { ${members.join(', ')} };`,
  ].join('\n');
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
      return module_of(await program_texts(path));
    },
  };
}
