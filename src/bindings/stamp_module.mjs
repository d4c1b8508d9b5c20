// Identifies a linked module: copies its .wasm file with custom sections for its variant and its
// build, and its JavaScript glue with build and SHA-256 as exports, which the package compares
// (web/engine/start_up_code.mjs, src/load.ts).
//
//   node stamp_module.mjs LINKED/NAME.VARIANT.wasm VARIANT FOLDER
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** Returns a custom section with a text; name and text together must be shorter than 127 bytes. */
function section(name, text) {
  const content = Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from(text)]);
  return Buffer.concat([Buffer.from([0, content.length]), content]);
}

const [file, variant, folder] = process.argv.slice(2);
const linked = readFileSync(file);
const build = sha256(linked).slice(0, 16);
const module = Buffer.concat([linked, section('variant', variant), section('build', build)]);
const glue = readFileSync(file.replace(/wasm$/, 'js'), 'utf8').trimEnd();
const to = join(folder, basename(file));
mkdirSync(folder, { recursive: true });
writeFileSync(to, module);
writeFileSync(
  to.replace(/wasm$/, 'js'),
  `${glue}\nexport const build=${JSON.stringify(build)},sha256=${JSON.stringify(sha256(module))};\n`,
);
