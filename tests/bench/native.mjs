#!/usr/bin/env node
/**
 * node native.mjs OUTPUT.json THREADS=SAMPLES.json...: the samples of native/race.py as the report's
 * `native`. With --works TASK only: prints the cases of a task. With --training OUTPUT.json: writes
 * the task of training.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { load } from '../../web/engine/dist/index.node.js';
import {
  gradient_cases,
  speed_cases,
  spread_of,
  training_cases,
  training_task,
} from '../../.build/bench/shared.mjs';

const cases = { forward: speed_cases, gradients: gradient_cases, training: training_cases };

/** Formats a case as a command-line argument of the programs. */
const word_of = ({ name, tokens, d_model, d_ff, task = 'forward' }) =>
  [name, tokens, d_model, d_ff, 'gelu', task].join(':');

/** Returns the engines' results for a case that was measured. */
function results_of(work, threads, samples) {
  return Object.entries(samples[word_of(work)] ?? {}).map(([engine, values]) => ({
    engine,
    case: work,
    activation: 'gelu',
    threads,
    milliseconds: spread_of(values),
  }));
}

/** Writes the task with plain arrays of numbers. */
async function write_training(path) {
  const corpus = new URL('../../web/model/vocabulary.json', import.meta.url);
  const lab = await load({ variant: 'simd' });
  const task = training_task(lab, JSON.parse(readFileSync(corpus, 'utf8')));
  const plain = (_, value) => (ArrayBuffer.isView(value) ? Array.from(value) : value);
  writeFileSync(path, JSON.stringify(task, plain));
  lab.dispose();
}

const [output, ...inputs] = process.argv.slice(2);
if (output === '--works') {
  console.log(cases[inputs[0]].map(word_of).join('\n'));
} else if (output === '--training') {
  await write_training(inputs[0]);
} else {
  const results = inputs.flatMap((input) => {
    const [threads, path] = input.split('=');
    const samples = JSON.parse(readFileSync(path, 'utf8'));
    return Object.values(cases)
      .flat()
      .flatMap((work) => results_of(work, Number(threads), samples));
  });
  writeFileSync(output, JSON.stringify(results));
}
