/**
 * Opens an address in a Firefox that Playwright does not control. While WebDriver BiDi, through
 * which Playwright controls Firefox, observes workers, Firefox does not start some workers that
 * another worker creates; without it, all of them start (Firefox 153, Playwright 1.64).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Calls `use` while the address is open in a new profile. */
export async function with_plain_firefox<Result>(
  address: string,
  use: () => Promise<Result>,
): Promise<Result> {
  const profile = await mkdtemp(join(tmpdir(), 'ffn-lab-firefox-'));
  const executable = process.env.FFN_FIREFOX ?? '/usr/bin/firefox-esr';
  const browser = spawn(executable, ['--headless', '--no-remote', '--profile', profile, address], {
    stdio: 'ignore',
  });
  const ended = once(browser, 'exit').then(([code]) =>
    Promise.reject(new Error(`${executable} ended with exit code ${code}`)),
  );
  try {
    return await Promise.race([use(), ended]);
  } finally {
    ended.catch(() => undefined);
    browser.kill();
    await ended.catch(() => undefined);
    await rm(profile, { recursive: true, force: true });
  }
}
