// Identifies a linked module: appends custom sections with its variant and its build to the .wasm file, and its build and SHA-256 to the
// JavaScript glue as exports. The package loads glue and module separately, and compares them (web/engine/src/load.ts).
//
//   node stamp_module.mjs NAME.VARIANT.wasm VARIANT
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** Returns a custom section with a text; name and text together must be shorter than 127 bytes. */
function section(name, text) {
  const content = Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from(text)]);
  return Buffer.concat([Buffer.from([0, content.length]), content]);
}

const [file, variant] = process.argv.slice(2);
const linked = readFileSync(file);
const build = sha256(linked).slice(0, 16);
const module = Buffer.concat([linked, section('variant', variant), section('build', build)]);
writeFileSync(file, module);
const script = file.replace(/wasm$/, 'js');
const glue = readFileSync(script, 'utf8').trimEnd();
writeFileSync(script, `${glue}\nexport const build=${JSON.stringify(build)},sha256=${JSON.stringify(sha256(module))};\n`);
