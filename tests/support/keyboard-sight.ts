/** Reads what a keyboard user sees: the focus indicator, and the page as a whole. */
import type { ElementHandle, Page } from 'playwright-core';

/** A stop of the tab order, from the accessibility tree. */
export type Stop = { role: string; name: string; id: number; isNothing: boolean };

/** The appearance of an element that had the focus. */
export type Look = { element: ElementHandle; look: string; isMarked: boolean; name: string };

/** The appearance of the focused element; undefined when none has the focus. */
export async function readLook(page: Page): Promise<Look | undefined> {
  const handle = await page.evaluateHandle(() => document.activeElement);
  const element = handle.asElement();
  if (!element) return undefined;
  const seen = await element.evaluate(readAppearance);
  return seen.isBody ? undefined : { element, ...seen };
}

/** Outlines and shadows of an element and its two ancestors, which may show the focus. Runs in the page. */
export async function readAppearance(element: Element) {
  const around = [element, element.parentElement, element.parentElement?.parentElement];
  const changing = around.flatMap((one) => one?.getAnimations() ?? []) as CSSTransition[];
  for (const animation of changing)
    if (/^(outline|box-shadow)/.test(animation.transitionProperty)) animation.finish();
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

/** Waits until no page is loading and no view transition is active. */
export async function waitForIdle(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      !document.querySelector('main[aria-busy=true]') &&
      !(document as { activeViewTransition?: unknown }).activeViewTransition,
  );
}

/** The page at the end of its short animations. */
export function readPage(page: Page) {
  return page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      const { effect, playState } = animation;
      if (playState === 'running' && Number(effect?.getComputedTiming().endTime) < 2000) animation.finish();
    }
    const isShown = (element: Element) => element.checkVisibility();
    return {
      title: document.title,
      /** The path, with ids replaced. */
      path: location.pathname.replace(/[0-9a-f-]{36}/, '…'),
      headings: [...document.querySelectorAll('h1')].filter(isShown).map(({ textContent }) => textContent),
      scrollWidth: document.documentElement.scrollWidth,
      width: innerWidth,
    };
  });
}
