// Trains both models with the package in Chromium and prints a row of web/model/README.md: the time
// until 99 % of the sentences are right, counted every 30 steps, as on the page.
//
//   node measure_learning.mjs VOCABULARY
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { serve_static } from '../../web/page/build/static_server.mjs';
import { launch } from '../bench/browser.mjs';

/**
 * Runs in Chromium. Returns the variant of the package, and for each model the seconds and the
 * steps.
 */
async function learn({ training, sentences }) {
  const [interval, share] = [30, 0.99];
  const { load } = await import('/index.js');
  const lab = await load();
  const time_to_learn = (activation) => {
    const run = lab.LanguageTraining({
      ...training,
      sentences,
      activation,
      snapshot_every: training.schedule_steps,
    });
    const start = Date.now();
    while (run.facts_right() < share * sentences.length) {
      if (run.step(interval) < interval)
        throw new Error(`${activation}: training ended after ${run.steps} steps`);
    }
    return { seconds: (Date.now() - start) / 1000, steps: run.steps };
  };
  return { variant: lab.info().variant, models: ['gelu', 'relu'].map(time_to_learn) };
}

const { training, sentences: rows } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const sentences = rows.map((row) => row.slice(4)); // after the numbers of language, relation, subject and wording
const server = serve_static(fileURLToPath(new URL('../../web/engine/dist', import.meta.url)));
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
const browser = await launch();
try {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`); // any page of the server may import from it
  const { variant, models } = await page.evaluate(learn, { training, sentences });
  const cells = models.map(({ seconds, steps }) => `${seconds.toFixed(1)} s, ${steps} steps`);
  console.log(
    `| training in Chromium (${variant}) until 99 % of the sentences are right | ${cells.join(' | ')} |`,
  );
} finally {
  await browser.close();
  server.close();
}
