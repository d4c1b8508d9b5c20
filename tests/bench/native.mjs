#!/usr/bin/env node
/**
 * node native.mjs SAMPLES.json OUTPUT.json: the samples of native/race.py as the report's `native`.
 * With --works only: prints the cases.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { speed_cases, spread_of } from '../../.build/bench/shared.mjs';

/** Formats a case as a command-line argument of the programs. */
const word_of = ({ name, tokens, d_model, d_ff }) =>
  [name, tokens, d_model, d_ff, 'gelu'].join(':');

/** Returns the engines' results for a case. */
function results_of(work, samples) {
  return Object.entries(samples[word_of(work)]).map(([engine, values]) => ({
    engine,
    case: work,
    activation: 'gelu',
    milliseconds: spread_of(values),
  }));
}

const [input, output] = process.argv.slice(2);
if (input === '--works') {
  console.log(speed_cases.map(word_of).join('\n'));
} else {
  const samples = JSON.parse(readFileSync(input, 'utf8'));
  writeFileSync(output, JSON.stringify(speed_cases.flatMap((work) => results_of(work, samples))));
}
