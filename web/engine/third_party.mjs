#!/usr/bin/env node
// Third-party libraries compiled into the WebAssembly modules: `node third_party.mjs TREE` prints
// them as JSON. Versions and licence texts come from the packages that the build tree was
// configured with; without a licence file, the text is the notice in the library's sources.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

/** @returns {(name: string) => string} a function that returns entries of CMakeCache.txt */
function read_cache(tree) {
  const text = readFileSync(join(tree, 'CMakeCache.txt'), 'utf8');
  return (name) => {
    const [, value] = new RegExp(`^${name}:[A-Z]+=(.*)$`, 'm').exec(text) ?? [];
    if (value === undefined) throw new Error(`${tree}/CMakeCache.txt has no entry ${name}`);
    return value;
  };
}

/** Returns the version in a package's CMake version file. */
function package_version(path) {
  const [, version] = /^set\(PACKAGE_VERSION "([\d.]+)"\)/m.exec(readFileSync(path, 'utf8')) ?? [];
  if (version === undefined) throw new Error(`${path}: no version`);
  return version;
}

/** Returns the comment at the top of a source file, without its slashes. */
function notice(path) {
  const lines = readFileSync(path, 'utf8').split('\n');
  const end = lines.findIndex((line) => !line.startsWith('//'));
  const inside = lines.slice(0, end).map((line) => line.replace(/^\/\/ ?/, ''));
  // Without editor settings and horizontal rules.
  return inside
    .filter((line) => !/^-\*-|===/.test(line))
    .join('\n')
    .trim();
}

/**
 * Returns the paragraph of a Debian copyright file that matches `pattern`, from its line "License:"
 * on.
 */
function debian_paragraph(path, pattern) {
  const found = read(path)
    ?.split(/\n\n+/)
    .find((paragraph) => pattern.test(paragraph));
  const text = found?.slice(Math.max(0, found.search(/^License:/m)));
  return text
    ?.replace(/^License:.*\n/, '')
    .replace(/^ {1,4}\.?/gm, '')
    .replace(/^Comment:[^]*/m, '')
    .trim();
}

/** Returns the first text that is not undefined. */
const first_of = (...texts) => texts.find((text) => text !== undefined);

/** Returns the SPDX identifier of a licence text: from its SPDX line, else from its wording. */
function license_of(text) {
  const [, spdx] = /SPDX-License-Identifier: (.+)/.exec(text) ?? [];
  if (spdx !== undefined) return spdx.trim();
  if (/Mozilla\s+Public License\s+(v\.|Version) ?2\.0/.test(text)) return 'MPL-2.0';
  if (/Permission is hereby granted, free of charge/.test(text)) return 'MIT';
  throw new Error(`unknown licence text: ${text.slice(0, 80)}`);
}

/** Returns the installation prefix: the parent of `share/NAME/cmake` or `lib/cmake/NAME`. */
const prefix_of = (cmake_folder) => cmake_folder.replace(/\/(share|lib\w*)(\/[\w.-]+)*$/, '');

function eigen(cache) {
  const folder = cache('Eigen3_DIR');
  const prefix = prefix_of(folder);
  const headers = [join(prefix, 'include/eigen3'), join(prefix, 'include')].find((path) =>
    existsSync(join(path, 'Eigen/Core')),
  );
  const own = notice(join(headers, 'Eigen/Core'));
  const text = first_of(
    read(join(headers, 'COPYING.MPL2')),
    debian_paragraph(join(prefix, 'share/doc/libeigen3-dev/copyright'), /^License: MPL-2\n/),
    read('/usr/share/common-licenses/MPL-2.0'),
  );
  const version = package_version(join(folder, 'Eigen3ConfigVersion.cmake'));
  return { name: 'Eigen', version, url: 'https://eigen.tuxfamily.org', notice: own, text };
}

function nlohmann_json(cache) {
  const folder = cache('nlohmann_json_DIR');
  const prefix = prefix_of(folder);
  const own = notice(join(prefix, 'include/nlohmann/json.hpp'));
  const text = first_of(
    read(join(prefix, 'share/doc/nlohmann_json/LICENSE.MIT')),
    debian_paragraph(join(prefix, 'share/doc/nlohmann-json3-dev/copyright'), /^License: Expat\n/),
  );
  const version = package_version(join(folder, 'nlohmann_jsonConfigVersion.cmake'));
  return {
    name: 'nlohmann/json',
    version,
    url: 'https://github.com/nlohmann/json',
    notice: own,
    text,
  };
}

/** Returns Emscripten and the libraries that it links. */
function run_time(cache) {
  const root = join(dirname(cache('CMAKE_TOOLCHAIN_FILE')), '../../..');
  const debian = join(root, '../doc/emscripten/copyright');
  const library = join(root, 'system/lib');
  const version = readFileSync(join(root, 'emscripten-version.txt'), 'utf8')
    .replaceAll('"', '')
    .trim();
  const config = join(library, 'libcxx/include/__config');
  const [, major, minor] =
    /_LIBCPP_VERSION (\d\d)(\d\d)\d\d/.exec(readFileSync(config, 'utf8')) ?? [];
  const mit = first_of(read(join(root, 'LICENSE')), debian_paragraph(debian, /^License: Expat\n/));
  const musl = readFileSync(join(library, 'libc/musl/COPYRIGHT'), 'utf8');
  const llvm = first_of(
    read(join(library, 'libcxx/LICENSE.TXT')),
    debian_paragraph(debian, /^ system\/lib\/libcxx\/\*$/m),
  );
  return [
    {
      name: 'Emscripten',
      version,
      url: 'https://emscripten.org',
      notice: 'Run-time code, Embind and emmalloc. Copyright (c) The Emscripten Authors',
      text: mit,
    },
    {
      name: 'musl',
      version: readFileSync(join(library, 'libc/musl/VERSION'), 'utf8').trim(),
      url: 'https://musl.libc.org',
      notice: 'The C library, as Emscripten links it.',
      text: musl,
    },
    {
      name: 'LLVM libc++, libc++abi, libunwind, compiler-rt',
      version: `${Number(major)}.${Number(minor)}`,
      url: 'https://libcxx.llvm.org',
      notice: notice(config),
      text: llvm,
    },
  ];
}

/** Returns all third-party libraries in the modules. */
export function third_party(tree) {
  const cache = read_cache(tree);
  return [eigen(cache), nlohmann_json(cache), ...run_time(cache)].map(
    ({ notice: own, text = '', ...library }) => ({
      ...library,
      license: license_of(`${own}\n${text}`),
      text: `${own}\n\n${text}`.trim(),
    }),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(`${JSON.stringify(third_party(process.argv[2]), undefined, 2)}\n`);
}
