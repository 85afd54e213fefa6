/** Finds layout faults in narrow windows or with large text: overflow, clipping, overlaps, missing text. */
import type { Page } from 'playwright-core';

type Box = { left: number; right: number; top: number; bottom: number };
type Frame = { frame: Element; x: string; y: string };

/** A sentence for each layout fault. */
export function findMisfits(page: Page): Promise<string[]> {
  const functions = [
    listMisfits,
    hasWords,
    findInside,
    readLines,
    overflowsWindow,
    isCutOff,
    isClipped,
    isScrolledAway,
    isClamped,
    readFrames,
    isOnlyRead,
    countLayers,
    remember,
    findOverlaps,
    describeAs,
    describeElement,
  ];
  const memories = 'const framesBy = new Map(), layersBy = new Map(), onlyReadBy = new Map();';
  return readLayers(page, () =>
    page.evaluate(`(() => { ${memories} ${functions.join('\n')} return listMisfits(); })()`),
  );
}

/** What is known of elements already; in the page these are the maps of one call. */
const framesBy = new Map<Element, Frame[]>();
const layersBy = new Map<Element, number>();
const onlyReadBy = new Map<Element, boolean>();

/** The visible texts, for `findLost`. */
export function readWords(page: Page): Promise<string[]> {
  return readLayers(page, () => page.evaluate(listWords));
}

/** With all details open; where the sheet of filters then hides all else, of what is behind it, too. */
async function readLayers(page: Page, read: () => Promise<string[]>): Promise<string[]> {
  const isCovered = await page.evaluate(() => {
    for (const details of document.querySelectorAll('details:not([name])')) details.setAttribute('open', '');
    return getComputedStyle(document.body).visibility === 'hidden';
  });
  const first = await read();
  if (!isCovered) return first;
  await page.evaluate(() => document.querySelector('.filters')?.removeAttribute('open'));
  return [...first, ...(await read())];
}

/** The texts that are no longer visible, or less often. */
export async function findLost(page: Page, before: string[]): Promise<string[]> {
  const now = Map.groupBy(await readWords(page), (word) => word);
  return [...Map.groupBy(before, (word) => word)]
    .filter(([word, all]) => (now.get(word)?.length ?? 0) < all.length)
    .map(([word]) => `is gone: ${word}`);
}

/** Runs in the page. */
function listWords(): string[] {
  return [...document.body.querySelectorAll<HTMLElement>('*')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .flatMap((element) => [...element.childNodes])
    .filter((node) => node.nodeType === Node.TEXT_NODE)
    .map((node) => node.textContent?.trim() ?? '')
    .filter(Boolean);
}

/** Runs in the page, like everything below. */
function listMisfits(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  const floating = 'dialog, [popover], .suggestions, .toasts';
  const elements = [...document.body.querySelectorAll<HTMLElement>('*')].filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest(`.sr-only, .skip-link, ${floating}`) &&
      !isOnlyRead(element),
  );
  const lines = elements.flatMap(readLines);
  const controls = elements
    .filter((element) => element.matches('a, button, input, select, textarea, summary'))
    .map((element) => ({ element, box: findInside(element), layer: countLayers(element) }));
  return [
    ...(scrollWidth > clientWidth
      ? [
          'the page scrolls sideways',
          ...elements.filter(overflowsWindow).slice(0, 12).map(describeAs('stands out')),
        ]
      : []),
    ...elements
      .filter((element) => (hasWords(element) || isClamped(element)) && isCutOff(element))
      .map(describeAs('is cut off')),
    ...lines.filter(({ element, box }) => isClipped(element, box)).map(describeAs('is clipped')),
    ...findOverlaps(
      lines.filter(({ element, box }) => !isScrolledAway(element, box)),
      3,
    ),
    ...findOverlaps(
      controls.filter(({ element, box }) => !isScrolledAway(element, box)),
      1,
    ),
  ];
}

function hasWords(element: Element): boolean {
  return [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim());
}

/** The box of a control; of a field without its padding, which may contain a button. */
function findInside(element: Element): Box {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const { paddingLeft, paddingRight } = getComputedStyle(element);
  if (!element.matches('input')) return { left, right, top, bottom };
  return { left: left + parseFloat(paddingLeft), right: right - parseFloat(paddingRight), top, bottom };
}

/** The lines of an element's own text. */
function readLines(element: HTMLElement): { element: HTMLElement; box: Box; layer: number }[] {
  if (!hasWords(element) || element.matches('option, select, textarea')) return [];
  const range = document.createRange();
  return [...element.childNodes]
    .filter(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim())
    .flatMap((node) => {
      range.selectNodeContents(node);
      return [...range.getClientRects()].map((box) => ({ element, box, layer: countLayers(element) }));
    });
}

