// Splits a linked module into its core and the parts that are added to it (parts.h): Binaryen's wasm-split moves the functions, and the
// parts share the core's memory and tables. A function that is compiled from files of one part alone goes into that part; everything
// else (the core's files, what several parts instantiate, the libraries) stays in the core.
//
//   node split_module.mjs WASM_SPLIT NM FILE.wasm OBJECT...     FILE.wasm becomes the core; FILE.PART.wasm are written beside it
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

// Which files belong to which part; all others are the core's.
const parts = {
  models:
    /src\/(bindings\/(attention|block_stack|checkpoint|from_scratch|functional|layer_norm|models|softmax|transformer_block)|ffn\/(analysis\/gradient_by_depth|io\/(?!checkpoint_error).*|nn\/(attention|block_stack|from_scratch|layer_norm|transformer_block)))\.cpp\./,
  experiments:
    /src\/(bindings\/(analysis|experiments|gradient_check|network_analysis|training_data|training_run)|ffn\/(analysis|train)\/.*)\.cpp\./,
};

const features = 'bulk-memory exception-handling multivalue mutable-globals nontrapping-float-to-int reference-types relaxed-simd sign-ext simd';

const part_of = (object) => Object.keys(parts).find((part) => parts[part].test(object)) ?? 'core';

/** Every symbol that the objects define or ask for: { owners: name → parts, wanted: name → parts }. */
function read_symbols(nm, objects) {
  const owners = new Map();
  const wanted = new Map();
  const listing = execFileSync(nm, ['-A', ...objects], { encoding: 'utf8', maxBuffer: 1 << 28 });
  for (const line of listing.split('\n')) {
    const [, object, type, name] = /^(.*?): *[0-9a-f-]* ([A-Za-z]) (.*)$/.exec(line) ?? [];
    if (object === undefined) continue;
    const map = type === 'U' ? wanted : owners;
    map.set(name, (map.get(name) ?? new Set()).add(part_of(object)));
  }
  return { owners, wanted };
}

/** No part may need what is in another part alone: either could be there without the other. */
function refuse_crossings({ owners, wanted }) {
  const crossings = [];
  for (const [name, by] of wanted) {
    const of = owners.get(name);
    if (of?.size !== 1 || of.has('core')) continue;
    for (const part of by) if (!of.has(part)) crossings.push(`${part} needs ${name} of ${[...of].join()}`);
  }
  if (crossings.length > 0) throw new Error(`parts that need each other (move a file to the core or to the other part):\n${crossings.join('\n')}`);
}

/** The names of the module's functions, from its name section (WebAssembly specification, appendix "Name Section"). */
function function_names(bytes) {
  let at = 8;
  const number = () => {
    for (let value = 0, shift = 1; ; shift *= 128) {
      const byte = bytes[at++];
      value += (byte & 127) * shift;
      if (byte < 128) return value;
    }
  };
  const text = () => {
    const length = number();
    return bytes.toString('utf8', at, (at += length));
  };
  const names = [];
  while (at < bytes.length) {
    const id = bytes[at++];
    const end = number() + at;
    if (id === 0 && text() === 'name') {
      while (at < end) {
        const kind = bytes[at++];
        const stop = number() + at;
        for (let left = kind === 1 ? number() : 0; left > 0; left--) names.push((number(), text()));
        at = stop;
      }
    }
    at = end;
  }
  return names;
}

/** The same bytes with a custom section that says of which build they are: a part fits no other core. */
function stamped(file, build) {
  const name = Buffer.from('build');
  const content = Buffer.concat([Buffer.from([name.length]), name, Buffer.from(build)]);
  return Buffer.concat([readFileSync(file), Buffer.from([0, content.length]), content]);
}

function split(wasm_split, nm, file, objects) {
  const symbols = read_symbols(nm, objects);
  refuse_crossings(symbols);
  const linked = readFileSync(file);
  const names = function_names(linked);
  const is_alone_in = (part) => (name) => symbols.owners.get(name)?.size === 1 && symbols.owners.get(name).has(part);
  const sections = Object.keys(parts).map((part) => {
    const own = names.filter(is_alone_in(part));
    if (own.length === 0) throw new Error(`no function of ${file} is in the part ${part}: linked without names?`);
    return [part, ...own].join('\n');
  });
  const stem = file.slice(0, -'wasm'.length);
  const manifest = `${stem}manifest`;
  writeFileSync(manifest, sections.join('\n\n') + '\n');
  const enabled = features.split(' ').map((feature) => `--enable-${feature}`);
  execFileSync(wasm_split, [...enabled, '--multi-split', file, '--manifest', manifest, '--out-prefix', stem, '-o', `${stem}core.wasm`]);
  const build = createHash('sha256').update(linked).digest('hex').slice(0, 16);
  for (const part of Object.keys(parts)) writeFileSync(`${stem}${part}.wasm`, stamped(`${stem}${part}.wasm`, build));
  writeFileSync(file, stamped(`${stem}core.wasm`, build));
  rmSync(`${stem}core.wasm`);
  rmSync(manifest);
}

const [wasm_split, nm, file, ...objects] = process.argv.slice(2);
split(wasm_split, nm, file, objects);
