/** Tests the installed package in the contexts of contexts.ts. */
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browsers, visit } from './browsers.js';
import { contexts } from './contexts.js';
import { expect_right } from './outcome.js';

describe.each(Object.entries(browsers))('in %s', (name, launch) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  const here = Object.entries(contexts).filter(([, { firefox }]) => firefox || name === 'Chromium');
  it.each(here)('computes in %s', async (_name, { serve, pools }) => {
    const served = await serve();
    try {
      const { outcome, errors } = await visit(browser, served.address);
      expect(errors).toEqual([]);
      expect_right(outcome, 'relaxed', pools, pools);
    } finally {
      await served.close();
    }
  });
});