function overflowsWindow(element: Element): boolean {
  const box = element.getBoundingClientRect();
  const isOut = box.right > document.documentElement.clientWidth + 0.5 || box.left < -0.5;
  return isOut && readFrames(element).every(({ x }) => x === 'visible');
}

/** Whether an element's own text is larger than it and cannot be scrolled to. */
function isCutOff(element: Element): boolean {
  const { overflowX, overflowY } = getComputedStyle(element);
  // the start of a long text is enough: another page shows all of it
  if (isClamped(element) && (element.textContent?.length ?? 0) > 100) return false;
  const isHidden = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
  return (
    (isHidden(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
    (isHidden(overflowY) && element.scrollHeight > element.clientHeight + 3)
  );
}

/** Whether an ancestor clips a part of the line. */
function isClipped(element: Element, box: Box): boolean {
  for (const { frame, x, y } of readFrames(element)) {
    const { left, right, top, bottom } = frame.getBoundingClientRect();
    if (/auto|scroll/.test(x) || /auto|scroll/.test(y)) return false; // it can be scrolled to
    if (isClamped(frame)) return false; // isCutOff has looked at it
    if (/hidden|clip/.test(x) && (box.left < left - 1 || box.right > right + 1)) return true;
    if (/hidden|clip/.test(y) && (box.top < top - 4 || box.bottom > bottom + 4)) return true;
  }
  return false;
}

function isScrolledAway(element: Element, box: Box): boolean {
  const frames = readFrames(element).map(({ frame }) => frame);
  return [...frames, ...(isClamped(element) ? [element] : [])].some((frame) => {
    const { left, right, top, bottom } = frame.getBoundingClientRect();
    return box.right <= left || box.left >= right || box.bottom <= top || box.top >= bottom;
  });
}

function isClamped(element: Element): boolean {
  return getComputedStyle(element).webkitLineClamp !== 'none';
}

/** The ancestors that clip or scroll their content, the nearest first. */
function readFrames(element: Element): Frame[] {
  const frame = element.parentElement;
  if (!frame || element === document.body || frame === document.body) return [];
  return remember(framesBy, element, () => {
    const { overflowX: x, overflowY: y } = getComputedStyle(frame);
    return x === 'visible' && y === 'visible' ? readFrames(frame) : [{ frame, x, y }, ...readFrames(frame)];
  });
}

/** Whether it is clipped away for all but screen readers. */
function isOnlyRead(element: Element): boolean {
  if (element === document.body) return false;
  return remember(onlyReadBy, element, () => {
    const { parentElement } = element;
    return (
      getComputedStyle(element).clipPath !== 'none' || (parentElement !== null && isOnlyRead(parentElement))
    );
  });
}

/** How many fixed and sticky elements it is in. */
function countLayers(element: Element): number {
  if (element === document.body) return 0;
  return remember(layersBy, element, () => {
    const { parentElement } = element;
    const isFixed = /fixed|sticky/.test(getComputedStyle(element).position);
    return Number(isFixed) + (parentElement === null ? 0 : countLayers(parentElement));
  });
}

function remember<Value>(memory: Map<Element, Value>, element: Element, compute: () => Value): Value {
  const known = memory.get(element);
  if (known !== undefined) return known;
  const value = compute();
  memory.set(element, value);
  return value;
}

/** Elements that overlap by more than `minOverlap` pixels and a quarter of a line. */
function findOverlaps(things: { element: Element; box: Box; layer: number }[], minOverlap: number): string[] {
  const overlaps = new Set<string>();
  const sorted = things.toSorted(({ box: a }, { box: b }) => a.top - b.top);
  sorted.forEach(({ element: one, box: a, layer }, index) => {
    for (let next = index + 1; next < sorted.length; next += 1) {
      const { element: other, box: b, layer: otherLayer } = sorted[next] as (typeof things)[number];
      if (b.top >= a.bottom) break; // and so do all that follow
      if (layer !== otherLayer) continue;
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      const quarter = Math.min(a.bottom - a.top, b.bottom - b.top) / 4;
      if (across <= minOverlap || down <= Math.max(minOverlap, quarter)) continue;
      if (one.contains(other) || other.contains(one)) continue;
      overlaps.add(`${describeElement(one)} lies over ${describeElement(other)}`);
    }
  });
  return [...overlaps];
}

function describeAs(what: string) {
  return (thing: Element | { element: Element }) =>
    `${what}: ${describeElement('element' in thing ? thing.element : thing)}`;
}

function describeElement(element: Element): string {
  return element.outerHTML.replace(/\s+/g, ' ').slice(0, 140);
}
