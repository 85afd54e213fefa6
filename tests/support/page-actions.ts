/** Actions that bring a page into a state: submit forms, open menus and dialogs, wait. */
import type { Page } from 'playwright-core';

/** Submits the page's form as it is and waits for its errors. */
export async function sendEmpty(page: Page): Promise<void> {
  await submit(page);
  await page.locator('[aria-invalid="true"]').first().waitFor();
}

/** Fills and submits the form and waits for its problem. */
export async function sendForm(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await page.getByLabel(label, { exact: true }).fill(value);
  await submit(page);
  await page.locator('.form-problem, [aria-invalid="true"]').first().waitFor();
}

export async function submit(page: Page): Promise<void> {
  await page.getByRole('main').locator('form [type="submit"]').first().click();
}

/** Reloads the page while a request that it needs gets no response. */
export async function reloadUnanswered(page: Page, call: string): Promise<void> {
  await page.route(call, () => undefined);
  await page.reload({ waitUntil: 'commit' });
  await page.locator('.loading-circle').waitFor();
}

/** Presses the button and waits for its dialog. */
export async function openDialog(page: Page, button: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).first().click();
  await page.getByRole('dialog').waitFor();
}

/** Opens it, unless the window is so wide that it is always open. */
export async function openDetails(page: Page, selector: string): Promise<void> {
  const summary = page.locator(`${selector} > summary`);
  if (await summary.isVisible()) await summary.click();
}

/** Types into the search box and waits for suggestions. */
export async function typeSearch(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Search all parts' }).fill('graph');
  await page.getByRole('option').first().waitFor();
}

/** Opens the filters, the explanation of one of them, and its hidden values. */
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
    await chosen.nth(before).waitFor({ state: 'attached' }); // behind the sheet of a phone
    const show = page.locator('.filters-apply button');
    if (await show.isVisible()) await show.click();
  }
}
