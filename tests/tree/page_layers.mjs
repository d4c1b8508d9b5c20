/**
 * Checks the imports inside web/page/src: which folder may use which, and no cycle. Imports of
 * types and of messages (.json) count.
 */
import { cycle_problems, imports, references, resolve } from './imports.mjs';

const root = 'web/page/src/';

/**
 * The folders that each folder may import, besides itself. A step is a folder in `steps`, and never
 * imports another step. A glob is no import: by globs state/url_state.ts collects the parameters of
 * all steps, and the shell their entries and panels.
 */
const below_numbers = ['compute', 'quiz', 'charts', 'controls', 'state', 'words'];
const may_import = {
  words: [], // languages, and numbers as text
  state: ['words'], // the store, its synchronization with the address, and what is stored
  controls: ['state', 'words'],
  charts: ['controls', 'state', 'words'],
  quiz: ['controls', 'state', 'words'], // guesses, and the answers that they uncover
  compute: ['state', 'words'], // recipes, on both sides of the thread
  editions: ['compute', 'words'], // replace one another by the name #edition
  numbers: below_numbers, // answers, values, programs, and parts that several steps show
  export: ['numbers', 'editions', ...below_numbers],
  explanations: ['numbers', ...below_numbers], // of numbers: words, terms, programs in Python
  language_model: ['export', 'numbers', 'editions', ...below_numbers], // that knows facts, which several steps show
  step: ['language_model', 'export', 'numbers', 'editions', ...below_numbers],
  shell: ['registry', 'language_model', 'export', 'numbers', 'editions', ...below_numbers],
};

/** Files that bring the folders together and may import all of them. */
const entries = /^(main\.tsx|app\.tsx|embed\.tsx|worker\.ts|entries\/.*)$/;
const registry = ['index', 'entries', 'recipes', 'programs'].map((name) => `steps/${name}.ts`);

/** @returns {string} the folder of a file, 'step' and its name for one of a step */
function folder_of(file) {
  if (registry.includes(file)) return 'registry';
  return /^steps\/[^/]+/.exec(file)?.[0] ?? file.split('/')[0];
}

const kind_of = (folder) => (folder.startsWith('steps/') ? 'step' : folder);

/**
 * Returns the files that an import means: both editions if it names #edition; none for the address
 * of a worker's script, which runs apart.
 */
function targets_of(path, target) {
  if (target.endsWith('?worker&url')) return [];
  const [file] = target.split('?');
  if (file.startsWith('#edition/'))
    return ['folder', 'single_file'].map(
      (edition) => `${root}${file.replace('#edition', `editions/${edition}`)}`,
    );
  return file.startsWith('.') && /\.(tsx?|json)$/.test(file) ? [resolve(path, file)] : [];
}

function edge_problem(from, to) {
  const [folder, other] = [folder_of(from), folder_of(to)];
  if (folder === other || entries.test(from) || folder === 'registry') return undefined;
  const allowed = may_import[kind_of(folder)];
  if (allowed === undefined) return `${folder} is no folder of the page`;
  return allowed.includes(other)
    ? undefined
    : `${folder} imports ${to}; it may use ${[folder, ...allowed].join(', ')}`;
}

/** Finds the imports that no arrow allows, and the cycles. */
export function* page_problems(paths, read) {
  const sources = paths.filter((path) => path.startsWith(root) && /\.tsx?$/.test(path));
  const short = (path) => path.slice(root.length);
  for (const path of sources) {
    for (const { line, target } of references(read(path), imports)) {
      for (const to of targets_of(path, target)) {
        const problem = to.startsWith(root) && edge_problem(short(path), short(to));
        if (problem) yield `${path}:${line}: ${problem}`;
      }
    }
  }
  const imported = (path) =>
    [...references(read(path), imports)].flatMap(({ target }) => targets_of(path, target));
  yield* cycle_problems(sources, imported);
}
