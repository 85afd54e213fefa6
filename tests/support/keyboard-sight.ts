/** What somebody who works by keyboard sees of a page: the mark of the focus, and the page as a whole. */
import type { ElementHandle, Page } from 'playwright-core';

/** A stop of the tab order, as assistive technology is told of it. */
export type Stop = { role: string; name: string; id: number; isNothing: boolean };

/** How something looked that had the focus. */
export type Look = { element: ElementHandle; look: string; isMarked: boolean; name: string };

/** How what has the focus looks now; nothing when nothing has it. */
export async function readLook(page: Page): Promise<Look | undefined> {
  const handle = await page.evaluateHandle(() => document.activeElement);
  const element = handle.asElement();
  if (!element) return undefined;
  const seen = await element.evaluate(whatIsSeen);
  return seen.isBody ? undefined : { element, ...seen };
}

/** The outlines and shadows of an element and of the two around it, for a field may be marked by its frame. Runs in the page. */
export async function whatIsSeen(element: Element) {
  const around = [element, element.parentElement, element.parentElement?.parentElement];
  const changing = around.flatMap((one) => one?.getAnimations() ?? []) as CSSTransition[];
  const marking = changing.filter(({ transitionProperty }) =>
    /^(outline|box-shadow)/.test(transitionProperty),
  );
  await Promise.race([
    Promise.allSettled(marking.map(({ finished }) => finished)),
    new Promise((resolve) => setTimeout(resolve, 1000)), // what is not rendered never ends
  ]);
  const marks = around.flatMap((one) => {
    if (!one) return [];
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(one);
    const hasOutline = outlineStyle !== 'none' && outlineWidth !== '0px' && !/[ ,/]0\)$/.test(outlineColor);
    return [hasOutline ? `${outlineWidth} ${outlineStyle} ${outlineColor}` : 'none', boxShadow];
  });
  return {
    look: marks.join('; '),
    isMarked: marks.some((mark) => mark !== 'none'),
    hasFocus: document.activeElement === element,
    isBody: element === document.body || element === document.documentElement,
    name: `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 60)}`,
  };
}

/** Waits until no page is on its way: none is loading, and none fades into the next, which the address names already. */
export async function waitForRest(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      !document.querySelector('main[aria-busy=true]') &&
      !(document as { activeViewTransition?: unknown }).activeViewTransition,
  );
}

/** The page as it is when what moves for a moment has come to rest. */
export function readPage(page: Page) {
  return page.evaluate(async () => {
    const short = document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === 'running' && Number(effect?.getComputedTiming().endTime) < 2000,
      );
    await Promise.race([
      Promise.allSettled(short.map(({ finished }) => finished)),
      new Promise((resolve) => setTimeout(resolve, 1000)), // what is not rendered never ends
    ]);
    const isShown = (element: Element) => element.checkVisibility();
    return {
      title: document.title,
      /** The address without what differs from one order or part to the next. */
      path: location.pathname.replace(/[0-9a-f-]{36}/, '…'),
      headings: [...document.querySelectorAll('h1')].filter(isShown).map(({ textContent }) => textContent),
      scrollWidth: document.documentElement.scrollWidth,
      width: innerWidth,
    };
  });
}
