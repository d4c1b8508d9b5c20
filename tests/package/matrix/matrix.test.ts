/** Runs each consumer for real, and writes the table of the outcomes. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { browsers } from '../browsers.js';
import { expect_right, expect_right_output } from '../outcome.js';
import { tools } from './consumers.js';
import { others } from './others.js';
import { type Consumer, make_project, version_of } from './run_consumer.js';

const table = fileURLToPath(new URL('../../../.build/consumers.md', import.meta.url));
const consumers = [...tools, ...others];
const rows = new Map<string, string>();
let browser: Browser;

beforeAll(async () => {
  browser = await (browsers.Chromium as () => Promise<Browser>)();
});

/** Returns the rows of an earlier run by the names of their consumers. */
function earlier_rows(): ReadonlyMap<string, string> {
  const text = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => line.startsWith('| '));
  return new Map(lines.map((line) => [line.split(' | ')[0]?.slice(2) ?? '', line]));
}

afterAll(async () => {
  await browser?.close();
  const earlier = earlier_rows();
  const known = consumers.map(({ name }) => rows.get(name) ?? earlier.get(name));
  const heads = ['| consumer | version | needs | runs | on |', '| --- | --- | --- | --- | --- |'];
  mkdirSync(dirname(table), { recursive: true });
  writeFileSync(table, `${[...heads, ...known.filter(Boolean)].join('\n')}\n`);
});

const newest_simd = Number(process.versions.node.split('.')[0]) < 21;

async function check(consumer: Consumer, folder: string): Promise<void> {
  const outcome = await consumer.run(folder, browser);
  const variant = newest_simd ? (consumer.variant ?? 'relaxed') : 'relaxed';
  const { pools = true, pools_in_worker = pools } = consumer;
  if ('page' in outcome) expect_right(outcome, variant, pools_in_worker, pools);
  else expect_right_output(outcome);
}

const named = consumers.map((consumer) => [consumer.name, consumer] as const);

it.each(named)('%s', async (name, consumer) => {
  const { packages, configuration = 'nothing' } = consumer;
  let version = '';
  let runs = 'no';
  try {
    const folder = make_project(packages, ...consumer.templates);
    const [first] = packages;
    version =
      first === undefined
        ? (consumer.version?.(browser) ?? '')
        : version_of(folder, first.replace(/(.)@.*/, '$1'));
    await check(consumer, folder);
    runs = 'yes';
  } finally {
    const today = new Date().toISOString().slice(0, 10);
    rows.set(name, `| ${[name, version, configuration, runs, today].join(' | ')} |`);
    console.log(`${name}, ${version}, needs ${configuration}: runs: ${runs}`);
  }
});

it('every consumer has a row', () => {
  expect(rows.size).toBe(consumers.length);
});
