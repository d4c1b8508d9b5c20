// Runs Lighthouse on the built page, in every language, on mobile and desktop. See `run --help`.
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { launch } from 'chrome-launcher';
import lighthouse, { desktopConfig } from 'lighthouse';
import { serve_static } from '../../web/page/build/static_server.mjs';

const languages = ['en', 'fr', 'vi'];
const devices = { mobile: undefined, desktop: desktopConfig };
const categories = {
  performance: 'performance',
  accessibility: 'accessibility',
  'best-practices': 'best practices',
  seo: 'SEO',
};
const least = 95;

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const artifacts = here('../.artifacts/lighthouse/');

const flags = [
  '--headless',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
];
// Chromium's sandbox refuses to run as root, as in most containers.
if (process.getuid?.() === 0) flags.push('--no-sandbox');

/**
 * A browser that is still starting paints the first page up to two seconds late, on two processors.
 */
const start_ms = 3000;

/**
 * Runs Lighthouse once in a new browser, saves the report as `name`.html and returns the result.
 */
async function measure(address, config, name) {
  const chrome = await launch({
    chromePath: process.env.FFN_CHROMIUM,
    chromeFlags: flags,
    logLevel: 'error',
  });
  try {
    await wait(start_ms);
    const options = {
      port: chrome.port,
      output: 'html',
      logLevel: 'error',
      onlyCategories: Object.keys(categories),
    };
    const { lhr, report } = await lighthouse(address, options, config);
    if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
    writeFileSync(`${artifacts}${name}.html`, report);
    return lhr;
  } finally {
    chrome.kill();
  }
}

const score_of = (lhr, category) => Math.round(100 * (lhr.categories[category].score ?? 0));

/** Returns one line per weighted audit with a score below 0.9. */
function shortcomings(lhr) {
  const counted = Object.values(lhr.categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0),
  );
  return counted
    .map(({ id }) => lhr.audits[id])
    .filter(({ score }) => score !== null && score < 0.9)
    .map(
      ({ id, score, displayValue = '' }) => `    ${id}: ${Math.round(100 * score)} ${displayValue}`,
    );
}

/**
 * Returns the run with the median performance and the range of performance scores; the other scores
 * do not vary between runs.
 */
async function median_run(address, device, language, runs) {
  const reports = [];
  for (let run = 1; run <= runs; run++)
    reports.push(await measure(address, devices[device], `${language}-${device}-${run}`));
  reports.sort((one, other) => score_of(one, 'performance') - score_of(other, 'performance'));
  const [lowest, highest] = [reports[0], reports[runs - 1]].map((report) =>
    score_of(report, 'performance'),
  );
  return {
    median: reports[Math.floor((runs - 1) / 2)],
    spread: lowest === highest ? '' : ` (${lowest}–${highest})`,
  };
}

function table(rows, runs, { lighthouseVersion, environment }) {
  const chromium = /Chrome\/([\d.]+)/.exec(environment.hostUserAgent)?.[1];
  const names = Object.values(categories);
  return [
    `| page, device | ${names.join(' | ')} |`,
    `| --- | ${names.map(() => '---:').join(' | ')} |`,
    ...rows.map(({ language, device, scores: [performance, ...others], spread }) => {
      return `| \`/${language}/\`, ${device} | ${performance}${spread} | ${others.join(' | ')} |`;
    }),
    '',
    `Median of ${runs} runs (lowest–highest). Measured ${new Date().toISOString().slice(0, 10)} by Lighthouse ${lighthouseVersion} ` +
      `in Chromium ${chromium}, on a machine with benchmark index ${Math.round(environment.benchmarkIndex)}.`,
  ].join('\n');
}

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, table: { type: 'string' } },
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1 || runs > 99)
  throw new Error(`--runs is "${values.runs}"; expected a number from 1 to 99`);

const load = loadavg()[0] / availableParallelism();
if (load > 0.5)
  console.log(
    `the machine is busy (load ${load.toFixed(1)} per processor): performance scores will be too low`,
  );

mkdirSync(artifacts, { recursive: true });
const server = serve_static(here('../../web/page/dist'));
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const rows = [];
let last;
for (const language of languages) {
  for (const device of Object.keys(devices)) {
    const { median, spread } = await median_run(
      `http://127.0.0.1:${server.address().port}/${language}/`,
      device,
      language,
      runs,
    );
    last = median;
    const scores = Object.keys(categories).map((category) => score_of(median, category));
    rows.push({ language, device, scores, spread });
    const named = Object.values(categories).map((name, index) => `${name} ${scores[index]}`);
    console.log(
      [`/${language}/ ${device}: ${named.join(', ')}${spread}`, ...shortcomings(last)].join('\n'),
    );
  }
}
server.closeAllConnections();
server.close();
if (values.table !== undefined) writeFileSync(values.table, table(rows, runs, last));
const low = rows.filter(({ scores }) => scores.some((score) => score < least));
console.log(
  low.length === 0
    ? `every score is ${least} or more`
    : `${low.length} of ${rows.length} have a score below ${least}`,
);
process.exitCode = low.length === 0 ? 0 : 1;
