/** What the contrast of a text depends on: each such look needs to be checked only once, on whichever page it is. */
import type { Page } from 'playwright-core';

/** The looks of a page: each is that of its parent and what an element adds to it. */
type Looks = { additions: string[]; looks: [parent: number, addition: number, isShown: boolean][] };

/** The numbers of all looks, by the number of the parent's look and the addition. */
const numbers = new Map<string, number>();
const passed = new Set<number>();

/** The looks of the page that have not passed: their numbers, by their place in `window.looks`, which gets an element of each. */
export async function findNewLooks(page: Page): Promise<Map<number, number>> {
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

/** Says that these need not be checked again. */
export function rememberLooks(looks: Map<number, number>): void {
  for (const number of looks.values()) passed.add(number);
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
