/** A page in all its length, for those who look at everything at once. */
import type { Page } from 'playwright-core';

/** Has the page lay out and colour also what is far from the window, which it would do when somebody came near. */
export async function showWhole(page: Page): Promise<void> {
  await page.evaluate(() => {
    const rules = new CSSStyleSheet(); // which the content policy lets pass, other than a style element
    rules.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets.push(rules);
  });
}
