// Uses the page at random and measures it every minute; see `run --help`.
import { parseArgs } from 'node:util';
import { make_actions } from './actions.mjs';
import { browsers, drawn, open, start } from './browser.mjs';
import { growth_of } from './heap.mjs';
import { make_files } from './inputs.mjs';
import { allowed, make_meter, most_workers } from './meter.mjs';
import { make_random } from './random.mjs';
import { numbers_shown, to_beginning } from './rest.mjs';
import { judge } from './trend.mjs';
import { header, row } from './table.mjs';

const options = { minutes: '60', seed: '1', browser: 'chromium', visit: '30' };
const { values } = parseArgs({
  options: Object.fromEntries(
    Object.entries(options).map(([name, value]) => [name, { type: 'string', default: value }]),
  ),
});
const number_of = (name) => {
  const value = Number(values[name]);
  if (!(value > 0 && value < 1e6))
    throw new Error(`--${name} is "${values[name]}"; expected a number above 0`);
  return value;
};
const [minutes, seed, visit] = ['minutes', 'seed', 'visit'].map(number_of);
if (!browsers.includes(values.browser))
  throw new Error(`--browser is "${values.browser}"; expected ${browsers.join(' or ')}`);

const minute_ms = 60_000;
/**
 * Minutes at the beginning of a visit that do not count: steps are loaded, and the browser compiles
 * hot code.
 */
const warm_up = Math.min(visit, minutes) / 3;
const languages = ['en', 'fr', 'vi'];

const { base, context, page, problems, end } = await start(values.browser);
await page.addInitScript(() => {
  const push = history.pushState;
  history.pushState = function (...parts) {
    globalThis.soak_steps = (globalThis.soak_steps ?? 0) + 1;
    return push.apply(this, parts);
  };
  globalThis.print = () => undefined;
});
const measure = await make_meter(values.browser, context, page);
const random = make_random(seed);
/** The last actions, to find the cause of a problem. */
const recent = [];
function record(action) {
  recent.push(`${new Date().toISOString().slice(14, 23)} ${action}`);
  if (recent.length > 40) recent.shift();
}
const actions = make_actions(page, random, make_files(), record);
const weights = Object.fromEntries(
  Object.entries(actions).map(([name, { weight }]) => [name, weight]),
);

const counts = { done: 0, missed: 0 };

/** Errors of actions whose target has been removed or covered. */
const harmless =
  /Timeout|not attached|detached|intercepts|not visible|outside of the viewport|Cannot find context|Execution context|navigation|not an <input>|Element is not/i;

async function act() {
  const name = random.weighted(weights);
  record(name);
  try {
    await actions[name].run();
    counts.done++;
  } catch (error) {
    counts.missed++;
    if (!harmless.test(String(error))) problems.push(`${name}: ${error.message}`);
  }
}

/**
 * Returns the numbers that differ from the first ones. Opened tables may show additional numbers.
 */
function differences(first, now) {
  const entries = (text) => text.split(' ').map((shown) => shown.split('='));
  const known = new Map(entries(first));
  const both = entries(now).filter(([name]) => known.has(name));
  if (both.length < 10) return [`only ${both.length} of the first numbers are shown: ${now}`];
  return both
    .filter(([name, value]) => known.get(name) !== value)
    .map(([name, value]) => `${name} was ${known.get(name)} at first, now ${value}`);
}

const samples = [];
let first_numbers;
/** Heap summary after the first warm-up; a failure reports what has grown since. */
let heap_before;

async function sample(started, visit_number, minute_of_visit) {
  await to_beginning(page, problems);
  const numbers = await numbers_shown(page);
  first_numbers ??= numbers;
  for (const difference of differences(first_numbers, numbers)) problems.push(difference);
  const one = {
    minute: (Date.now() - started) / minute_ms,
    visit: visit_number,
    of_visit: minute_of_visit,
    ...counts,
    ...(await measure()),
  };
  if (one.workers > most_workers) problems.push(`${one.workers} workers run`);
  if (samples.length === 0) console.log(header(one));
  samples.push(one);
  if (minute_of_visit > warm_up) heap_before ??= await measure.summarize?.();
  console.log(row(one));
}

async function use() {
  const started = Date.now();
  for (
    let visited = 0;
    Date.now() - started < minutes * minute_ms && problems.length === 0;
    visited++
  ) {
    const language = languages[visited % languages.length];
    if (visited === 0) await open(page, `${base}/${language}/`);
    else await page.locator(`a[hreflang="${language}"]`).first().click();
    await drawn(page);
    const arrived = Date.now();
    for (let minute = 1; minute <= visit && Date.now() - started < minutes * minute_ms; minute++) {
      while (Date.now() - arrived < minute * minute_ms && problems.length === 0) await act();
      if (problems.length > 0) return;
      await sample(started, visited, minute);
    }
  }
}

function verdict() {
  const counted = samples.filter(({ of_visit }) => of_visit > warm_up);
  let flat = true;
  for (const [name, limits] of Object.entries(allowed)) {
    if (!(name in (samples[0] ?? {}))) continue;
    const judged = judge(
      counted.map((one) => ({ visit: one.visit, minute: one.of_visit, value: one[name] })),
      limits,
    );
    flat &&= judged.flat;
    const figures = [judged.usual, judged.growth, judged.limit].map((value) =>
      Math.round(value).toLocaleString('en'),
    );
    console.log(
      `${name}: usually ${figures[0]}, growth ${figures[1]} of ${figures[2]} allowed${judged.flat ? '' : ': GROWS'}`,
    );
  }
  return flat;
}

try {
  await use();
} catch (error) {
  problems.push(`the page could not be used any more: ${error.stack}`);
}
const flat = verdict();
if (!flat && measure.detached !== undefined) {
  for (const tree of (await measure.detached()).slice(0, 20))
    console.log(`detached from the document but referenced: ${tree}`);
  if (heap_before !== undefined)
    for (const line of growth_of(heap_before, await measure.summarize()))
      console.log(`grown: ${line}`);
}
for (const problem of problems.slice(0, 20)) console.log(`PROBLEM: ${problem}`);
if (problems.length > 0) console.log(`just before:\n  ${recent.join('\n  ')}`);
console.log(
  `${counts.done} actions (${counts.missed} missed their target), seed ${seed}, ${values.browser}: ${flat && problems.length === 0 ? 'passed' : 'FAILED'}`,
);
await end();
process.exitCode = flat && problems.length === 0 ? 0 : 1;
