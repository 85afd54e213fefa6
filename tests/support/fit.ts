/** Finds layout faults in narrow windows or with large text: overflow, clipping, overlaps, missing text. */
import type { Page } from 'playwright-core';

type Box = { left: number; right: number; top: number; bottom: number };

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
    listAncestorsAndSelf,
    isBar,
    findOverlaps,
    describeAs,
    describeElement,
  ];
  return page.evaluate(`(() => { ${functions.join('\n')} return listMisfits(); })()`);
}

/** The visible texts, for `findLost`; opens all details first. */
export function readWords(page: Page): Promise<string[]> {
  return page.evaluate(listWords);
}

/** The texts that are no longer visible, or less often. */
export async function findLost(page: Page, before: string[]): Promise<string[]> {
  const now = await readWords(page);
  const count = (words: string[], word: string) => words.filter((each) => each === word).length;
  return [...new Set(before)]
    .filter((word) => count(now, word) < count(before, word))
    .map((word) => `is gone: ${word}`);
}

/** Runs in the page. */
function listWords(): string[] {
  for (const details of document.querySelectorAll('details:not([name])')) details.setAttribute('open', '');
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
  const floating = 'dialog, [popover], .suggestions, .Toastify';
  const elements = [...document.body.querySelectorAll<HTMLElement>('*')].filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest(`.sr-only, .skip-link, ${floating}`) &&
      !listAncestorsAndSelf(element).some((above) => getComputedStyle(above).clipPath !== 'none'), // only read out
  );
  const lines = elements.flatMap(readLines);
  const controls = elements
    .filter((element) => element.matches('a, button, input, select, textarea, summary'))
    .map((element) => ({ element, box: findInside(element), isBar: isBar(element) }));
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
function readLines(element: HTMLElement): { element: HTMLElement; box: Box; isBar: boolean }[] {
  if (!hasWords(element) || element.matches('option, select, textarea')) return [];
  const range = document.createRange();
  return [...element.childNodes]
    .filter(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim())
    .flatMap((node) => {
      range.selectNodeContents(node);
      return [...range.getClientRects()].map((box) => ({ element, box, isBar: isBar(element) }));
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

/** The ancestors that clip or scroll their content. */
function readFrames(element: Element): { frame: Element; x: string; y: string }[] {
  return listAncestorsAndSelf(element)
    .slice(1)
    .map((frame) => ({ frame, style: getComputedStyle(frame) }))
    .map(({ frame, style }) => ({ frame, x: style.overflowX, y: style.overflowY }))
    .filter(({ x, y }) => x !== 'visible' || y !== 'visible');
}

function listAncestorsAndSelf(element: Element): Element[] {
  const all = [];
  for (let above: Element | null = element; above && above !== document.body; above = above.parentElement)
    all.push(above);
  return all;
}

/** Whether it is in a fixed or sticky element. */
function isBar(element: Element): boolean {
  return listAncestorsAndSelf(element).some((above) => /fixed|sticky/.test(getComputedStyle(above).position));
}

/** Elements that overlap by more than `minOverlap` pixels and a quarter of a line. */
function findOverlaps(
  things: { element: Element; box: Box; isBar: boolean }[],
  minOverlap: number,
): string[] {
  const overlaps = new Set<string>();
  things.forEach(({ element: one, box: a, isBar }, index) => {
    for (const { element: other, box: b, isBar: isOther } of things.slice(index + 1)) {
      if (isBar !== isOther) continue;
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
