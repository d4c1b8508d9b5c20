// Identifies a linked module: appends custom sections with its variant and its build to the .wasm file, and its build and SHA-256 to the
// JavaScript glue as exports. The package loads glue and module separately, and compares them (web/engine/src/load.ts).
//
//   node stamp_module.mjs NAME.VARIANT.wasm VARIANT
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const build_length = 16;
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** Returns a custom section with a text; name and text together must be shorter than 127 bytes. */
function section(name, text) {
  const content = Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from(text)]);
  return Buffer.concat([Buffer.from([0, content.length]), content]);
}

const [file, variant] = process.argv.slice(2);
const stamp = (build) => Buffer.concat([section('variant', variant), section('build', build)]);

/** Returns a module without its stamps: a linker that finds nothing to change leaves the stamped file. */
function unstamped(bytes) {
  const end = bytes.length - stamp('0'.repeat(build_length)).length;
  return bytes.subarray(end).indexOf(section('variant', variant)) === 0 ? unstamped(bytes.subarray(0, end)) : bytes;
}

const linked = unstamped(readFileSync(file));
const build = sha256(linked).slice(0, build_length);
const module = Buffer.concat([linked, stamp(build)]);
writeFileSync(file, module);
const script = file.replace(/wasm$/, 'js');
const glue = readFileSync(script, 'utf8')
  .replace(/\nexport const build=.*\n$/, '')
  .trimEnd();
writeFileSync(script, `${glue}\nexport const build=${JSON.stringify(build)},sha256=${JSON.stringify(sha256(module))};\n`);
