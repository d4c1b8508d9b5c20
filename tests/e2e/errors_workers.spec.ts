/** Workers that are refused, die, fall silent or are killed: the page's own, and those of the lazy panels. */
import type { Page } from '@playwright/test';
import { browser_independent, browsers_of_case, expect, numbers_at_rest, open_page, open_panel, test } from './page_test.ts';

const notice = (page: Page) => page.locator('.core_notice');
const output = (page: Page) => page.locator('[data-tensor-view="output.relu"]');

type Watched = typeof globalThis & { workers: Worker[] };

/** Keeps hold of every worker that the page starts. */
const watch_workers = (page: Page) =>
  page.addInitScript(() => {
    const here = globalThis as Watched;
    here.workers = [];
    const Started = Worker;
    here.Worker = class extends Started {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        super(...given);
        here.workers.push(this);
      }
    };
  });

test('no workers, or no script for them: said in words, the text reads', async ({ page, guard }) => {
  guard.allow(/404|failed: .*worker/);
  await page.addInitScript(() => {
    if (!location.search.includes('refused')) return;
    Object.assign(globalThis, {
      Worker: class {
        constructor() {
          throw new DOMException('no workers here', 'SecurityError');
        }
      },
    });
  });
  for (const address of ['/en/?refused', '/failure/worker_404/2/en/']) {
    await page.goto(address);
    await expect(notice(page)).toContainText('background worker');
    await expect(page.locator('#activation .prose')).toBeVisible();
    await notice(page).getByRole('button', { name: 'Try again' }).click();
    await expect(notice(page)).toContainText('background worker');
  }
});

test('a worker that is killed, dies, or says what cannot be read: the next one gives the same numbers', async ({ page }) => {
  await watch_workers(page);
  await page.clock.install();
  await open_page(page, '/en/#v=1&example=notebook_batch');
  const numbers = await output(page).textContent();
  const again = async () => {
    await notice(page).getByRole('button', { name: 'Try again' }).click();
    await expect(notice(page)).toBeEmpty();
    await numbers_at_rest(page);
    await expect(output(page)).toHaveText(numbers ?? '');
  };
  // Killed: nobody is told, and the next question stays without an answer.
  await page.evaluate(() => (globalThis as Watched).workers.at(-1)?.terminate());
  await page.getByRole('radio', { name: 'Worked example, 4 → 8' }).check();
  await page.clock.runFor(9000);
  await expect(notice(page)).toBeEmpty();
  await page.clock.runFor(1500);
  await expect(notice(page)).toContainText('did not respond for ten seconds');
  await page.getByRole('radio', { name: '2 × 5 tokens, seed 42' }).check();
  await again();
  await page.evaluate(() =>
    (globalThis as Watched).workers.at(-1)?.dispatchEvent(new ErrorEvent('error', { message: 'died', cancelable: true })),
  );
  await expect(notice(page)).toContainText('stopped or could not be loaded');
  await again();
  await page.evaluate(() => (globalThis as Watched).workers.at(-1)?.dispatchEvent(new MessageEvent('messageerror')));
  await expect(notice(page)).toContainText('stopped or could not be loaded');
  await again();
  expect(await page.evaluate(() => (globalThis as Watched).workers.length)).toBe(4);
});

test('a question that cannot be sent, and an answer that is late, are not taken for numbers', async ({ page }) => {
  await page.addInitScript(() => {
    const sent = Reflect.get(Worker.prototype, 'postMessage') as (this: Worker, message: unknown) => void;
    Worker.prototype.postMessage = function (this: Worker, message: unknown) {
      if ('refuse' in globalThis) throw new DOMException('no clone', 'DataCloneError');
      sent.call(this, message);
    };
  });
  await open_page(page, '/en/');
  await page.evaluate(() => Object.assign(globalThis, { refuse: true }));
  await page.getByRole('radio', { name: 'Worked example, 4 → 8' }).check();
  await expect(page.locator('#feed_forward .notice_error')).toContainText('DataCloneError');
  await page.evaluate(() => Reflect.deleteProperty(globalThis, 'refuse'));
  await page.getByRole('radio', { name: '2 × 5 tokens, seed 42' }).check();
  await numbers_at_rest(page);
  await expect(page.locator('#feed_forward .notice_error')).toHaveCount(0);
  await expect(page.locator('[data-tensor-view="x"] .tensor_shape')).toHaveText('(2, 5, 8)');
});

/** Where each lazy panel says what is wrong, and what begins its work; each is read in one of the languages. */
const lazy = {
  training: { language: 'fr', selector: '.race_worker', begin: undefined },
  checkpoint: { language: 'vi', selector: '.checkpoint_status', begin: '.checkpoint_zone .checkpoint_buttons > .button:last-child' },
  speed: { language: 'en', selector: '.speed_measure .notice_error', begin: '.speed_measure .button' },
  proof: { language: 'vi', selector: '.check_result', begin: undefined },
} as const;

const failures = {
  service_dies: {
    en: 'Its background worker stopped',
    fr: 'Sa tâche d’arrière-plan s’est arrêtée',
    vi: 'Tiến trình nền của lõi đã dừng',
  },
  service_silent: {
    en: 'did not respond for ten seconds',
    fr: 'n’a pas répondu pendant dix secondes',
    vi: 'không phản hồi trong mười giây',
  },
} as const;

for (const [index, failure] of (['service_dies', 'service_silent'] as const).entries()) {
  test(`${failure}: every lazy panel says so, and the rest of the page goes on`, browsers_of_case(index), async ({ page }) => {
    test.slow();
    await page.clock.install();
    for (const [panel, { language, selector, begin }] of Object.entries(lazy)) {
      await open_panel(page, `/failure/${failure}/${panel}/${language}/`, panel);
      if (begin) await page.locator(`#${panel} ${begin}`).first().click();
      const place = page.locator(`#${panel} ${selector}`).first();
      await expect(async () => {
        await page.clock.runFor(failure === 'service_silent' ? 3000 : 100);
        await expect(place).toContainText(failures[failure][language], { timeout: 500 });
      }).toPass({ timeout: 30_000 });
      await expect(notice(page)).toBeEmpty();
      await expect(output(page)).toBeVisible();
    }
  });
}

test('a worker that does not come: the race says that it waits, and can be asked for anew', browser_independent, async ({ page }) => {
  await page.clock.install();
  await open_panel(page, '/failure/service_stalls/1/fr/', 'training');
  await expect(async () => {
    await page.clock.runFor(3000);
    await expect(page.locator('#training .race_worker')).toContainText('La page l’attend toujours', { timeout: 500 });
  }).toPass({ timeout: 30_000 });
  await page.locator('#training .race_worker .button').click();
  await expect(page.locator('#training .race_worker')).toBeEmpty();
});
