// Splits a linked module into its core and its lazily loaded parts (parts.h). Binaryen's wasm-split moves the functions; the parts share
// the core's memory and tables. A part contains the functions that are compiled only from its files, and the functions that only it calls; all
// others stay in the core.
//
//   node split_module.mjs BINARYEN_BIN NM NAME.VARIANT.wasm OBJECT...     replaces the file by the core and writes NAME.VARIANT.PART.wasm
import { Buffer } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

// The source files of each part; all other files belong to the core.
const files = (...stems) => new RegExp(`/src/(${stems.join('|')})\\.cpp\\.`);
const parts = {
  models: files(
    'bindings/(attention|block_stack|checkpoint|from_scratch|functional|layer_norm|models|npy|softmax|transformer_block)',
    'ffn/analysis/gradient_by_depth',
    'ffn/io/(?!checkpoint_error).*',
    'ffn/nn/(attention|block_stack|from_scratch|layer_norm|transformer_block)',
  ),
  experiments: files(
    'bindings/(analysis|dropout_statistics|experiments|forward_stages|gradient_check|network_analysis|training_data|training_run)',
    'ffn/(analysis|train)/.*',
  ),
};

// WebAssembly features of all variants, and reference types, which the parts need to call each other's functions.
const features =
  'bulk-memory exception-handling multivalue mutable-globals nontrapping-float-to-int reference-types relaxed-simd sign-ext simd';
const enabled = features.split(' ').map((feature) => `--enable-${feature}`);

const part_of = (object) => Object.keys(parts).find((part) => parts[part].test(object)) ?? 'core';

/** Returns the symbols that the objects define and those that they reference: { owners: name → parts, required: name → parts }. */
function read_symbols(nm, objects) {
  const owners = new Map();
  const required = new Map();
  const listing = execFileSync(nm, ['-A', ...objects], { encoding: 'utf8', maxBuffer: 1 << 28 });
  for (const line of listing.split('\n')) {
    const [, object, type, name] = /^(.*?): *[0-9a-f-]* ([A-Za-z]) (.*)$/.exec(line) ?? [];
    if (object === undefined) continue;
    const map = type === 'U' ? required : owners;
    map.set(name, (map.get(name) ?? new Set()).add(part_of(object)));
  }
  return { owners, required };
}

/** Throws if a part references a symbol that only another part defines, because parts are loaded independently. */
function check_dependencies({ owners, required }) {
  const crossings = [];
  for (const [name, by] of required) {
    const of = owners.get(name);
    if (of?.size !== 1 || of.has('core')) continue;
    for (const part of by) if (!of.has(part)) crossings.push(`${part} requires ${name} of ${[...of].join()}`);
  }
  if (crossings.length > 0)
    throw new Error(`parts depend on each other (move a file to the core or to the other part):\n${crossings.join('\n')}`);
}

