// Acts on the page and measures how long the numbers take to follow; `run --help` says the rest.
import { writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium, firefox } from '@playwright/test';
import { serve_static } from '../../web/page/static_server.mjs';
import { act } from './act.mjs';
import { frames } from './frames.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const browsers = {
  chromium: () =>
    chromium.launch({ executablePath: process.env.FFN_CHROMIUM, args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-quic'] : [] }),
  firefox: () => firefox.launch({ executablePath: process.env.FFN_FIREFOX, channel: 'moz-firefox' }),
};

/** The sizes of d_model 8 and d_ff 32 that the page begins with. */
const examples = {
  notebook_token: { words: 'one token', actions: ['slider', 'cursor', 'hover'] },
  notebook_batch: { words: 'ten tokens', actions: ['slider', 'hover', 'token'] },
};

/** What is done, and where the reader is meanwhile. */
const actions = {
  slider: { words: 'the slider of the first screen moves', place: '.hero' },
  hover: { words: 'the pointer goes from cell to cell', place: '#feed_forward [data-tensor-view="pre_activation"]' },
  cursor: { words: 'the cursor runs along the curves', place: '#activation .linked_plots' },
  token: { words: 'another token is chosen', place: '#feed_forward [data-tensor-view="pre_activation"]' },
};

function no_panel_unsettled_out_of_sight() {
  const in_sight = ({ top, bottom }) => bottom >= 0 && top <= innerHeight;
  return [...document.querySelectorAll('.panel:not(.panel_settled)')].every((panel) => in_sight(panel.getBoundingClientRect()));
}

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
  for (const id of [ids.at(-1), ids[0]]) {
    // A panel settles out of sight.
    await page.evaluate((name) => document.getElementById(name).scrollIntoView({ behavior: 'instant' }), id);
    await page.waitForFunction(no_panel_unsettled_out_of_sight, null, { timeout: 60_000 });
  }
  return page;
}

const quartiles = (values) => {
  const sorted = [...values].sort((one, other) => one - other);
  return [0.25, 0.5, 0.75].map((share) => sorted[Math.round(share * (sorted.length - 1))]);
};

/** How fast the processor is at the moment, on machines that are shared: milliseconds of a loop of 100 million steps. */
function time_loop() {
  const begun = performance.now();
  let sum = 0;
  for (let step = 0; step < 1e8; step++) sum += step % 7;
  return sum > 0 ? performance.now() - begun : NaN;
}

/** A frame later than this is one that the reader has missed: half of one at 60 a second. */
const late_milliseconds = 25;

/** Acts on a page that shows an example. */
async function act_on(page, name, { words, actions: done }, steps) {
  const rows = [];
  for (const action of done) {
    await page.evaluate(
      (where) => document.querySelector(where).scrollIntoView({ behavior: 'instant', block: 'center' }),
      actions[action].place,
    );
    await page.waitForTimeout(1500);
    const found = await page.evaluate(act, { action, steps });
    const title = `${words}: ${actions[action].words}`;
    if (found.some(({ in_sight }) => in_sight === 0))
      throw new Error(`${name}, ${title}: nothing in sight followed from some of the steps`);
    const of = (key) => quartiles(found.map((one) => one[key]));
    const next_frame = found.filter(({ frame, drawn }) => frame === 1 && drawn <= late_milliseconds).length / steps;
    rows.push({ words: title, in_sight: of('in_sight'), whole: of('whole'), next_frame });
    const [low, middle, high] = of('whole');
    console.log(`${name}, ${title}: all panels after ${middle.toFixed(1)} ms (${low.toFixed(1)}–${high.toFixed(1)})`);
  }
  return rows;
}

/** The race trains while it is watched. */
async function watch_training(page, milliseconds) {
  await page.evaluate(() => document.querySelector('#training').scrollIntoView({ behavior: 'instant' }));
  await page.waitForTimeout(1500);
  const player = page.locator('#training .race_player');
  const reached = () => player.locator('input').evaluate(({ value }) => Number(value));
  await player.getByRole('button', { name: 'Play' }).click();
  await page.waitForTimeout(2000);
  const before = await reached();
  const times = await page.evaluate(frames, { milliseconds });
  const trained = (await reached()) - before;
  if (trained === 0) throw new Error('the race does not train');
  const seconds = times.reduce((sum, time) => sum + time, 0) / 1000;
  const late = times.filter((time) => time > late_milliseconds).length / times.length;
  return { rate: times.length / seconds, late, steps: trained / seconds };
}

