/** Parts of the step activation. */
import type { Page } from '@playwright/test';
import { open_step } from './page_test.ts';

export const open = (page: Page, address: string) => open_step(page, address, 'activation');

export const parts = ['value', 'derivative'] as const;
export const panel = (page: Page) => page.locator('#activation');
export const plots = (page: Page) => page.locator('.linked_plots svg.plot');
