// Measures on a slow line when the start page shows its first answer, and when the core in the
// browser has computed it: Chromium at a phone's size, with its throttling of network and
// processor. See `run --help`.
import { serve_static } from '../../web/page/build/static_server.mjs';

/** Slow 4G as Lighthouse simulates it, and a processor four times slower. */
export const line = { latency: 400, kilobits: 1600, slower: 4 };

/** Notes the times of the first frames that show an answer in the HTML, and a computed one. */
function watch() {
  const times = {};
  globalThis.first_answers = times;
  const marks = { shown: '.hero .probability_number .number', computed: '.hero data.number' };
  const look = () => {
    for (const [name, selector] of Object.entries(marks))
      if (times[name] === undefined && document.querySelector(selector))
        times[name] = performance.now();
    if (Object.keys(times).length < 2) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function measure_once(browser, address) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const bytes_per_second = (1000 * line.kilobits) / 8;
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: line.latency,
      downloadThroughput: bytes_per_second,
      uploadThroughput: bytes_per_second / 2,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: line.slower });
    await page.addInitScript(watch);
    await page.goto(address, { waitUntil: 'commit' });
    await page.waitForFunction(
      () => Object.keys(globalThis.first_answers).length === 2,
      undefined,
      {
        timeout: 120_000,
      },
    );
    return await page.evaluate(() => globalThis.first_answers);
  } finally {
    await context.close();
  }
}

/** Returns the times in milliseconds of each visit with an empty cache. */
export async function first_answers(browser, root, visits) {
  const server = serve_static(root); // compresses, as hosts do
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const found = [];
  try {
    for (let visit = 0; visit < visits; visit++)
      found.push(await measure_once(browser, `http://127.0.0.1:${server.address().port}/en/`));
  } finally {
    server.closeAllConnections();
    server.close();
  }
  return found;
}
