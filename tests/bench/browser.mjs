/** The browsers of the race. Every start has a fresh profile. */
import { chromium } from '@playwright/test';
import { with_browser } from '../../.build/bench/shared.mjs';
import { offers_relaxed_simd, refuse_relaxed_simd } from './plain_simd.mjs';

const quiet = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * @callback Use receives `evaluate`, which calls a function in the page with an argument, and
 *   returns its awaited result; and the browser's name and version
 */

/** @param {(page: import('@playwright/test').Page) => Promise<void>} prepare the empty page */
async function in_chromium(address, prepare, use) {
  // Chromium's sandbox refuses to run as root, as in most containers.
  const args = process.getuid?.() === 0 ? [...quiet, '--no-sandbox'] : quiet;
  const executablePath = process.env.FFN_CHROMIUM ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args });
  try {
    const page = await browser.newPage();
    page.on('pageerror', ({ message }) => console.error(`    the page says: ${message}`));
    await prepare(page);
    await page.goto(address);
    return await use((work, argument) => page.evaluate(work, argument), browser.version(), page);
  } finally {
    await browser.close();
  }
}

/** Chromium without relaxed SIMD; refuses if a frame offers it. */
const in_plain_chromium = (address, use) =>
  in_chromium(
    address,
    (page) => page.addInitScript(refuse_relaxed_simd),
    async (evaluate, version, page) => {
      const result = await use(evaluate, `Chromium ${version} without relaxed SIMD`);
      for (const frame of page.frames())
        if (await frame.evaluate(offers_relaxed_simd))
          throw new Error(`${frame.url()} offers relaxed SIMD`);
      return result;
    },
  );

/**
 * Returns a script for WebDriver that calls a function in the loaded page; it ends by calling its
 * last argument.
 */
const call_script = (work) =>
  `const [argument, done] = arguments;
  const loaded = new Promise((resolve) => {
    if (document.readyState === 'complete') resolve(argument);
    else addEventListener('load', () => resolve(argument));
  });
  loaded.then(${work}).then(
    (result) => done({ result }),
    (error) => done({ failure: String(error?.message ?? error) }));`;

const day = 86_400_000;

/** Isolated pages have SharedArrayBuffer in Safari, but not in WebKitGTK. */
const like_safari = { arguments: [], gtk: {}, environment: { JSC_useSharedArrayBuffer: '1' } };

async function in_webkit(address, use) {
  let result;
  await with_browser(like_safari, async (command, version) => {
    await command('POST', '/timeouts', { script: day, pageLoad: day });
    await command('POST', '/url', { url: address });
    const evaluate = async (work, argument = null) => {
      const script = call_script(work);
      const answer = await command('POST', '/execute/async', { script, args: [argument] });
      if (answer.failure !== undefined) throw new Error(answer.failure);
      return answer.result;
    };
    result = await use(evaluate, `WebKitGTK ${version}`);
  });
  return result;
}

/**
 * Opens an address in the browser of a place (plan.mjs), and returns what `use` returns.
 * @type {Record<string, (address: string, use: Use) => Promise<unknown>>}
 */
export const browsers = {
  chromium: (address, use) =>
    in_chromium(
      address,
      () => Promise.resolve(),
      (evaluate, version) => use(evaluate, `Chromium ${version}`),
    ),
  'plain-simd': in_plain_chromium,
  webkit: in_webkit,
};