/** Returns the call graph from Binaryen's disassembly: { calls: name → names, roots: names that an export, table or start references }. */
function read_calls(wasm_dis, file) {
  const calls = new Map();
  const roots = new Set();
  let current;
  for (const line of execFileSync(wasm_dis, [...enabled, file], { encoding: 'utf8', maxBuffer: 1 << 28 }).split('\n')) {
    const [, begun] = /^ \(func \$(\S+?)\)?(?: |$)/.exec(line) ?? [];
    if (begun !== undefined) calls.set((current = begun), new Set());
    else if (/^ \((export|elem|start) /.test(line)) for (const [, name] of line.matchAll(/\$([^\s()]+)/g)) roots.add(name);
    else for (const [, name] of line.matchAll(/\((?:return_call|call|ref\.func) \$([^\s()]+)/g)) calls.get(current)?.add(name);
  }
  return { calls, roots };
}

/** Returns the functions that are reachable by calls from `from`, including `from`. */
function reachable(calls, from) {
  const found = new Set(from);
  for (const name of found) for (const next of calls.get(name) ?? []) found.add(next); // the loop also visits names added during iteration
  return found;
}

/** Returns the functions of each part: those compiled from its own files, and those that only these call. */
function assign_functions({ calls, roots }, owners) {
  // Instantiations of the standard library or Eigen may also be in a library's archive, although the linker takes them from our object.
  const is_ours = (name) => name.includes('3ffn') || !name.startsWith('_Z');
  const part_alone = (name) => (is_ours(name) && owners.get(name)?.size === 1 ? [...owners.get(name)][0] : 'core');
  const own = (part) => [...calls.keys()].filter((name) => part_alone(name) === part);
  const from_core = reachable(
    without(calls, (name) => part_alone(name) !== 'core'),
    [...roots].filter((name) => part_alone(name) === 'core'),
  );
  const from_part = new Map(Object.keys(parts).map((part) => [part, reachable(calls, own(part))]));
  const users = (name) => [...from_part.keys()].filter((part) => from_part.get(part).has(name));
  check_core_calls(from_core, part_alone);
  return Object.keys(parts).map((part) => {
    const only_here = (name) => !from_core.has(name) && users(name).length === 1 && users(name)[0] === part;
    return [part, [...calls.keys()].filter((name) => part_alone(name) === part || (part_alone(name) === 'core' && only_here(name)))];
  });
}

/** Throws if the core calls a function of a part. Its objects reference none, so only an optimizer can have introduced such a call. */
function check_core_calls(from_core, part_alone) {
  const called = [...from_core].filter((name) => part_alone(name) !== 'core');
  if (called.length > 0)
    throw new Error(`the core calls functions of its parts, which an optimizer has merged with its own: ${called.join(', ')}`);
}

/** Returns the call graph without the functions for which `left_out` is true. */
function without(calls, left_out) {
  return new Map([...calls].filter(([name]) => !left_out(name)));
}

/** Returns a custom section with a short text. */
function section(name, text) {
  const content = Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from(text)]);
  return Buffer.concat([Buffer.from([0, content.length]), content]);
}

/** Returns the file's bytes with custom sections for variant and build id; a part only works with the core of the same build. */
function stamped(file, variant, build) {
  return Buffer.concat([readFileSync(file), section('variant', variant), section('build', build)]);
}

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** Adds the SHA-256 hashes of the .wasm files to the JavaScript glue, so that a loader can check their integrity. */
function write_hashes(stem) {
  const files = ['core', ...Object.keys(parts)].map((part) => [part, `${stem}${part === 'core' ? '' : `${part}.`}wasm`]);
  const hashes = Object.fromEntries(files.map(([part, file]) => [part, sha256(readFileSync(file))]));
  const glue = readFileSync(`${stem}js`, 'utf8').replace(/export const sha256=.*\n/, '');
  writeFileSync(`${stem}js`, `${glue.trimEnd()}\nexport const sha256=${JSON.stringify(hashes)};\n`);
}

function split(binaryen, nm, file, objects) {
  const symbols = read_symbols(nm, objects);
  check_dependencies(symbols);
  const linked = readFileSync(file);
  const shares = assign_functions(read_calls(`${binaryen}/wasm-dis`, file), symbols.owners);
  for (const [part, names] of shares)
    if (names.length === 0) throw new Error(`part ${part} of ${file} has no functions: linked without names?`);
  const stem = file.slice(0, -'wasm'.length);
  const manifest = `${stem}manifest`;
  writeFileSync(manifest, shares.map(([part, names]) => [part, ...names].join('\n')).join('\n\n') + '\n');
  const outputs = ['--manifest', manifest, '--out-prefix', stem, '-o', `${stem}core.wasm`];
  execFileSync(`${binaryen}/wasm-split`, [...enabled, '--multi-split', file, ...outputs]);
  for (const part of ['core', ...Object.keys(parts)]) {
    const output = `${stem}${part}.wasm`;
    execFileSync(`${binaryen}/wasm-opt`, [...enabled, '--duplicate-function-elimination', output, '-o', output]);
  }
  const build = sha256(linked).slice(0, 16);
  const [, variant] = /([^.]+)\.wasm$/.exec(file);
  for (const [part] of shares) writeFileSync(`${stem}${part}.wasm`, stamped(`${stem}${part}.wasm`, variant, build));
  writeFileSync(file, stamped(`${stem}core.wasm`, variant, build));
  rmSync(`${stem}core.wasm`);
  rmSync(manifest);
  write_hashes(stem);
}

const [binaryen, nm, file, ...objects] = process.argv.slice(2);
split(binaryen, nm, file, objects);