async function measure(name, addresses, { steps, seconds }) {
  const browser = await browsers[name]();
  const rows = [];
  const loops = [];
  let training;
  const version = browser.version();
  try {
    for (const [example, what] of Object.entries(examples)) {
      loops.push(time_loop());
      const page = await open(browser, addresses(example));
      rows.push(...(await act_on(page, name, what, steps)));
      await page.close();
    }
    training = await watch_training(await open(browser, addresses('notebook_batch')), 1000 * seconds);
    console.log(`${name}, while the race trains: ${training.rate.toFixed(1)} frames a second`);
    loops.push(time_loop());
  } finally {
    await browser.close();
  }
  return { name, version, rows, training, loops };
}

function loop_range(measured) {
  const loops = measured.flatMap(({ loops: times }) => times);
  return `${Math.min(...loops).toFixed(0)} to ${Math.max(...loops).toFixed(0)}`;
}

function table(measured, { steps, seconds }) {
  const milliseconds = ([low, middle, high]) => `${middle.toFixed(0)} ms (${low.toFixed(0)}–${high.toFixed(0)})`;
  const title = { chromium: 'Chromium', firefox: 'Firefox' };
  const versions = measured.map(({ name, version }) => `${title[name]} ${version}`).join(' and ');
  return [
    '| browser, action | what is in sight has followed | all fifteen panels have | with the next frame |',
    '| --- | ---: | ---: | ---: |',
    ...measured.flatMap(({ name, rows }) =>
      rows.map(
        ({ words, in_sight, whole, next_frame }) =>
          `| ${title[name]}, ${words} | ${milliseconds(in_sight)} | ${milliseconds(whole)} | ${(100 * next_frame).toFixed(0)} % |`,
      ),
    ),
    '',
    '| browser | frames a second while the race trains | frames that came late | steps a second |',
    '| --- | ---: | ---: | ---: |',
    ...measured.map(
      ({ name, training: { rate, late, steps: trained } }) =>
        `| ${title[name]} | ${rate.toFixed(1)} | ${(100 * late).toFixed(1)} % | ${trained.toFixed(0)} |`,
    ),
    '',
    `Frames of ${seconds} s of the race as the page begins it, on a display of 60 a second; late is after more than ${late_milliseconds} ms.`,
    `Medians of ${steps} actions, and where half of them lie. Measured ${new Date().toISOString().slice(0, 10)} in ${versions}, ` +
      `${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)}; 100 million steps of a loop in Node took ${loop_range(measured)} ms.`,
  ].join('\n');
}

const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '60' },
    seconds: { type: 'string', default: '20' },
    browser: { type: 'string' },
    table: { type: 'string' },
  },
});
const steps = Number(values.steps);
if (!Number.isInteger(steps) || steps < 1 || steps > 9999)
  throw new Error(`--steps is "${values.steps}"; expected a number from 1 to 9999`);
const seconds = Number(values.seconds);
if (!(seconds >= 1 && seconds <= 600)) throw new Error(`--seconds is "${values.seconds}"; expected a number from 1 to 600`);
if (values.browser !== undefined && !(values.browser in browsers))
  throw new Error(`--browser is "${values.browser}"; expected chromium or firefox`);

const server = serve_static(here('../../web/page/dist'));
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const addresses = (example) => `http://127.0.0.1:${server.address().port}/en/#v=1&example=${example}`;
const measured = [];
try {
  for (const name of values.browser === undefined ? Object.keys(browsers) : [values.browser]) {
    measured.push(await measure(name, addresses, { steps, seconds }));
  }
} finally {
  server.closeAllConnections();
  server.close();
}
if (values.table !== undefined) writeFileSync(values.table, table(measured, { steps, seconds }));
