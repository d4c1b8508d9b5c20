// Dispatches input events on the page and measures when the numbers have been updated. See `run
// --help`.
import { writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium, firefox } from '@playwright/test';
import { serve_static } from '../../web/page/build/static_server.mjs';
import { act } from './act.mjs';
import { first_answers, line } from './first_answer.mjs';
import { frames } from './frames.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const browsers = {
  chromium: () =>
    chromium.launch({
      executablePath: process.env.FFN_CHROMIUM,
      args: process.getuid?.() === 0 ? ['--no-sandbox', '--disable-quic'] : [],
    }),
  firefox: () =>
    firefox.launch({ executablePath: process.env.FFN_FIREFOX, channel: 'moz-firefox' }),
};

/** The examples with d_model 8 and d_ff 32, and the actions measured with each. */
const examples = {
  notebook_token: { label: 'one token', actions: ['slider', 'cursor', 'hover'] },
  notebook_batch: { label: 'ten tokens', actions: ['slider', 'hover', 'token', 'step'] },
};

/** Row titles, the step of each action, and the element that is scrolled to before it. */
const actions = {
  slider: { label: 'the slider of the chain moves', step: 'feed_forward', place: '.chain_slider' },
  hover: {
    label: 'the pointer goes from cell to cell',
    step: 'feed_forward',
    place: '[data-tensor-view="pre_activation"]',
  },
  cursor: { label: 'the cursor runs along the curves', step: 'activation', place: '.linked_plots' },
  step: {
    label: 'another step is opened, whose code is loaded',
    step: 'feed_forward',
    place: '#feed_forward',
  },
  token: {
    label: 'another token is chosen',
    step: 'feed_forward',
    place: '[data-tensor-view="pre_activation"]',
  },
};

/** Opens a step, and waits until its numbers are computed. */
async function open(browser, address, step) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${address}&panel=${step}`);
  await page.waitForSelector(`#${step}`);
  await page.waitForFunction(
    () => document.querySelector('main :is(.step_waiting, .waiting, .chain_waiting)') === null,
  );
  return page;
}

const quartiles = (values) => {
  const sorted = [...values].sort((one, other) => one - other);
  return [0.25, 0.5, 0.75].map((share) => sorted[Math.round(share * (sorted.length - 1))]);
};

/**
 * Returns the milliseconds of a loop of 100 million steps: the processor's current speed, which
 * varies on shared machines.
 */
function time_loop() {
  const start = performance.now();
  let sum = 0;
  for (let step = 0; step < 1e8; step++) sum += step % 7;
  return sum > 0 ? performance.now() - start : NaN;
}

/** A frame interval above this is 1.5 frames at 60 Hz: a frame was dropped. */
const longest_interval_milliseconds = 25;

/** Measures every action of an example in its step and returns the rows of the table. */
async function act_on(browser, address, name, { label, actions: done }, steps) {
  const rows = [];
  for (const action of done) {
    const page = await open(browser, address, actions[action].step);
    await page.evaluate(
      (where) =>
        document.querySelector(where).scrollIntoView({ behavior: 'instant', block: 'center' }),
      actions[action].place,
    );
    await page.waitForTimeout(1500);
    const found = await page.evaluate(act, { action, steps });
    const title = `${label}: ${actions[action].label}`;
    if (found.some(({ whole }) => whole === 0))
      throw new Error(`${name}, ${title}: some actions changed nothing`);
    const of = (key) => quartiles(found.map((one) => one[key]));
    const next_frame =
      found.filter(({ frame, drawn }) => frame === 1 && drawn <= longest_interval_milliseconds)
        .length / steps;
    rows.push({ title, whole: of('whole'), next_frame });
    const [low, middle, high] = of('whole');
    console.log(
      `${name}, ${title}: updated after ${middle.toFixed(1)} ms (${low.toFixed(1)}–${high.toFixed(1)})`,
    );
    await page.close();
  }
  return rows;
}

/** Counts frames while the two networks train. */
async function watch_training(page, milliseconds) {
  await page.waitForTimeout(1500);
  const player = page.locator('#training .race_player');
  const reached = () => player.locator('input').evaluate(({ value }) => Number(value));
  await player.getByRole('button', { name: 'Play' }).click();
  await player.getByRole('button', { name: 'Pause' }).waitFor();
  const before = await reached();
  const times = await page.evaluate(frames, {
    milliseconds,
    pause: '#training .race_player .stepper_play',
  });
  const trained = (await reached()) - before;
  if (trained === 0) throw new Error('training does not advance');
  const seconds = times.reduce((sum, time) => sum + time, 0) / 1000;
  const delayed =
    times.filter((time) => time > longest_interval_milliseconds).length / times.length;
  return { rate: times.length / seconds, delayed, steps: trained / seconds };
}

