#!/usr/bin/env node
// Checks the source tree: layers include lower layers only, every source of src/ffn and every step
// of the page has its test, no file exceeds 300 lines, and TypeScript contains no formulas. Takes no
// arguments; prints one line per problem and exits with 1 if there is any.

import { readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cycle_problems, imports, references, resolve } from './imports.mjs';
import { page_problems } from './page_layers.mjs';

/** The folders of src/ffn that each folder may include, besides itself. */
const may_include = {
  core: [],
  kernels: ['core'],
  nn: ['kernels', 'core'],
  io: ['nn', 'kernels', 'core'], // loading a file creates layers
  train: ['nn', 'kernels', 'core'],
  analysis: ['nn', 'kernels', 'core'],
};

/**
 * The folders of web/engine/src that each folder may import, besides itself and the modules in
 * `wasm`; files outside folders may import all.
 */
const may_import = {
  edge: [],
  layers: ['edge'],
  files: ['layers', 'edge'],
  training: ['layers', 'edge'],
  analysis: ['layers', 'edge'],
  pool: ['layers', 'edge'],
  wasm: ['edge'], // declarations of the built modules
};

const top_level = /^(\..*|CMakeLists\.txt|README\.md|LICENSE|src|web|tests)$/;
const skipped_folders = /^(node_modules|dist|\.git|\.build|\.toolchain|\.artifacts|build.*)$/;
/** The package's archive, which `npm pack` writes into the folder where README.md calls it. */
const packed = /\.tgz$/;
const longest_file = 300;
const checked_files =
  /\.(cpp|h|ts|tsx|css|mjs|js|py|sh|cmake)$|^(web\/serve|tests\/run)$|CMakeLists\.txt$/;

/** Every file below `folder`, as paths with forward slashes relative to `root`. */
export function files_below(root, folder = root) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skipped_folders.test(entry.name) ? [] : files_below(root, path);
    return packed.test(entry.name) ? [] : [relative(root, path).replaceAll('\\', '/')];
  });
}

const includes = /^\s*#\s*include\s*[<"]([^>"]+)[>"]/gm;

