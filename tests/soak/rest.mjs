// Restores the initial state of the page, so that all measurements are taken in the same state.
import { readFileSync } from 'node:fs';

const read_messages = (path, language) =>
  JSON.parse(
    readFileSync(new URL(`../../web/page/src/${path}/${language}.json`, import.meta.url), 'utf8'),
  );

function messages_of(language) {
  const page = read_messages('words/messages', language);
  const speed = read_messages('steps/speed/messages', language);
  const proof = read_messages('steps/proof/messages', language);
  return {
    buttons: [
      page['stage.pause'],
      speed['speed.stop'],
      proof['proof.stop'],
      read_messages('steps/checkpoint/messages', language)['checkpoint.close'],
    ],
    core_failed: page['core.failed'],
  };
}

/** Runs in the page: stops running computations and closes dialogs and disclosures. */
function close_all(names) {
  for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close();
  for (const button of document.querySelectorAll('main button'))
    if (names.includes(button.textContent.trim())) button.click();
  for (const button of document.querySelectorAll('main [aria-expanded="true"]')) button.click();
  for (const details of document.querySelectorAll('details[open]')) details.open = false;
  document.activeElement?.blur();
}

const hash_to = (page, hash) => page.evaluate((next) => void (location.hash = next), hash);

export async function to_beginning(page, problems) {
  const { buttons, core_failed } = messages_of(await page.locator('html').getAttribute('lang'));
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.evaluate(close_all, buttons);
  // Another example and another training run first, to discard recorded training and state that is
  // not in the address.
  await hash_to(page, '#v=2&example=chapter&train_seed=7');
  await page.waitForTimeout(800);
  await hash_to(page, '#v=2&panel=feed_forward');
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForTimeout(700);
  await page.evaluate(close_all, buttons);
  await page.mouse.move(2, 2);
  const idle = () => document.querySelector('main [aria-busy="true"]') === null;
  await page
    .waitForFunction(idle, undefined, { timeout: 60_000 })
    .catch(() => problems.push('something is still busy after a minute'));
  await page.waitForTimeout(1500);
  const text = await page.locator('main').textContent();
  if (text.includes(core_failed)) problems.push(`the page shows: ${core_failed}`);
}

/**
 * Returns the numbers of the forward pass, with all bits; the page must show the step
 * `feed_forward`.
 */
export const numbers_shown = (page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('#feed_forward data[data-recipe="forward.pass"]'))
      .map((shown) => `${shown.dataset.path}=${shown.value}`)
      .sort()
      .join(' '),
  );
