/** Accessibility violations that axe finds on a page. */
import { readFileSync } from 'node:fs';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Half as long as `axe.source`; each document gets it once. */
const source = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const contrastRules = ['color-contrast', 'link-in-text-block'];

type Violation = { id: string; where: string[] };
type WithAxe = Window & { axe: typeof axe; looks: Element[] };

export async function findViolations(page: Page): Promise<Violation[]> {
  await page.evaluate(markDoubtfulTargets);
  return await runRules(page, tags, await findNewLooks(page));
}

/** Only the rules that depend on the colors. */
export async function findContrastViolations(page: Page): Promise<Violation[]> {
  const fresh = await findNewLooks(page);
  return fresh.size > 0 ? await runRules(page, contrastRules, fresh) : [];
}

/** Colors only for looks that have not passed before. */
async function runRules(page: Page, rules: string[], fresh: Map<number, number>): Promise<Violation[]> {
  await load(page);
  const { violations, undecided } = await page.evaluate(runAxe, {
    rules,
    contrastRules,
    looks: [...fresh.keys()],
  });
  for (const look of undecided) fresh.delete(look);
  for (const number of fresh.values()) passed.add(number);
  return violations;
}

/** Not by `page.evaluate`, which compiles it anew for each document. */
async function load(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: source });
}

/** Runs in the page: axe refuses only a target that is small or partly under another, but compares each with all that is near it. */
function markDoubtfulTargets(): void {
  const widgets = 'a, area, button, input, select, textarea, summary, [role], [role=grid] *';
  const targets = [...document.querySelectorAll<HTMLElement>(widgets)]
    .filter((element) => element.tabIndex >= 0 || element.hasAttribute('tabindex'))
    .map((element) => ({ element, box: element.getBoundingClientRect() }));
  for (const { element, box } of targets) {
    const isUnderOther = targets.some(
      ({ element: other, box: { left, right, top, bottom } }) =>
        other !== element && left < box.right && right > box.left && top < box.bottom && bottom > box.top,
    );
    element.toggleAttribute('data-doubtful', box.width < 24 || box.height < 24 || isUnderOther);
  }
}

type Run = { rules: string[]; contrastRules: string[]; looks: number[] };

/**
 * Runs in the page, once for all rules, because each run reads the page again. Undecided is a look that violates a rule of
 * colors, is covered by something now, or has left the page.
 */
async function runAxe({ rules, contrastRules, looks }: Run) {
  const { axe, looks: elements } = window as unknown as WithAxe;
  const present = looks.filter((look) => elements[look]?.isConnected);
  for (const look of present) elements[look]?.setAttribute('data-look', '');
  axe.configure({
    rules: [
      { id: 'target-size', selector: '[data-doubtful]' },
      { id: 'color-contrast', selector: '[data-look]' },
      { id: 'link-in-text-block', selector: '[data-look] a[href], a[href][data-look]' },
    ],
  });
  const { violations, incomplete } = await axe.run(document, {
    runOnly: rules,
    elementRef: true,
    resultTypes: ['violations', 'incomplete'],
  });
  for (const look of present) elements[look]?.removeAttribute('data-look');
  const covered = ['bgOverlap', 'elmPartiallyObscured', 'elmPartiallyObscuring', 'outsideViewport'];
  const isCovered = ({ any }: axe.NodeResult) => any.some(({ data }) => covered.includes(data?.messageKey));
  const isOfColors = ({ id }: axe.Result) => contrastRules.includes(id);
  const nodes = [
    ...violations.filter(isOfColors).flatMap((result) => result.nodes),
    ...incomplete.filter(isOfColors).flatMap((result) => result.nodes.filter(isCovered)),
  ];
  const doubtful = new Set(nodes.map(({ element }) => element));
  return {
    violations: violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) })),
    undecided: looks.filter((look) => !present.includes(look) || doubtful.has(elements[look] as HTMLElement)),
  };
}

/** The looks of a page: each is that of its parent and what an element adds to it. */
type Looks = { additions: string[]; looks: [parent: number, addition: number, isShown: boolean][] };

/** The numbers of all looks, by the number of the parent's look and the addition. */
const numbers = new Map<string, number>();
const passed = new Set<number>();

/** The looks of the page that have not passed: their numbers, by their place in `window.looks`, which gets an element of each. */
async function findNewLooks(page: Page): Promise<Map<number, number>> {
  const { additions, looks }: Looks = JSON.parse(await page.evaluate(readLooks));
  const own: number[] = [];
  for (const [parent, addition] of looks) {
    const key = `${own[parent] ?? ''} ${additions[addition]}`;
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    own.push(number);
  }
  return new Map([...own.entries()].filter(([place, number]) => looks[place]?.[2] && !passed.has(number)));
}

/** Runs in the page: reads an element and its place among the others, with all colors and sizes that matter. */
function readLooks(): string {
  const additions = new Map<string, number>();
  const places = new Map<string, number>();
  const looks: [number, number, boolean][] = [];
  const elements: (Element | undefined)[] = [];
  (window as Window & { looks?: typeof elements }).looks = elements;

  const readAddition = (element: Element, hasText: boolean) => {
    const style = getComputedStyle(element);
    const size = parseFloat(style.fontSize);
    const isBold = Number(style.fontWeight) >= 700;
    return [
      element.tagName,
      element.getAttribute('class'),
      style.color,
      style.backgroundColor,
      style.backgroundImage,
      style.opacity,
      style.filter,
      style.clipPath,
      style.transform,
      style.textShadow,
      style.textDecorationLine,
      style.position,
      style.zIndex,
      size >= 24 || (size >= 18.66 && isBold),
      isBold,
      element.matches(':disabled, [aria-disabled="true"]'),
      hasText,
    ].join(' ');
  };
  const place = <Key>(map: Map<Key, number>, key: Key) => {
    const known = map.get(key) ?? map.size;
    map.set(key, known);
    return known;
  };
  const visit = (element: Element, parent: number) => {
    const { display } = getComputedStyle(element);
    if (display === 'none') return;
    const hasText =
      element.matches('input, select, textarea') ||
      [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim());
    const addition = place(additions, readAddition(element, hasText));
    const look = place(places, `${parent} ${addition}`);
    looks[look] ??= [parent, addition, false];
    const isVisible = display === 'contents' || element.checkVisibility({ visibilityProperty: true });
    if (hasText && isVisible && !elements[look]) {
      elements[look] = element;
      looks[look] = [parent, addition, true];
    }
    for (const child of element.children) visit(child, look);
  };
  visit(document.body, -1);
  return JSON.stringify({ additions: [...additions.keys()], looks });
}
