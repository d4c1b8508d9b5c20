#!/usr/bin/env node
// Writes the reference of the C++ library to .build/docs/cpp and checks it: nothing that Doxygen warns of, and a comment on every class,
// struct and free function of the headers. Members, enumerations and aliases whose names say all need none. Run without arguments from
// anywhere; prints one line per problem and exits 1 when there is one.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const settings = readFileSync(new URL('Doxyfile', import.meta.url), 'utf8');

/** What Doxygen says, line by line, when run with the Doxyfile and these settings in place of its own. */
function doxygen(...changes) {
  const input = [settings, 'WARN_AS_ERROR = NO', ...changes, ''].join('\n');
  const { error, status, stdout, stderr } = spawnSync('doxygen', ['-'], { cwd: root, input, encoding: 'utf8' });
  if (error) throw error;
  const lines = `${stdout}${stderr}`.split('\n').filter((line) => line.trim() !== '');
  return status === 0 ? lines : [...lines, `doxygen: exit status ${status}`];
}

/** What the second run is asked for; Doxygen warns of the undocumented only where it is not told to extract all. */
const matters = /warning: (Compound .*|Member .* \(function\) of (namespace|file) .*) is not documented|^(error|doxygen): /;

mkdirSync(new URL('../.build/docs', import.meta.url), { recursive: true });
const problems = [
  ...doxygen(),
  ...doxygen('EXTRACT_ALL = NO', 'WARN_IF_UNDOCUMENTED = YES', 'GENERATE_HTML = NO').filter((line) => matters.test(line)),
];
for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? 'reference: no problem' : `reference: ${problems.length} problems`);
process.exit(problems.length === 0 ? 0 : 1);
