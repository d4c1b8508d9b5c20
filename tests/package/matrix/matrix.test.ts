/** Runs each consumer for real, and writes the table of the outcomes. */
import { mkdirSync, writeFileSync } from 'node:fs';
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
const rows: string[] = [];
let browser: Browser;

beforeAll(async () => {
  browser = await (browsers.Chromium as () => Promise<Browser>)();
});

afterAll(async () => {
  await browser?.close();
  const date = new Date().toISOString().slice(0, 10);
  const heads = ['| consumer | version | needs | runs |', '| --- | --- | --- | --- |'];
  mkdirSync(dirname(table), { recursive: true });
  writeFileSync(table, `${[`Run on ${date}.`, '', ...heads, ...rows].join('\n')}\n`);
});

const newest_simd = Number(process.versions.node.split('.')[0]) < 21;

async function check(consumer: Consumer, folder: string): Promise<void> {
  const outcome = await consumer.run(folder, browser);
  const variant = newest_simd ? (consumer.variant ?? 'relaxed') : 'relaxed';
  const { pools = true, pools_in_worker = pools } = consumer;
  if ('page' in outcome) expect_right(outcome, variant, pools_in_worker, pools);
  else expect_right_output(outcome);
}

it.each(consumers)('$name', async (consumer) => {
  const { name, packages, configuration = 'nothing' } = consumer;
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
    rows.push(`| ${[name, version, configuration, runs].join(' | ')} |`);
    console.log(`${name}, ${version}, needs ${configuration}: runs: ${runs}`);
  }
});

it('every consumer has a row', () => {
  expect(rows).toHaveLength(consumers.length);
});
