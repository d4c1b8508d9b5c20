/** Reads the imports of TypeScript files, of types too, and finds the cycles that they form. */
import { basename, posix } from 'node:path';

/** Matches the target of an import or a re-export. */
export const imports = /(?:\bfrom\s*|\bimport\s*\(?\s*)['"]([^'"]+)['"]/g;

/**
 * @returns {Generator<{ line: number, target: string }>} the matches of `pattern`: includes of a
 * C++ file or imports of a TypeScript file
 */
export function* references(text, pattern) {
  for (const match of text.matchAll(pattern))
    yield { line: text.slice(0, match.index).split('\n').length, target: match[1] };
}

/** Finds the import cycles among `paths`; `imported` returns the files that one of them imports. */
export function* cycle_problems(paths, imported) {
  const sources = new Set(paths);
  const done = new Set();
  const open = [];
  function* visit(path) {
    if (open.includes(path))
      yield `${path}: part of an import cycle: ${[...open.slice(open.indexOf(path)), path].map((name) => basename(name)).join(' → ')}`;
    if (open.includes(path) || done.has(path)) return;
    open.push(path);
    for (const target of imported(path)) if (sources.has(target)) yield* visit(target);
    open.pop();
    done.add(path);
  }
  for (const path of sources) yield* visit(path);
}

/** The file that `target` means in the file at `path`. */
export const resolve = (path, target) => posix.join(posix.dirname(path), target);
