/**
 * The page with its content security policy as a header (web/page/build/headers.mjs), and with a policy
 * that forbids WebAssembly.
 */
import type { Page } from '@playwright/test';
import { checkpoint_computed } from './checkpoint_page.ts';
import { download_count, intercept_downloads } from './downloads.ts';
import {
  expect,
  in_both_browsers,
  numbers_computed,
  open_page,
  open_panel,
  test,
} from './page_test.ts';

const root = '/failure/policy_headers/1';

/** Uses everything that starts a worker, fetches the core or creates a file. */
async function use_all(page: Page): Promise<void> {
  await open_panel(page, `${root}/en/`, 'checkpoint');
  await page.locator('#checkpoint .checkpoint_zone .checkpoint_buttons > .button').last().click();
  await checkpoint_computed(page);
  await page.goto('about:blank');
  await open_panel(page, `${root}/en/`, 'training');
  await expect(page.locator('#training .race_step data')).toBeVisible();
  await page.locator('[data-figure="race_pictures"] .figure_tools_button').click();
  await page
    .locator('[data-figure="race_pictures"]')
    .getByRole('button', { name: 'PNG', exact: true })
    .click();
  await expect.poll(() => download_count(page)).toBe(1);
  await page.goto('about:blank');
  await open_panel(page, `${root}/en/`, 'proof');
  await expect(page.locator('#proof .check_result')).toHaveClass(/check_result_done/);
  // The worker of this panel starts other workers.
  await page.goto('about:blank');
  await open_panel(page, `${root}/en/`, 'speed');
  await page.locator('#speed .speed_measure .button').first().click();
  await expect(page.locator('#speed progress').first()).toBeVisible();
  await expect
    .poll(() =>
      page
        .locator('#speed progress')
        .first()
        .evaluate((bar: HTMLProgressElement) => bar.value),
    )
    .toBeGreaterThan(0);
  await page.locator('#speed .speed_measure .button').first().click();
  await expect(page.locator('#speed .notice_error')).toHaveCount(0);
}

test(
  'with the policy as a header everything works, and nothing is blocked',
  in_both_browsers,
  async ({ page, request }) => {
    await intercept_downloads(page);
    const answers = await Promise.all(
      ['/en/', '/', '/service_worker.js'].map((path) => request.get(root + path)),
    );
    for (const answer of answers) {
      const headers = answer.headers();
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none';.*; frame-ancestors 'self'$/,
      );
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
    }
    await open_page(page, `${root}/en/#v=2&example=gpt2`);
    await page.getByRole('radio', { name: 'Dark' }).check();
    await page.goto('about:blank');
    await use_all(page);
  },
);

test(
  'a single-file page works with its own policy as a header',
  in_both_browsers,
  async ({ page }) => {
    await open_page(page, `${root}/ffn-lab.fr.html#v=2&example=chapter`);
    await numbers_computed(page);
  },
);

test(
  'a policy that forbids WebAssembly gives a message, and the page shows its text',
  in_both_browsers,
  async ({ page, guard }) => {
    guard.allow(/policy|Content.Security.Policy|CompileError|wasm|settings blocked/i);
    await page.goto('/failure/policy_without_wasm/1/fr/#activation');
    await expect(page.locator('.core_notice')).toContainText(
      'Un de ses fichiers n’a pas pu être chargé',
    );
    await expect(page.locator('#activation .prose').first()).toBeVisible();
    await page.locator('.core_notice summary').click();
    await expect(page.locator('.core_notice code')).toContainText('forbidden by the page');
  },
);

test(
  'the policy blocks inline scripts, code from text and requests to other origins',
  in_both_browsers,
  async ({ page, guard }) => {
    guard.allow(
      /policy|Content.Security.Policy|TrustedHTML|TrustedScript|127\.0\.0\.2|settings blocked/i,
    );
    await open_page(page, `${root}/en/`);
    const outcome = await page.evaluate(async () => {
      // The policy does not apply to code that the browser driver runs, only to tasks after it.
      await new Promise((resolve) => setTimeout(resolve));
      const thrown = (act: () => void): boolean => {
        try {
          act();
          return false;
        } catch {
          return true;
        }
      };
      const script = document.createElement('script');
      const tried = {
        code: thrown(() => {
          (Reflect.construct(Function, ['globalThis.__xss = 1']) as () => void)();
        }),
        text: thrown(() => {
          script.append(document.createTextNode('globalThis.__xss = 2'));
          document.body.append(script);
        }),
        fetched: await fetch('http://127.0.0.2:1/').then(
          () => false,
          () => true,
        ),
      };
      return { ...tried, ran: '__xss' in globalThis };
    });
    expect({ ...outcome, text: undefined }).toEqual({
      code: true,
      text: undefined,
      fetched: true,
      ran: false,
    });
  },
);
