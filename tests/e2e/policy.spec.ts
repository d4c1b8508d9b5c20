/** The page under its policy as a header, as hosts are told to send it (web/page/headers.mjs), and under one that forbids what it needs. */
import type { Page } from '@playwright/test';
import { at_rest } from './checkpoint_page.ts';
import { expect, numbers_at_rest, open_page, open_panel, test } from './page_test.ts';

const below = '/failure/policy_headers/1';

/** Everything that starts a worker, fetches a part of the core or makes a file. */
async function use_all(page: Page): Promise<void> {
  await open_panel(page, `${below}/en/`, 'checkpoint');
  await page.locator('#checkpoint .checkpoint_zone .checkpoint_buttons > .button').last().click();
  await at_rest(page);
  await page.goto('about:blank');
  await open_panel(page, `${below}/en/`, 'training');
  await expect(page.locator('#training .race_step data')).toBeVisible({ timeout: 30_000 });
  await page.locator('[data-figure="race_pictures"] .figure_tools_button').click();
  await page.locator('[data-figure="race_pictures"]').getByRole('button', { name: 'PNG', exact: true }).click();
  await page.goto('about:blank');
  await open_panel(page, `${below}/en/`, 'proof');
  await expect(page.locator('#proof .check_result')).toHaveClass(/check_result_done/, { timeout: 30_000 });
  // Its worker starts workers of its own.
  await page.goto('about:blank');
  await open_panel(page, `${below}/en/`, 'speed');
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

test('with the policy as a header everything works, and nothing is refused', async ({ page, request }) => {
  test.slow();
  const answers = await Promise.all(['/en/', '/', '/service_worker.js'].map((path) => request.get(below + path)));
  for (const answer of answers) {
    const headers = answer.headers();
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*; frame-ancestors 'self'$/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
  }
  await open_page(page, `${below}/en/#v=1&example=gpt2`);
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.goto('about:blank');
  await use_all(page);
});

test('a single file under its own policy as a header', async ({ page }) => {
  await open_page(page, `${below}/ffn-lab.fr.html#v=1&example=chapter`);
  await numbers_at_rest(page);
});

test('a policy that forbids WebAssembly: said in words, the text reads', async ({ page, guard }) => {
  guard.allow(/policy|Content.Security.Policy|CompileError|wasm|settings blocked/i);
  await page.goto('/failure/policy_without_wasm/1/fr/');
  await expect(page.locator('.core_notice')).toContainText('Un de ses fichiers n’a pas pu être chargé');
  await expect(page.locator('#activation .prose')).toBeVisible();
  await page.locator('.core_notice summary').click();
  await expect(page.locator('.core_notice code')).toContainText('forbidden by the page');
});

test('what is not allowed is refused: scripts inside the page, text as code, addresses of others', async ({ page, guard }) => {
  guard.allow(/policy|Content.Security.Policy|TrustedHTML|TrustedScript|127\.0\.0\.2|settings blocked/i);
  await open_page(page, `${below}/en/`);
  const outcome = await page.evaluate(async () => {
    // What a driver of browsers runs at once is not held to the policy.
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
  expect({ ...outcome, text: undefined }).toEqual({ code: true, text: undefined, fetched: true, ran: false });
});
