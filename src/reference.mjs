#!/usr/bin/env node
// Generates the API reference of the C++ library in .build/docs/cpp and checks it: no Doxygen
// warnings, and a doc comment on every class, struct and free function of the headers. Members,
// enumerations and aliases with self-explanatory names need none. Runs without arguments from any
// folder; prints one line per problem and exits with status 1 if there is one.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const settings = readFileSync(new URL('Doxyfile', import.meta.url), 'utf8');

/**
 * Runs Doxygen with the Doxyfile and the given settings appended, and returns its output as lines.
 */
function doxygen(...changes) {
  const input = [settings, 'WARN_AS_ERROR = NO', ...changes, ''].join('\n');
  const { error, status, stdout, stderr } = spawnSync('doxygen', ['-'], {
    cwd: root,
    input,
    encoding: 'utf8',
  });
  if (error) throw error;
  const lines = `${stdout}${stderr}`.split('\n').filter((line) => line.trim() !== '');
  return status === 0 ? lines : [...lines, `doxygen: exit status ${status}`];
}

/**
 * The relevant warnings of the second run. Doxygen warns about undocumented entities only with
 * EXTRACT_ALL = NO.
 */
const matters =
  /warning: (Compound .*|Member .* \(function\) of (namespace|file) .*) is not documented|^(error|doxygen): /;

mkdirSync(new URL('../.build/docs', import.meta.url), { recursive: true });
const problems = [
  ...doxygen(),
  ...doxygen('EXTRACT_ALL = NO', 'WARN_IF_UNDOCUMENTED = YES', 'GENERATE_HTML = NO').filter(
    (line) => matters.test(line),
  ),
];
for (const problem of problems) console.error(problem);
console.log(
  problems.length === 0 ? 'reference: no problem' : `reference: ${problems.length} problems`,
);
process.exit(problems.length === 0 ? 0 : 1);
