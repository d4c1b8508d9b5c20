/**
 * Workers that cannot start, throw, do not respond or are terminated: the page's own and those of
 * single steps.
 */
import type { Page } from '@playwright/test';
import { keep_together } from '../../web/page/src/words/line_breaks.ts';
import {
  browsers_of_case,
  expect,
  go_to_step,
  in_both_browsers,
  numbers_computed,
  open_panel,
  open_step,
  test,
} from './page_test.ts';

const notice = (page: Page) => page.locator('.core_notice');
const output = (page: Page) => page.locator('[data-tensor-view="output.gelu"]');

type Watched = typeof globalThis & { workers: Worker[] };

/** Records every worker that the page starts. */
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

test(
  'without workers, or without their script, the page gives a message and shows its text',
  in_both_browsers,
  async ({ page, guard }) => {
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
    for (const address of ['/en/?refused#activation', '/failure/worker_404/2/en/#activation']) {
      await page.goto(address);
      await expect(notice(page)).toContainText('background worker');
      await expect(page.locator('#activation .prose').first()).toBeVisible();
      await notice(page).getByRole('button', { name: 'Try again' }).click();
      await expect(notice(page)).toContainText('background worker');
    }
  },
);

test('after a terminated worker, an error or an unreadable message the next worker gives the same numbers', async ({
  page,
}) => {
  await watch_workers(page);
  await page.clock.install();
  await open_step(page, '/en/#v=2&example=notebook_batch', 'feed_forward');
  const numbers = await output(page).textContent();
  const again = async () => {
    await notice(page).getByRole('button', { name: 'Try again' }).click();
    await expect(notice(page)).toBeEmpty();
    await numbers_computed(page);
    await expect(output(page)).toHaveText(numbers ?? '');
  };
  // No event reports that a worker is terminated: the next request gets no response.
  await page.evaluate(() => (globalThis as Watched).workers.at(-1)?.terminate());
  await page.getByRole('radio', { name: 'Worked example, 4 → 8' }).check();
  // The clock goes on by itself, too: a busy machine may need the other seconds.
  await page.clock.runFor(5000);
  await expect(notice(page)).toBeEmpty();
  await page.clock.runFor(5500);
  await expect(notice(page)).toContainText('did not respond for ten seconds');
  await page.getByRole('radio', { name: '2 × 5 tokens, seed 42' }).check();
  await again();
  await page.evaluate(() =>
    (globalThis as Watched).workers
      .at(-1)
      ?.dispatchEvent(new ErrorEvent('error', { message: 'died', cancelable: true })),
  );
  await expect(notice(page)).toContainText('stopped or could not be loaded');
  await again();
  await page.evaluate(() =>
    (globalThis as Watched).workers.at(-1)?.dispatchEvent(new MessageEvent('messageerror')),
  );
  await expect(notice(page)).toContainText('stopped or could not be loaded');
  await again();
  expect(await page.evaluate(() => (globalThis as Watched).workers.length)).toBe(4);
});

test('a request that cannot be sent gives a message, and the next request succeeds', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const sent = Reflect.get(Worker.prototype, 'postMessage') as (
      this: Worker,
      message: unknown,
    ) => void;
    Worker.prototype.postMessage = function (this: Worker, message: unknown) {
      if ('refuse' in globalThis) throw new DOMException('no clone', 'DataCloneError');
      sent.call(this, message);
    };
  });
  await open_step(page, '/en/', 'feed_forward');
  await page.evaluate(() => Object.assign(globalThis, { refuse: true }));
  await page.getByRole('radio', { name: 'Worked example, 4 → 8' }).check();
  await expect(page.locator('#feed_forward .notice_error')).toContainText('DataCloneError');
  await page.evaluate(() => Reflect.deleteProperty(globalThis, 'refuse'));
  await page.getByRole('radio', { name: '2 × 5 tokens, seed 42' }).check();
  await numbers_computed(page);
  await expect(page.locator('#feed_forward .notice_error')).toHaveCount(0);
  await expect(page.locator('[data-tensor-view="x"] .tensor_shape')).toHaveText('(2, 5, 8)');
});

/**
 * For each step with its own worker: the language of its test, the element with its error message,
 * and the button that starts its computation.
 */
const with_worker = {
  learning: { language: 'en', message: '.learning_worker', start: undefined },
  training: { language: 'fr', message: '.race_worker', start: undefined },
  checkpoint: {
    language: 'vi',
    message: '.checkpoint_status',
    start: '.checkpoint_zone .checkpoint_buttons > .button:last-child',
  },
  speed: {
    language: 'en',
    message: '.speed_measure .notice_error',
    start: '.speed_measure .button',
  },
  proof: { language: 'vi', message: '.check_result', start: undefined },
} as const;

const failures = {
  service_dies: {
    en: 'Its background worker stopped',
    fr: keep_together('Sa tâche d’arrière-plan s’est arrêtée'),
    vi: 'Tiến trình nền của lõi đã dừng',
  },
  service_silent: {
    en: 'did not respond for ten seconds',
    fr: 'n’a pas répondu pendant dix secondes',
    vi: 'không phản hồi trong mười giây',
  },
} as const;

for (const [index, failure] of (['service_dies', 'service_silent'] as const).entries()) {
  test(
    `${failure}: every step with its own worker gives a message, and the rest of the page works`,
    browsers_of_case(index),
    async ({ page }) => {
      await page.clock.install();
      for (const [panel, { language, message, start }] of Object.entries(with_worker)) {
        await open_panel(page, `/failure/${failure}/${panel}/${language}/`, panel);
        if (start) await page.locator(`#${panel} ${start}`).first().click();
        const status = page.locator(`#${panel} ${message}`).first();
        await expect(async () => {
          await page.clock.runFor(failure === 'service_silent' ? 3000 : 100);
          await expect(status).toContainText(failures[failure][language], { timeout: 500 });
        }).toPass();
        await expect(notice(page)).toBeEmpty();
        await go_to_step(page, 'feed_forward');
        await expect(output(page)).toBeVisible();
      }
    },
  );
}

test('when its worker never loads, the training panel reports the wait and offers a retry', async ({
  page,
}) => {
  await page.clock.install();
  await open_panel(page, '/failure/service_stalls/1/fr/', 'training');
  await expect(async () => {
    await page.clock.runFor(3000);
    await expect(page.locator('#training .race_worker')).toContainText(
      'La page l’attend toujours',
      { timeout: 500 },
    );
  }).toPass();
  await page.locator('#training .race_worker .button').click();
  await expect(page.locator('#training .race_worker')).toBeEmpty();
});
