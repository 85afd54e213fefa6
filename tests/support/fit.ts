/** What a page loses when its window is narrow or its words are large: what stands out, is cut off, lies over other words, or is gone. */
import type { Page } from 'playwright-core';

type Box = { left: number; right: number; top: number; bottom: number };

/** Each thing that does not fit, as a sentence. */
export function findMisfits(page: Page): Promise<string[]> {
  const functions = [
    misfits,
    hasWords,
    findInside,
    readLines,
    standsOut,
    isCutOff,
    isClipped,
    isScrolledAway,
    isClamped,
    readFrames,
    aboveAndItself,
    isBar,
    readPairs,
    saying,
    named,
  ];
  return page.evaluate(`(() => { ${functions.join('\n')} return misfits(); })()`);
}

/** The words that are to be seen, for `findLost`; what can be opened is opened. */
export function readWords(page: Page): Promise<string[]> {
  return page.evaluate(words);
}

/** Which of the words are no longer to be seen, or less often. */
export async function findLost(page: Page, before: string[]): Promise<string[]> {
  const now = await readWords(page);
  const count = (words: string[], word: string) => words.filter((each) => each === word).length;
  return [...new Set(before)]
    .filter((word) => count(now, word) < count(before, word))
    .map((word) => `is gone: ${word}`);
}

/** Runs in the page. */
function words(): string[] {
  for (const details of document.querySelectorAll('details:not([name])')) details.setAttribute('open', '');
  return [...document.body.querySelectorAll<HTMLElement>('*')]
    .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .flatMap((element) => [...element.childNodes])
    .filter((node) => node.nodeType === Node.TEXT_NODE)
    .map((node) => node.textContent?.trim() ?? '')
    .filter(Boolean);
}

/** Runs in the page, like everything below. */
function misfits(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  const floating = 'dialog, [popover], .suggestions, .Toastify';
  const elements = [...document.body.querySelectorAll<HTMLElement>('*')].filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !element.closest(`.sr-only, .skip-link, ${floating}`) &&
      !aboveAndItself(element).some((above) => getComputedStyle(above).clipPath !== 'none'), // only read out
  );
  const lines = elements.flatMap(readLines);
  const controls = elements
    .filter((element) => element.matches('a, button, input, select, textarea, summary'))
    .map((element) => ({ element, box: findInside(element), isBar: isBar(element) }));
  return [
    ...(scrollWidth > clientWidth
      ? ['the page scrolls sideways', ...elements.filter(standsOut).slice(0, 12).map(saying('stands out'))]
      : []),
    ...elements
      .filter((element) => (hasWords(element) || isClamped(element)) && isCutOff(element))
      .map(saying('is cut off')),
    ...lines.filter(({ element, box }) => isClipped(element, box)).map(saying('is clipped')),
    ...readPairs(
      lines.filter(({ element, box }) => !isScrolledAway(element, box)),
      3,
    ),
    ...readPairs(
      controls.filter(({ element, box }) => !isScrolledAway(element, box)),
      1,
    ),
  ];
}

function hasWords(element: Element): boolean {
  return [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim());
}

/** Where a control is; of a field only what is written on, for there may be a button in its padding. */
function findInside(element: Element): Box {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const { paddingLeft, paddingRight } = getComputedStyle(element);
  if (!element.matches('input')) return { left, right, top, bottom };
  return { left: left + parseFloat(paddingLeft), right: right - parseFloat(paddingRight), top, bottom };
}

/** The lines of an element's own words. */
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

function standsOut(element: Element): boolean {
  const box = element.getBoundingClientRect();
  const isOut = box.right > document.documentElement.clientWidth + 0.5 || box.left < -0.5;
  return isOut && readFrames(element).every(({ x }) => x === 'visible');
}

/** Whether an element's own words are wider or higher than it, and the rest cannot be reached. */
function isCutOff(element: Element): boolean {
  const { overflowX, overflowY } = getComputedStyle(element);
  // the beginning of a long text may do, which stands elsewhere as a whole
  if (isClamped(element) && (element.textContent?.length ?? 0) > 100) return false;
  const isHidden = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
  return (
    (isHidden(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
    (isHidden(overflowY) && element.scrollHeight > element.clientHeight + 3)
  );
}

/** Whether a line lies in part outside of something that hides what does not fit. */
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

/** Whether only the first lines of an element are shown. */
function isClamped(element: Element): boolean {
  return getComputedStyle(element).webkitLineClamp !== 'none';
}

/** What an element lies in that hides or scrolls what does not fit. */
function readFrames(element: Element): { frame: Element; x: string; y: string }[] {
  return aboveAndItself(element)
    .slice(1)
    .map((frame) => ({ frame, style: getComputedStyle(frame) }))
    .map(({ frame, style }) => ({ frame, x: style.overflowX, y: style.overflowY }))
    .filter(({ x, y }) => x !== 'visible' || y !== 'visible');
}

function aboveAndItself(element: Element): Element[] {
  const all = [];
  for (let above: Element | null = element; above && above !== document.body; above = above.parentElement)
    all.push(above);
  return all;
}

/** Whether it belongs to what stays in view while the page moves below it. */
function isBar(element: Element): boolean {
  return aboveAndItself(element).some((above) => /fixed|sticky/.test(getComputedStyle(above).position));
}

/** The things that lie over one another by more than so many pixels, and by a quarter of a line. */
function readPairs(things: { element: Element; box: Box; isBar: boolean }[], least: number): string[] {
  const found = new Set<string>();
  things.forEach(({ element: one, box: a, isBar }, index) => {
    for (const { element: other, box: b, isBar: isOther } of things.slice(index + 1)) {
      if (isBar !== isOther) continue;
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      const quarter = Math.min(a.bottom - a.top, b.bottom - b.top) / 4;
      if (across <= least || down <= Math.max(least, quarter)) continue;
      if (one.contains(other) || other.contains(one)) continue;
      found.add(`${named(one)} lies over ${named(other)}`);
    }
  });
  return [...found];
}

function saying(what: string) {
  return (thing: Element | { element: Element }) =>
    `${what}: ${named('element' in thing ? thing.element : thing)}`;
}

function named(element: Element): string {
  return element.outerHTML.replace(/\s+/g, ' ').slice(0, 140);
}
