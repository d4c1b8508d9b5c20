#!/usr/bin/env node
/** node native.mjs BENCHMARK.json [PYTORCH.json] OUTPUT.json: both results as the report's `native`. With --works only: prints the cases. */
import { readFileSync, writeFileSync } from 'node:fs';
import { speed_cases, spread_of } from '../../.build/bench/shared.mjs';

const read_json = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** Formats a case as a command-line argument of the two programs. */
const word_of = ({ name, tokens, d_model, d_ff }) => [name, tokens, d_model, d_ff, 'gelu'].join(':');

function results_of(engine, samples) {
  return speed_cases
    .filter((work) => samples[word_of(work)] !== undefined)
    .map((work) => ({ engine, case: work, activation: 'gelu', milliseconds: spread_of(samples[word_of(work)]) }));
}

/** Google Benchmark writes one entry per repetition, named CASE/real_time, in addition to its statistics. */
function samples_of_benchmark({ benchmarks }) {
  const samples = {};
  for (const { run_type, run_name, real_time } of benchmarks) {
    if (run_type === 'iteration') (samples[run_name.replace(/\/real_time$/, '')] ??= []).push(real_time);
  }
  return samples;
}

const [first, ...rest] = process.argv.slice(2);
if (first === '--works') {
  console.log(speed_cases.map(word_of).join('\n'));
} else {
  const output = rest.pop();
  const ours = results_of('ffn-lab, C++', samples_of_benchmark(read_json(first)));
  const theirs = rest.map(read_json).flatMap(({ version, blas, samples }) => results_of(`PyTorch ${version}, ${blas}`, samples));
  writeFileSync(output, JSON.stringify([...ours, ...theirs]));
}