async function measure(name, addresses, { steps, seconds }) {
  const browser = await browsers[name]();
  const rows = [];
  const loops = [];
  let training;
  let visits;
  const version = browser.version();
  try {
    for (const [example, what] of Object.entries(examples)) {
      loops.push(time_loop());
      rows.push(...(await act_on(browser, addresses(example), name, what, steps)));
    }
    training = await watch_training(
      await open(browser, addresses('notebook_batch'), 'training'),
      1000 * seconds,
    );
    console.log(`${name}, during training: ${training.rate.toFixed(1)} frames per second`);
    loops.push(time_loop());
    // Only Chromium's driver throttles network and processor.
    if (name === 'chromium') {
      visits = await first_answers(browser, dist, visit_count);
      const [shown, computed] = ['shown', 'computed'].map((key) => seconds_of(visits, key));
      console.log(
        `${name}, slow line: first answer shown after ${shown}, computed after ${computed}`,
      );
    }
  } finally {
    await browser.close();
  }
  return { name, version, rows, training, visits, loops };
}

function loop_range(measured) {
  const loops = measured.flatMap(({ loops: times }) => times);
  return `${Math.min(...loops).toFixed(0)} to ${Math.max(...loops).toFixed(0)}`;
}

/** Visits of the start page on a slow line. */
const visit_count = 5;

/** Returns the median and quartiles of the times of all visits under a key, as text. */
function seconds_of(visits, key) {
  const [low, middle, high] = quartiles(visits.map((visit) => visit[key]));
  const text = (value) => (value / 1000).toFixed(1);
  return `${text(middle)} s (${text(low)}–${text(high)})`;
}

/** Returns the lines about the first visit on a slow line, if it was measured. */
function first_visit(measured) {
  const visits = measured.flatMap((one) => one.visits ?? []);
  if (visits.length === 0) return [];
  return [
    '| first visit of the start page, slow 4G, a phone | after |',
    '| --- | ---: |',
    `| the answer is shown, from the HTML | ${seconds_of(visits, 'shown')} |`,
    `| the core has computed it | ${seconds_of(visits, 'computed')} |`,
    '',
    `Chromium, ${visits.length} visits with an empty cache: ${line.latency} ms for each request, ${line.kilobits / 1000} Mbit/s, a processor ${line.slower} times slower.`,
    '',
  ];
}

function table(measured, { steps, seconds }) {
  const milliseconds = ([low, middle, high]) =>
    `${middle.toFixed(0)} ms (${low.toFixed(0)}–${high.toFixed(0)})`;
  const title = { chromium: 'Chromium', firefox: 'Firefox' };
  const versions = measured.map(({ name, version }) => `${title[name]} ${version}`).join(' and ');
  return [
    '| browser, action | updated | in the next frame |',
    '| --- | ---: | ---: |',
    ...measured.flatMap(({ name, rows }) =>
      rows.map(
        ({ title: action, whole, next_frame }) =>
          `| ${title[name]}, ${action} | ${milliseconds(whole)} | ${(100 * next_frame).toFixed(0)} % |`,
      ),
    ),
    '',
    '| browser | frames per second during training | delayed frames | training steps per second |',
    '| --- | ---: | ---: | ---: |',
    ...measured.map(
      ({ name, training: { rate, delayed, steps: trained } }) =>
        `| ${title[name]} | ${rate.toFixed(1)} | ${(100 * delayed).toFixed(1)} % | ${trained.toFixed(0)} |`,
    ),
    '',
    ...first_visit(measured),
    `Frames during ${seconds} s of training with the page's default settings, on a 60 Hz display; a frame is delayed when it comes more than ` +
      `${longest_interval_milliseconds} ms after the one before.`,
    `Medians of ${steps} actions (first to third quartile). Measured ${new Date().toISOString().slice(0, 10)} in ${versions}, ` +
      `${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)}; a loop of 100 million steps in Node took ${loop_range(measured)} ms.`,
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
if (!(seconds >= 1 && seconds <= 600))
  throw new Error(`--seconds is "${values.seconds}"; expected a number from 1 to 600`);
if (values.browser !== undefined && !(values.browser in browsers))
  throw new Error(`--browser is "${values.browser}"; expected chromium or firefox`);

const dist = here('../../web/page/dist');
const server = serve_static(dist);
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const addresses = (example) =>
  `http://127.0.0.1:${server.address().port}/en/#v=2&example=${example}`;
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
