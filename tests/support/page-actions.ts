/** Submits the form of a page. */
import type { Page } from 'playwright-core';

/** Submits the page's form as it is and waits for its errors. */
export async function sendEmpty(page: Page): Promise<void> {
  await submit(page);
  await page.locator('[aria-invalid="true"]').first().waitFor();
}

/** Presses the first button of the page's form that sends it. */
export async function submit(page: Page): Promise<void> {
  await page.getByRole('main').locator('form [type="submit"]').first().click();
}
