/** Lays out a page in its full length. */
import type { Page } from 'playwright-core';

/** Disables `content-visibility`, so that parts far from the window are rendered, too. */
export async function showWhole(page: Page): Promise<void> {
  await page.evaluate(() => {
    const rules = new CSSStyleSheet(); // the content policy allows it, unlike a style element
    rules.replaceSync('* { content-visibility: visible !important }');
    document.adoptedStyleSheets.push(rules);
  });
}
