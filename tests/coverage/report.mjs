#!/usr/bin/env node
/**
 * node report.mjs: reads the output of `llvm-cov export -format=lcov` from standard input, prints
 * line and branch coverage per file of src/ffn and in total, and exits with status 1 if it is below
 * the required minimum.
 */
import { existsSync, readFileSync } from 'node:fs';
import { files_of, unreachable_lines } from './trace.mjs';

const least_share_of_branches = 0.95;

const features = existsSync('/proc/cpuinfo')
  ? new Set(readFileSync('/proc/cpuinfo', 'utf8').split(/\s/))
  : undefined;
/** Where the processor is unknown, each line that was compiled has to run. */
const has_feature = (name) => features?.has(name) ?? true;

const files = files_of(readFileSync(0, 'utf8')).map(({ path, missed, ...counts }) => {
  const unreachable = unreachable_lines(readFileSync(path, 'utf8'), has_feature);
  const name = path.replace(/^.*\/src\/ffn\//, '');
  return { name, missed: missed.filter((line) => !unreachable.has(line)), ...counts };
});
if (files.length === 0) throw new Error('the trace contains no file');

const sum = (of) => files.reduce((total, file) => total + of(file), 0);
const all = {
  lines: sum(({ lines }) => lines),
  missed: files.flatMap(({ name, missed }) => missed.map((line) => `${name}:${line}`)),
  branches: sum(({ branches }) => branches),
  taken: sum(({ taken }) => taken),
};
const share = (part, of) => (of === 0 ? 1 : part / of);
const percent = (part, of) => (100 * share(part, of)).toFixed(2);
const row = (name, { lines, missed, branches, taken }) =>
  `${name.padEnd(34)} ${percent(lines - missed.length, lines).padStart(8)} ${percent(taken, branches).padStart(9)}`;

console.log(`${'file'.padEnd(34)} ${'lines, %'.padStart(8)} ${'branches'.padStart(9)}`);
for (const file of files.sort((a, b) => a.name.localeCompare(b.name)))
  console.log(row(file.name, file));
console.log(row('all', all));

const few_branches = share(all.taken, all.branches) < least_share_of_branches;
if (all.missed.length > 0) console.error(`lines that no test runs: ${all.missed.join(', ')}`);
if (few_branches) console.error(`less than ${100 * least_share_of_branches} % of the branches`);
process.exit(few_branches || all.missed.length > 0 ? 1 : 0);
