// Lighthouse on the built page, in every language, as a telephone and as a desktop; `run --help` says the rest.
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { launch } from 'chrome-launcher';
import lighthouse, { desktopConfig } from 'lighthouse';
import { serve_static } from '../../web/page/static_server.mjs';

const languages = ['en', 'fr', 'vi'];
const forms = { telephone: undefined, desktop: desktopConfig };
const categories = { performance: 'performance', accessibility: 'accessibility', 'best-practices': 'best practices', seo: 'SEO' };
const least = 95;

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const artifacts = here('../.artifacts/lighthouse/');

const flags = ['--headless=new', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update'];
// Chromium's sandbox refuses to run as root, as in most containers.
if (process.getuid?.() === 0) flags.push('--no-sandbox');

/** One run in a browser of its own; what fell short is printed, the whole report kept. */
async function measure(address, config, name) {
  const chrome = await launch({ chromePath: process.env.FFN_CHROMIUM, chromeFlags: flags, logLevel: 'error' });
  try {
    const options = { port: chrome.port, output: 'html', logLevel: 'error', onlyCategories: Object.keys(categories) };
    const { lhr, report } = await lighthouse(address, options, config);
    if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
    writeFileSync(`${artifacts}${name}.html`, report);
    return lhr;
  } finally {
    chrome.kill();
  }
}

const score_of = (lhr, category) => Math.round(100 * (lhr.categories[category].score ?? 0));

/** Audits that count and are not perfect, a line each. */
function shortcomings(lhr) {
  const counted = Object.values(lhr.categories).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0));
  return counted
    .map(({ id }) => lhr.audits[id])
    .filter(({ score }) => score !== null && score < 0.9)
    .map(({ id, score, displayValue = '' }) => `    ${id}: ${Math.round(100 * score)} ${displayValue}`);
}

/** Of several runs, the one whose performance lies in the middle, and what the others span: the other scores do not vary. */
async function middle_run(address, form, language, runs) {
  const reports = [];
  for (let run = 1; run <= runs; run++) reports.push(await measure(address, forms[form], `${language}-${form}-${run}`));
  reports.sort((one, other) => score_of(one, 'performance') - score_of(other, 'performance'));
  const [lowest, highest] = [reports[0], reports[runs - 1]].map((report) => score_of(report, 'performance'));
  return { middle: reports[Math.floor((runs - 1) / 2)], spread: lowest === highest ? '' : ` (${lowest}–${highest})` };
}

function table(rows, runs, { lighthouseVersion, environment }) {
  const chromium = /Chrome\/([\d.]+)/.exec(environment.hostUserAgent)?.[1];
  const names = Object.values(categories);
  return [
    `| page, form | ${names.join(' | ')} |`,
    `| --- | ${names.map(() => '---:').join(' | ')} |`,
    ...rows.map(({ language, form, scores: [performance, ...others], spread }) => {
      return `| \`/${language}/\`, ${form} | ${performance}${spread} | ${others.join(' | ')} |`;
    }),
    '',
    `The middle of ${runs} runs, and the lowest and the highest. Measured ${new Date().toISOString().slice(0, 10)} by Lighthouse ${lighthouseVersion} in Chromium ${chromium}, on a machine with benchmark index ${Math.round(environment.benchmarkIndex)}.`,
  ].join('\n');
}

const { values } = parseArgs({ options: { runs: { type: 'string', default: '3' }, table: { type: 'string' } } });
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1 || runs > 99) throw new Error(`--runs is "${values.runs}"; expected a number from 1 to 99`);

const load = loadavg()[0] / availableParallelism();
if (load > 0.5)
  console.log(
    `the machine is busy with something else (load ${load.toFixed(1)} for each processor): performance will look worse than it is`,
  );

mkdirSync(artifacts, { recursive: true });
const server = serve_static(here('../../web/page/dist'));
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const rows = [];
let last;
for (const language of languages) {
  for (const form of Object.keys(forms)) {
    const { middle, spread } = await middle_run(`http://127.0.0.1:${server.address().port}/${language}/`, form, language, runs);
    last = middle;
    const scores = Object.keys(categories).map((category) => score_of(middle, category));
    rows.push({ language, form, scores, spread });
    const named = Object.values(categories).map((name, index) => `${name} ${scores[index]}`);
    console.log([`/${language}/ ${form}: ${named.join(', ')}${spread}`, ...shortcomings(last)].join('\n'));
  }
}
server.closeAllConnections();
server.close();
if (values.table !== undefined) writeFileSync(values.table, table(rows, runs, last));
const low = rows.filter(({ scores }) => scores.some((score) => score < least));
console.log(low.length === 0 ? `every score is ${least} or more` : `${low.length} of ${rows.length} fall short of ${least}`);
process.exitCode = low.length === 0 ? 0 : 1;
