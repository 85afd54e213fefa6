/** Accessibility violations that axe finds on a page. */
import { readFileSync } from 'node:fs';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Half as long as `axe.source`; each document gets it once. */
const source = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

type Violation = { id: string; where: string[] };

export async function findViolations(page: Page): Promise<Violation[]> {
  return await run(page, ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']);
}

/** Only the rules that depend on the theme. */
export async function findContrastViolations(page: Page): Promise<Violation[]> {
  return await run(page, { type: 'rule', values: ['color-contrast', 'link-in-text-block'] });
}

async function run(page: Page, runOnly: axe.RunOptions['runOnly']): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const { violations } = await page.evaluate(
    (rules) => (window as unknown as { axe: typeof axe }).axe.run({ runOnly: rules }),
    runOnly as string[],
  );
  return violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }));
}
