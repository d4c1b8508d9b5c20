// Reloads the page in one tab, and navigates away and back; see `run --help`.
import { parseArgs } from 'node:util';
import { browsers, drawn, open, start } from './browser.mjs';
import { make_meter } from './meter.mjs';
import { numbers_shown } from './rest.mjs';
import { header, row } from './table.mjs';

const { values } = parseArgs({
  options: {
    reloads: { type: 'string', default: '50' },
    browser: { type: 'string', default: 'chromium' },
  },
});
const reloads = Number(values.reloads);
if (!Number.isInteger(reloads) || reloads < 10)
  throw new Error(`--reloads is "${values.reloads}"; expected a whole number from 10`);
if (!browsers.includes(values.browser))
  throw new Error(`--browser is "${values.browser}"; expected ${browsers.join(' or ')}`);

const { base, context, page, problems, end } = await start(values.browser);
await page.addInitScript(() =>
  addEventListener('pageshow', ({ persisted }) => (globalThis.soak_restored = persisted)),
);
const measure = await make_meter(values.browser, context, page);

let expected;
async function check(what) {
  await drawn(page);
  await page.waitForTimeout(expected === undefined ? 3000 : 0);
  let numbers = await numbers_shown(page);
  expected ??= numbers;
  // Not all numbers are shown at once.
  for (let attempts = 50; attempts > 0 && numbers !== expected; attempts--) {
    await page.waitForTimeout(200);
    numbers = await numbers_shown(page);
  }
  if (numbers === '' || numbers !== expected)
    problems.push(`${what}: the numbers are ${numbers}, not ${expected}`);
}

const samples = [];
async function sample(reload) {
  await page.waitForTimeout(1000);
  samples.push({ reload, ...(await measure()) });
  if (samples.length === 1) console.log(header(samples[0]));
  console.log(row(samples.at(-1)));
}

async function reload_often() {
  await open(page, `${base}/en/#v=2&panel=feed_forward`);
  for (let reload = 1; reload <= reloads && problems.length === 0; reload++) {
    await page.reload();
    await check(`reload ${reload}`);
    if (reload % 5 === 0) await sample(reload);
  }
}

/**
 * Chooses the other of two examples. Returns whether the page shows new numbers, which only its
 * worker can compute.
 */
async function reacts(page) {
  const shown = (selector) =>
    Array.from(document.querySelectorAll(selector), ({ value }) => value).join(' ');
  const numbers = '#feed_forward data[value]';
  const before = await page.evaluate(shown, numbers);
  const other = page.locator(
    '#feed_forward :is(input[value="chapter"], input[value="notebook_batch"]):not(:checked)',
  );
  await other.first().evaluate((input) => input.click());
  const changed = page.waitForFunction(
    ([selector, old]) =>
      Array.from(document.querySelectorAll(selector), ({ value }) => value).join(' ') !== old,
    [numbers, before],
    { timeout: 15_000 },
  );
  return await changed.then(
    () => true,
    () => false,
  );
}

/** Returns the language of the page; '' during a navigation. */
const language = (page) => page.evaluate(() => document.documentElement.lang).catch(() => '');

/**
 * Goes back to the page several times: restored from the back-forward cache or loaded again, it
 * must react.
 */
async function return_through_history(times) {
  let restored = 0;
  for (let time = 1; time <= times && problems.length === 0; time++) {
    await open(page, `${base}/fr/`);
    await page.evaluate(() => history.back());
    for (let attempts = 50; attempts > 0 && (await language(page)) !== 'en'; attempts--)
      await page.waitForTimeout(200);
    if (await page.evaluate(() => globalThis.soak_restored === true)) restored++;
    await drawn(page);
    if (!(await reacts(page)))
      problems.push(`return ${time}: the page does not react after going back`);
  }
  return restored;
}

try {
  await reload_often();
  const times = 5;
  // The driver of the stock Firefox gets no event for a page from the back-forward cache, and would
  // wait forever.
  if (values.browser === 'firefox')
    console.log('going back through the history is tested in Chromium only');
  else
    console.log(
      `${await return_through_history(times)} of ${times} times the page came from the back-forward cache`,
    );
} catch (error) {
  problems.push(`the page could not be used: ${error.stack}`);
}
const [first, last] = [samples[0], samples.at(-1)];
const grown = Object.keys(first ?? {}).filter(
  (name) => name !== 'reload' && last[name] > 1.1 * first[name] + (name === 'documents' ? 2 : 1),
);
for (const name of grown) problems.push(`${name} has grown from ${first[name]} to ${last[name]}`);
for (const problem of problems) console.log(`PROBLEM: ${problem}`);
console.log(
  `${reloads} reloads, ${values.browser}: ${problems.length === 0 ? 'passed' : 'FAILED'}`,
);
await end();
process.exitCode = problems.length === 0 ? 0 : 1;
