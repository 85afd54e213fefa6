/** What people do on a page to bring it into a state that is looked at: send forms, open menus and questions, wait. */
import type { Page } from 'playwright-core';

/** Sends the page's form as it is and waits for what it says to that. */
export async function sendEmpty(page: Page): Promise<void> {
  await submit(page);
  await page.locator('[aria-invalid="true"]').first().waitFor();
}

/** Fills the form, sends it and waits for the problem that it shows. */
export async function sendForm(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value);
  await submit(page);
  await page.locator('.form-problem, [aria-invalid="true"]').first().waitFor();
}

/** Sends the form of the page. */
export async function submit(page: Page): Promise<void> {
  await page.getByRole('main').locator('form [type="submit"]').first().click();
}

/** Loads the page again while a call that it needs is not answered. */
export async function reloadUnanswered(page: Page, call: string): Promise<void> {
  await page.route(call, () => undefined);
  await page.reload({ waitUntil: 'commit' });
  await page.locator('.loading-circle').waitFor();
}

/** Presses the button that asks something, and waits for the question. */
export async function openDialog(page: Page, button: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).first().click();
  await page.getByRole('dialog').waitFor();
}

/** Opens it where it is not open anyway, as it is in wide windows. */
export async function openDetails(page: Page, selector: string): Promise<void> {
  const summary = page.locator(`${selector} > summary`);
  if (await summary.isVisible()) await summary.click();
}

/** Types into the search box, and waits for what it suggests. */
export async function typeSearch(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Search all parts' }).fill('graph');
  await page.getByRole('option').first().waitFor();
}

/** Opens the filters, the explanation of one of them, and the values that are not seen at once. */
export async function openFilters(page: Page): Promise<void> {
  await openDetails(page, '.filters');
  await page.locator('.facet-word > summary').first().click();
  await page.locator('.facet-more > summary').first().click();
}

/** Chooses the first value of the first two facets. */
export async function chooseFilters(page: Page): Promise<void> {
  for (const facet of [0, 1]) {
    await openDetails(page, '.filters:not([open])');
    const chosen = page.locator('.chosen li');
    const before = await chosen.count();
    await page.locator('fieldset.facet:has(.tick)').nth(facet).locator('.tick').first().click();
    await chosen.nth(before).waitFor();
  }
}
