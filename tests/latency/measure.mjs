// Acts on the page and measures how long the numbers take to follow; `run --help` says the rest.
import { writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium, firefox } from '@playwright/test';
import { serve_static } from '../../web/page/static_server.mjs';
import { act } from './act.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const browsers = {
  chromium: () =>
    chromium.launch({ executablePath: process.env.FFN_CHROMIUM, args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-quic'] : [] }),
  firefox: () => firefox.launch({ executablePath: process.env.FFN_FIREFOX, channel: 'moz-firefox' }),
};

/** What is done, and where the reader is meanwhile. */
const actions = {
  slider: { words: 'the slider of the first screen moves', place: '.hero' },
  hover: { words: 'the pointer goes from cell to cell', place: '#feed_forward [data-tensor-view="pre_activation"]' },
  token: { words: 'another token is chosen', place: '#feed_forward [data-tensor-view="pre_activation"]' },
};

/** Every panel has been seen once: what is drawn later would hide what an action costs. */
async function open(browser, address) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(address);
  await page.waitForSelector('.hero .chain');
  const ids = await page.evaluate(() => {
    dispatchEvent(new PointerEvent('pointermove'));
    return new Promise((resolve) => {
      const timer = setInterval(() => {
        const sections = [...document.querySelectorAll('.panel')].map(({ id }) => id);
        if (sections.length > 0) resolve((clearInterval(timer), sections));
      }, 50);
    });
  });
  for (const id of ids) {
    await page.evaluate((name) => document.getElementById(name).scrollIntoView({ behavior: 'instant' }), id);
    await page.waitForFunction((name) => document.querySelector(`#${name} .late_place, #${name} .to_come`) === null, id);
  }
  await page.waitForFunction(() => document.querySelectorAll('.panel:not(.panel_settled)').length === 0, null, { timeout: 60_000 });
  return page;
}

const quartiles = (values) => {
  const sorted = [...values].sort((one, other) => one - other);
  return [0.25, 0.5, 0.75].map((share) => sorted[Math.round(share * (sorted.length - 1))]);
};

async function measure(name, address, steps) {
  const browser = await browsers[name]();
  const rows = [];
  const version = browser.version();
  try {
    const page = await open(browser, address);
    for (const [action, { words, place }] of Object.entries(actions)) {
      await page.evaluate((where) => document.querySelector(where).scrollIntoView({ behavior: 'instant', block: 'center' }), place);
      await page.waitForTimeout(1500);
      const found = await page.evaluate(act, { action, steps });
      if (found.some(({ in_sight }) => in_sight === 0))
        throw new Error(`${name}: nothing in sight followed from some of the steps of "${words}"`);
      const of = (key) => quartiles(found.map((one) => one[key]));
      rows.push({ words, in_sight: of('in_sight'), whole: of('whole') });
      const [low, middle, high] = rows.at(-1).in_sight;
      console.log(`${name}, ${words}: in sight after ${middle.toFixed(1)} ms (${low.toFixed(1)}–${high.toFixed(1)})`);
    }
  } finally {
    await browser.close();
  }
  return { name, version, rows };
}

function table(measured, steps) {
  const milliseconds = ([low, middle, high]) => `${middle.toFixed(0)} ms (${low.toFixed(0)}–${high.toFixed(0)})`;
  const title = { chromium: 'Chromium', firefox: 'Firefox' };
  return [
    '| browser, action | what is in sight has followed | the whole page |',
    '| --- | ---: | ---: |',
    ...measured.flatMap(({ name, rows }) =>
      rows.map(({ words, in_sight, whole }) => `| ${title[name]}, ${words} | ${milliseconds(in_sight)} | ${milliseconds(whole)} |`),
    ),
    '',
    `Medians of ${steps} actions, and where half of them lie. Measured ${new Date().toISOString().slice(0, 10)} in ${measured
      .map(({ name, version }) => `${title[name]} ${version}`)
      .join(' and ')}, ${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)}.`,
  ].join('\n');
}

const { values } = parseArgs({
  options: { steps: { type: 'string', default: '60' }, browser: { type: 'string' }, table: { type: 'string' } },
});
const steps = Number(values.steps);
if (!Number.isInteger(steps) || steps < 1 || steps > 9999)
  throw new Error(`--steps is "${values.steps}"; expected a number from 1 to 9999`);
if (values.browser !== undefined && !(values.browser in browsers))
  throw new Error(`--browser is "${values.browser}"; expected chromium or firefox`);

const server = serve_static(here('../../web/page/dist'));
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${server.address().port}/en/#v=1&example=notebook_batch`;
const measured = [];
try {
  for (const name of values.browser === undefined ? Object.keys(browsers) : [values.browser]) {
    measured.push(await measure(name, address, steps));
  }
} finally {
  server.closeAllConnections();
  server.close();
}
if (values.table !== undefined) writeFileSync(values.table, table(measured, steps));
