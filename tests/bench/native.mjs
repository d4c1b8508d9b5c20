#!/usr/bin/env node
/** node native.mjs RESULT.json... OUTPUT.json: the results of both programs as the report's `native`. With --works only: prints the cases. */
import { readFileSync, writeFileSync } from 'node:fs';
import { speed_cases, spread_of } from '../../.build/bench/shared.mjs';

/** Formats a case as a command-line argument of the two programs. */
const word_of = ({ name, tokens, d_model, d_ff }) => [name, tokens, d_model, d_ff, 'gelu'].join(':');

/** Google Benchmark writes one entry per repetition, named CASE/real_time, in addition to its statistics. */
function of_benchmark({ context, benchmarks }) {
  const samples = {};
  for (const { run_type, run_name, real_time } of benchmarks) {
    if (run_type === 'iteration') (samples[run_name.replace(/\/real_time$/, '')] ??= []).push(real_time);
  }
  return { engine: `ffn-lab, ${context.tiles}`, samples };
}

const of_pytorch = ({ version, blas, samples }) => ({ engine: `PyTorch ${version}, ${blas}`, samples });

function results_of(path) {
  const report = JSON.parse(readFileSync(path, 'utf8'));
  const { engine, samples } = report.benchmarks === undefined ? of_pytorch(report) : of_benchmark(report);
  return speed_cases
    .filter((work) => samples[word_of(work)] !== undefined)
    .map((work) => ({ engine, case: work, activation: 'gelu', milliseconds: spread_of(samples[word_of(work)]) }));
}

const paths = process.argv.slice(2);
if (paths[0] === '--works') {
  console.log(speed_cases.map(word_of).join('\n'));
} else {
  const output = paths.pop();
  writeFileSync(output, JSON.stringify(paths.flatMap(results_of)));
}
