/** Accessibility violations that axe finds on a page. */
import { readFileSync } from 'node:fs';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Half as long as `axe.source`; each document gets it once. */
const source = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

const contrastRules: axe.RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

type Violation = { id: string; where: string[] };

export async function findViolations(page: Page): Promise<Violation[]> {
  return await run(page, ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']);
}

/** Only the rules that depend on the theme. */
export async function findContrastViolations(page: Page): Promise<Violation[]> {
  return await run(page, contrastRules);
}

type WithColors = Window & { knownColors?: Map<Element, string> };

/** Remembers the colors of all visible elements, for `findNewContrastViolations`. */
export async function rememberColors(page: Page): Promise<void> {
  await page.evaluate(`window.knownColors = (${readColors})()`);
}

/** The same rules, but only where an element or one around it has other colors or a smaller text than was remembered. */
export async function findNewContrastViolations(page: Page): Promise<Violation[]> {
  const count = await page.evaluate(`(() => { ${readColors} return (${markNew})(readColors()); })()`);
  return count === 0 ? [] : await run(page, contrastRules, '[data-new-colors]');
}

/** What the contrast of an element's text depends on. Runs in the page. */
function readColors(): Map<Element, string> {
  const isVisible = (element: Element) => element.checkVisibility({ visibilityProperty: true });
  return new Map(
    [...document.body.querySelectorAll('*')].filter(isVisible).map((element) => {
      const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight } =
        getComputedStyle(element);
      const [size, weight] = [parseFloat(fontSize), Number(fontWeight)];
      const isLarge = size >= 24 || (size >= 18.66 && weight >= 700);
      return [element, [color, backgroundColor, backgroundImage, opacity, isLarge].join(' ')];
    }),
  );
}

/** Marks the outermost elements with other colors than before. Runs in the page. */
function markNew(colors: Map<Element, string>): number {
  const known = (window as WithColors).knownColors;
  const isNew = (element: Element) => known?.get(element) !== colors.get(element);
  const fresh = new Set([...colors.keys()].filter(isNew));
  const outermost = [...fresh].filter(({ parentElement }) => !parentElement || !fresh.has(parentElement));
  for (const element of outermost) element.setAttribute('data-new-colors', '');
  return outermost.length;
}

async function run(page: Page, runOnly: axe.RunOptions['runOnly'], within?: string): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const { violations } = await page.evaluate(
    ([rules, within]) =>
      (window as unknown as { axe: typeof axe }).axe.run(within ?? document, { runOnly: rules }),
    [runOnly as string[], within] as const,
  );
  return violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }));
}
