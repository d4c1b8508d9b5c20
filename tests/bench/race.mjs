#!/usr/bin/env node
/**
 * node race.mjs OPTION...: runs the race in a browser and writes the report. Started by tests/bench/run,
 * which builds everything first.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import * as shared from '../../.build/bench/shared.mjs';
import { browsers } from './browser.mjs';
import { engines, engines_with } from './engines/index.mjs';
import { load_cost } from './load_cost.mjs';
import { undisturbed } from './others.mjs';
import { make_plan } from './plan.mjs';
import { serve } from './serve.mjs';

const text = { type: 'string' };
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    cases: text,
    threads: text,
    activations: text,
    engines: text,
    mode: text,
    task: text,
    native: text,
    place: text,
    output: text,
  },
});

const read_json = (path) => JSON.parse(readFileSync(path, 'utf8'));
const beside = (path) => new URL(path, import.meta.url);

/**
 * Returns the version of an engine from the package.json of the peers or of ffn-lab; the JavaScript
 * loop has none.
 */
function version_of(engine, name) {
  if (name !== undefined) return read_json(beside('../peers/package.json')).dependencies[name];
  return engine.startsWith('ffn-lab')
    ? read_json(beside('../../web/engine/package.json')).version
    : '';
}

function description_of(engine) {
  const { label, package: name } = engines[engine];
  return { engine, label, version: version_of(engine, name) };
}

const say = (line) => process.stderr.write(`    ${line}\n`);

function say_race({
  case: work,
  activation,
  threads,
  mode,
  rounds,
  engines: results,
  limit_milliseconds: limit,
  busy_cores: busy,
}) {
  const plural = threads > 1 ? 's' : '';
  say(
    `${work.name} ${activation}, ${work.task ?? 'forward'}, ${mode}, ${threads} thread${plural}, ${rounds} rounds, limit ${limit.toPrecision(3)} ms, others ${busy.toFixed(2)} cores`,
  );
  for (const { engine, milliseconds, share_of_limit: share, largest_error, not_run } of results) {
    const measured = () =>
      `${milliseconds.median.toPrecision(3)} ms (${milliseconds.lower_quartile.toPrecision(3)} to ` +
      `${milliseconds.upper_quartile.toPrecision(3)}), ${(100 * share.median).toFixed(0)} % of the limit, error ${largest_error.toExponential(1)}`;
    say(`  ${engine.padEnd(16)} ${not_run ?? measured()}`);
  }
}

const run_races = ({ server, place }, requests) =>
  browsers[place](`${server.address}index.html`, async (evaluate, browser) => {
    const races = [];
    for (const request of requests) {
      races.push(await undisturbed(() => evaluate((asked) => globalThis.run_race(asked), request)));
      say_race(races.at(-1));
    }
    return { races, browser };
  });

async function run_load_costs(site, names, starts) {
  say('from the start of the page to the first result');
  const costs = [];
  for (const name of names.filter((engine) => engines_with('forward').includes(engine))) {
    costs.push(await load_cost(site, name, starts));
    const { not_run, bytes, milliseconds } = costs.at(-1);
    say(
      `${name.padEnd(14)} ${not_run ?? `${(bytes / 1000).toFixed(0)} kB, first result after ${milliseconds.median.toFixed(0)} ms`}`,
    );
  }
  return costs;
}

const plan = make_plan(options, shared);
const server = await serve();
try {
  const site = { server, place: plan.place };
  const load_costs = plan.starts > 0 ? await run_load_costs(site, plan.engines, plan.starts) : [];
  const { races, browser } = await run_races(site, plan.requests);
  const report = {
    format: 2,
    date: new Date().toISOString(),
    machine: `${cpus()[0]?.model.trim() ?? process.arch}, ${cpus().length} cores`,
    busy_cores: Math.max(0, ...races.map(({ busy_cores }) => busy_cores)),
    browser,
    quick: options.quick ?? false,
    engines: plan.engines.map(description_of),
    races,
    load_costs,
    native: options.native === undefined ? [] : read_json(options.native),
  };
  writeFileSync(`${options.output}.part`, JSON.stringify(report, undefined, 1));
  renameSync(`${options.output}.part`, options.output);
} finally {
  server.stop();
}