function* include_problems(path, text) {
  if (!/^src\/.*\.(cpp|h)$/.test(path)) return;
  const layer = /^src\/ffn\/(\w+)\//.exec(path)?.[1];
  for (const { line, target } of references(text, includes)) {
    if (target.startsWith('emscripten') && !path.startsWith('src/bindings/'))
      yield `${path}:${line}: includes ${target}; only src/bindings may`;
    const wanted = /^ffn\/(\w+)\//.exec(target)?.[1];
    if (layer === undefined) continue;
    if (/^(model|bindings)\//.test(target))
      yield `${path}:${line}: includes ${target}; src/ffn uses no other folder`;
    if (!(layer in may_include)) yield `${path}: src/ffn/${layer} is no layer of the architecture`;
    else if (
      target === 'ffn/ffn.h' ||
      (wanted !== undefined && wanted !== layer && !may_include[layer].includes(wanted))
    ) {
      yield `${path}:${line}: ${layer} includes ${target}; it may use ${[layer, ...may_include[layer]].join(', ')}`;
    }
  }
}

const engine_sources = /^web\/engine\/src\/(?:(\w+)\/)?[\w.-]+\.(ts|js)$/;
const engine_folder = (path) => engine_sources.exec(path)?.[1];

function* folder_problems(place, folder, target) {
  if (folder === undefined || target === folder || target === 'wasm') return;
  if (!(folder in may_import))
    yield `${place}: web/engine/src/${folder} is no layer of the package`;
  else if (!may_import[folder].includes(target))
    yield `${place}: ${folder} imports ${target ?? 'a file outside the folders'}; it may use ${[folder, ...may_import[folder]].join(', ')}`;
}

/** Finds import cycles among the sources of the package; imports of types count. */
function engine_cycles(paths, read) {
  const imported = (path) =>
    [...references(read(path), imports)]
      .filter(({ target }) => target.startsWith('.'))
      .map(({ target }) => resolve(path, target).replace(/\.js$/, '.ts'));
  return cycle_problems(
    paths.filter((path) => engine_sources.test(path)),
    imported,
  );
}

function* import_problems(path, text) {
  const part = /^web\/(engine|page)\/.*\.tsx?$/.exec(path)?.[1];
  if (part === undefined) return;
  for (const { line, target } of references(text, imports)) {
    const from = posix.join(dirname(path), target);
    // The page shows the model of the facts: its data, and how a text is made of tokens.
    const leaves =
      target.startsWith('.') &&
      !from.startsWith(`web/${part}/`) &&
      !(part === 'page' && from.startsWith('web/model/'));
    if (leaves) yield `${path}:${line}: imports ${target} from outside web/${part}`;
    if (part === 'page') continue;
    if (target.startsWith('.')) {
      yield* folder_problems(
        `${path}:${line}`,
        engine_folder(path),
        engine_folder(posix.join(dirname(path), target)),
      );
      continue;
    }
    if (!target.startsWith('node:'))
      yield `${path}:${line}: imports ${target}; the package has no dependency`;
    else if (!path.endsWith('.node.ts'))
      yield `${path}:${line}: imports ${target}; only *.node.ts may`;
  }
}

/**
 * The plain JavaScript loop whose speed the page compares with the core's. The page shows no number
 * that it computes.
 */
const javascript_baseline = 'web/page/src/steps/speed/harness/plain_javascript.ts';

/** Functions and properties that turn text into elements or code. */
const text_made_code =
  /\b(innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|setHTMLUnsafe|createContextualFragment|DOMParser|srcdoc)\b|\bdocument\.write(ln)?\b|\beval\(|\bnew Function\b|javascript:/;

function* content_problems(path, text) {
  const lines = text.split('\n').length - 1;
  if (checked_files.test(path) && lines > longest_file)
    yield `${path}: ${lines} lines; ${longest_file} at most, split it by concept`;
  if (/^web\/.*\.tsx?$/.test(path)) {
    const formula = /\bMath\.(exp|expm1|log|log1p|tanh|sqrt|pow|random|sin|cos|hypot|cbrt)\b/.exec(
      text,
    );
    if (formula && path !== javascript_baseline)
      yield `${path}: ${formula[0]}; formulas and random numbers belong in the core`;
  }
  if (/^web\/(page|engine)\/.*\.(tsx?|m?js)$/.test(path)) {
    const markup = text_made_code.exec(text);
    if (markup) yield `${path}: ${markup[0]}; text reaches the page as text, and is never run`;
  }
  if (/^src\/ffn\//.test(path) && path !== 'src/ffn/core/matrix.h') {
    const resize = /(?:\.|->)(?:resize|setZero|setOnes)\([^;]+,/.exec(text);
    if (resize)
      yield `${path}: ${resize[0]} is Eigen's; ffn::resize survives a lack of memory (core/matrix.h)`;
  }
  if (path.endsWith('package-lock.json')) yield* lock_problems(path, text);
}

/**
 * Checks that `npm ci` installs exactly the packages of the lock file: every package has a hash and
 * comes from the registry.
 */
function* lock_problems(path, text) {
  if (/"resolved": "http/.test(text)) yield `${path}: names the host of a registry`;
  for (const [place, entry] of Object.entries(JSON.parse(text).packages ?? {})) {
    const wanted = {
      ...entry.dependencies,
      ...entry.devDependencies,
      ...entry.optionalDependencies,
    };
    const elsewhere = Object.entries(wanted).find(([, version]) =>
      /^(git|https?|github|ssh)\b.*[:/]/.test(version),
    );
    if (elsewhere) yield `${path}: ${elsewhere.join('@')} comes from no registry`;
    if (!/(^|\/)node_modules\//.test(place) || entry.link || entry.inBundle) continue;
    if (!/^sha512-/.test(entry.integrity ?? '')) yield `${path}: ${place} has no SHA-512`;
  }
}

/** Tests of the core's kernels that are compiled for several instruction sets. */
const core_test = (path) =>
  path
    .replace(/^kernels\/activation_\w+$/, 'kernels/activation_kernel')
    .replace(/^kernels\/exponential_\w+$/, 'kernels/exponential')
    .replace(/^kernels\/tile_\w+$/, 'kernels/tile');

/** Returns the test that a source file must have, or undefined where none is required. */
function test_of(path) {
  const core = /^src\/ffn\/(\w+\/\w+)\.(cpp|h)$/.exec(path);
  if (core) return `tests/${core_test(core[1])}_test.cpp`;
  const step = /^web\/page\/src\/steps\/(\w+)\/step\.tsx$/.exec(path);
  return step ? `tests/e2e/${step[1]}.spec.ts` : undefined;
}

/** Finds the specs of steps without the test that `tests/run smoke` runs. */
function* smoke_problems(path, read) {
  const [, step] = /^tests\/e2e\/(\w+)\.spec\.ts$/.exec(path) ?? [];
  if (!new RegExp(`smoke_test\\(\\s*'${step}'`).test(read(path)))
    yield `${path}: smoke_test('${step}', …) is missing`;
}

function* tree_problems(paths, read) {
  const present = new Set(paths);
  for (const path of paths) {
    const test = test_of(path);
    if (test === undefined) continue;
    if (!present.has(test)) yield `${path}: its test ${test} is missing`;
    else if (path.endsWith('/step.tsx')) yield* smoke_problems(test, read);
  }
  for (const name of new Set(paths.map((path) => path.split('/')[0]))) {
    if (!top_level.test(name)) yield `${name}: not part of the top level`;
  }
}

/** Returns every problem of the tree at `root`, one line each. */
export function tree_problems_of(root) {
  const paths = files_below(root).sort();
  const read = (path) => readFileSync(join(root, path), 'utf8');
  const texts = paths.filter(
    (path) => checked_files.test(path) || basename(path) === 'package-lock.json',
  );
  return [
    ...texts.flatMap((path) => {
      const text = read(path);
      return [
        ...include_problems(path, text),
        ...import_problems(path, text),
        ...content_problems(path, text),
      ];
    }),
    ...tree_problems(paths, read),
    ...engine_cycles(paths, read),
    ...page_problems(paths, read),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = tree_problems_of(fileURLToPath(new URL('../..', import.meta.url)));
  for (const problem of problems) console.error(problem);
  console.log(problems.length === 0 ? 'layers: no problem' : `layers: ${problems.length} problems`);
  process.exit(problems.length === 0 ? 0 : 1);
}
