// Writes dist/wasm/ffn-lab.js: Emscripten's JavaScript, which is the same for both variants, with
// the stamps of their modules. One file that is imported statically works where import() does not,
// as in service workers, and in bundles of one script.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Takes the address of the .wasm file and import.meta out, which the package does not use: bundlers
 * would copy the file, or warn where a script is no module.
 */
function without_addresses(glue, variant) {
  const code = glue
    .replaceAll(`new URL("ffn-lab.${variant}.wasm",import.meta.url).href`, '""')
    .replaceAll(`"ffn-lab.${variant}.wasm"`, '""')
    .replaceAll('import.meta.url', '""');
  const left = /import\.meta|import\s*\(|\.wasm"/.exec(code);
  if (left) throw new Error(`ffn-lab.${variant}.js still contains ${left[0]}`);
  return code;
}

/** Returns { code, stamp }: the last line of the file is that of src/bindings/stamp_module.mjs. */
function split_glue([variant, glue]) {
  const found = /\nexport const build="(\w+)",sha256="(\w+)";\n$/.exec(glue);
  if (!found) throw new Error(`ffn-lab.${variant}.js does not end with its stamps`);
  const [, build, sha256] = found;
  const code = without_addresses(glue.slice(0, found.index), variant);
  return { variant, code, stamp: { build, sha256 } };
}

/** Returns the text of the module for the contents of the variants' files: { simd: '…' }. */
export function start_up_code(glue_of) {
  const parts = Object.entries(glue_of).map(split_glue);
  const [{ code }] = parts;
  for (const part of parts)
    if (part.code !== code)
      throw new Error(`the JavaScript of ${part.variant} is not that of ${parts[0].variant}`);
  const stamps = Object.fromEntries(parts.map(({ variant, stamp }) => [variant, stamp]));
  return `${code}\nexport const stamps = ${JSON.stringify(stamps)};\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text_of = (variant) =>
    readFileSync(new URL(`dist/wasm/ffn-lab.${variant}.js`, import.meta.url), 'utf8');
  const glue_of = Object.fromEntries(['relaxed', 'simd'].map((name) => [name, text_of(name)]));
  writeFileSync(new URL('dist/wasm/ffn-lab.js', import.meta.url), start_up_code(glue_of));
}
