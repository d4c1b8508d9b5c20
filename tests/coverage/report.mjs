#!/usr/bin/env node
/**
 * node report.mjs: reads the output of `llvm-cov export -summary-only` from standard input, prints
 * line and branch coverage per file of src/ffn and in total, and exits with status 1 if it is below
 * the required minimum.
 */
import { existsSync, readFileSync } from 'node:fs';

const floors = { lines: 100, branches: 95 };

/** Number of unreachable lines by file; they count as covered. */
const unreachable = {
  'io/json_events.cpp': 1, // binary(), which the SAX interface requires but the parser never calls for JSON text
};

// Lines in headers that only processors with AVX-512 run; other architectures do not compile them.
if (existsSync('/proc/cpuinfo') && !/\bavx512f\b/.test(readFileSync('/proc/cpuinfo', 'utf8'))) {
  Object.assign(unreachable, { 'kernels/double2.h': 1, 'kernels/activation_gelu.h': 3 });
  console.log('This processor has no AVX-512: lines that need it count as covered.');
}

const [{ files, totals }] = JSON.parse(readFileSync(0, 'utf8')).data;
const percent = ({ count, covered }) => (count === 0 ? 100 : (100 * covered) / count);
const row = (name, summary) =>
  `${name.padEnd(34)} ${percent(summary.lines).toFixed(2).padStart(8)} ${percent(summary.branches).toFixed(2).padStart(9)}`;

console.log(`${'file'.padEnd(34)} ${'lines, %'.padStart(8)} ${'branches'.padStart(9)}`);
const names = files.map(({ filename, summary }) => [
  filename.replace(/^.*\/src\/ffn\//, ''),
  summary,
]);
for (const [name, { lines }] of names) {
  const added = Math.min(unreachable[name] ?? 0, lines.count - lines.covered);
  lines.covered += added;
  totals.lines.covered += added;
}
for (const [name, summary] of names.sort(([a], [b]) => a.localeCompare(b)))
  console.log(row(name, summary));
console.log(row('all', totals));

const short = Object.entries(floors).filter(([kind, floor]) => percent(totals[kind]) < floor);
for (const [kind, floor] of short)
  console.error(`${kind}: ${percent(totals[kind]).toFixed(2)} % covered, less than ${floor} %`);
process.exit(short.length === 0 ? 0 : 1);
