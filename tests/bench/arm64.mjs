#!/usr/bin/env node
/**
 * node tests/bench/arm64.mjs [--write]: static bounds of the tile on ARM64 processors, as a Markdown
 * table; --write puts it into README.md. Nothing is run on such a processor: llvm-mca simulates the
 * inner loop, from the L1 cache, by LLVM’s model of it.
 *
 * Needs aarch64-linux-gnu-g++ and llvm-mca-19 (Debian: g++-aarch64-linux-gnu, llvm-19).
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const tile_rows = [6, 8];
const readme = at('README.md');

/**
 * Pipes that multiply and add four float32, and the cycles until a sum can be used again. Apple:
 * https://dougallj.github.io/applecpu/firestorm-simd.html (FMLA, vector); Arm: the processors'
 * Software Optimization Guides, "ASIMD FP multiply accumulate".
 */
const processors = [
  { name: 'Apple M1', cpu: 'apple-m1', pipes: 4, latency: 4 },
  { name: 'Neoverse N1', cpu: 'neoverse-n1', pipes: 2, latency: 4 },
  { name: 'Neoverse V2', cpu: 'neoverse-v2', pipes: 4, latency: 4 },
  { name: 'Cortex-A76', cpu: 'cortex-a76', pipes: 2, latency: 4 },
];

const run = (command, options, input) =>
  execFileSync(command, options, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'inherit'] });

function assembly(rows) {
  const source = `#include "ffn/kernels/tile_body.h"
namespace ffn { void run(const TileOperands& at) { tile<Float4, ${rows}, 1>(at); } }`;
  const folders = ['-I', at('../../src'), '-I', '/usr/include/eigen3'];
  const options = ['-std=c++20', '-O3', '-ffp-contract=fast', ...folders, '-x', 'c++', '-S'];
  return run('aarch64-linux-gnu-g++', [...options, '-o', '-', '-'], source).split('\n');
}

/** Returns the loops: from a label to the branch back to it. */
function loops(lines) {
  const label_lines = new Map();
  return lines.flatMap((line, end) => {
    const label = /^(\.L\d+):/.exec(line)?.[1];
    if (label !== undefined) label_lines.set(label, end);
    const begin = label_lines.get(/^\tc?b\S*\s.*?(\.L\d+)$/.exec(line)?.[1]);
    return begin === undefined ? [] : [lines.slice(begin, end + 1)];
  });
}

const count = (lines, pattern) => lines.filter((line) => pattern.test(line)).length;

/** Returns the instructions of the unrolled loop over k: the shortest that multiplies 3 k or more. */
function inner_loop(rows) {
  const multiplies = loops(assembly(rows)).filter((loop) => count(loop, /fmla/) >= 3 * 2 * rows);
  const [shortest] = multiplies.toSorted((a, b) => a.length - b.length);
  if (shortest === undefined) throw new Error(`no unrolled loop in the tile of ${rows} rows`);
  return shortest.filter((line) => /^\t[^.]/.test(line));
}

const iterations = 1000;

/** Returns the multiply-adds of four lanes per cycle. */
function simulate(loop, cpu) {
  const options = ['-mtriple=aarch64', `-mcpu=${cpu}`, `-iterations=${iterations}`];
  const report = run('llvm-mca-19', options, loop.join('\n'));
  const cycles = Number(/Total Cycles:\s+(\d+)/.exec(report)[1]);
  return (count(loop, /fmla/) * iterations) / cycles;
}

const percent = (share) => `${Math.round(100 * share)} %`;

function table() {
  const inner_loops = tile_rows.map(inner_loop);
  const head = ['processor', 'pipes × latency'];
  for (const rows of tile_rows) head.push(`${rows} × 2 sums`, `${rows} × 2, llvm-mca`);
  const rows = processors.map(({ name, cpu, pipes, latency }) => [
    name,
    `${pipes} × ${latency}`,
    ...tile_rows.flatMap((rows, index) => [
      percent(Math.min(1, (2 * rows) / (pipes * latency))),
      simulate(inner_loops[index], cpu).toFixed(2),
    ]),
  ]);
  const rule = head.map((_, index) => (index === 0 ? '---' : '---:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const markdown = table();
if (process.argv.includes('--write')) {
  const text = readFileSync(readme, 'utf8');
  const place = /(<!-- arm64 -->\n\n)[^]*?(\n\n<!-- end -->)/;
  if (!place.test(text)) throw new Error(`${readme} has no place for the table`);
  writeFileSync(readme, text.replace(place, `$1${markdown}$2`));
} else {
  console.log(markdown);
}
