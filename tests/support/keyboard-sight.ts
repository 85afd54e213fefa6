/** Reads what a keyboard user sees: the focus indicator, and the page as a whole. */
import type { CDPSession, Page } from 'playwright-core';

/** The focused element in the accessibility tree. */
export type Stop = { role: string; name: string; isNothing: boolean };

type Appearance = { look: string; isMarked: boolean; name: string };

/** What one press of the Tab key has shown. */
export type Move = {
  /** Identifies the document. */
  document: number;
  /** The element that had the focus, with and without it; undefined when it kept the focus or there was none. */
  left?: Appearance & { without: string };
  /** Whether the element that has the focus now can be seen. */
  isSeen: boolean;
  /** What has the focus now; undefined when nothing has. `canMatch`: what is searched for; `id`: its number in the document. */
  focused?: { id: number; name: string; canMatch: boolean };
};

/** What is searched for: a selector of the role, and the name if it is known exactly. */
export type Wanted = { selector: string; name?: string | undefined };

type Watched = Window & {
  focusedBefore?: { element: Element; appearance: Appearance } | undefined;
  stopIds?: Map<Element, number>;
};

/** Compares the element that had the focus at the last call with how it looks in the next frame, and remembers the focused one. */
export async function readMove(sight: CDPSession, wanted: Wanted): Promise<Move> {
  const functions = [compareFocus, readAppearance, isFocusSeen, canMatch];
  const { result, exceptionDetails } = await sight.send('Runtime.evaluate', {
    // a frame lays out what has come into the window, and may move it
    expression: `new Promise(requestAnimationFrame).then(() => { ${functions.join('\n')} return compareFocus(${JSON.stringify(wanted)}); })`,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) throw new Error(`The focus cannot be read: ${exceptionDetails.text}`);
  return result.value as Move;
}

/** Runs in the page, like the three below: one call for each stop, because a call costs as much as what it reads. */
function compareFocus(wanted: Wanted): Move {
  const watched = window as Watched;
  const { focusedBefore } = watched;
  const element = document.activeElement;
  const isElement = element && element !== document.body && element !== document.documentElement;
  const hasMoved = focusedBefore && focusedBefore.element !== element;
  const left = hasMoved
    ? { ...focusedBefore.appearance, without: readAppearance(focusedBefore.element).look }
    : undefined;
  const move = { document: performance.timeOrigin, ...(left ? { left } : {}), isSeen: isFocusSeen() };
  watched.focusedBefore = undefined;
  if (!isElement) return move;
  const appearance = readAppearance(element);
  watched.focusedBefore = { element, appearance };
  watched.stopIds ??= new Map();
  const id = watched.stopIds.get(element) ?? watched.stopIds.size;
  watched.stopIds.set(element, id);
  return { ...move, focused: { id, name: appearance.name, canMatch: canMatch(element, wanted) } };
}

/** False when the accessibility tree need not be asked whether this is the element. */
function canMatch(element: Element, { selector, name }: Wanted): boolean {
  if (!element.matches(selector)) return false;
  const isNamedByText = element.matches('a, button') && !element.querySelector('img, svg, [aria-label]');
  const attributes = ['aria-label', 'aria-labelledby', 'title'];
  if (name === undefined || !isNamedByText || attributes.some((one) => element.hasAttribute(one)))
    return true;
  return element.textContent?.replace(/\s/g, '') === name.replace(/\s/g, '');
}

/**
 * Gives the focus to the stop before the next one that may be wanted, so that one Tab leads there. Returns the names of all
 * stops when there is none.
 */
export async function jumpBefore(
  page: Page,
  wanted: Wanted,
  isBackwards: boolean,
): Promise<string[] | undefined> {
  const functions = [focusBefore, listStops, canMatch];
  const call = `focusBefore(${JSON.stringify(wanted)}, ${isBackwards})`;
  return (await page.evaluate(`(() => { ${functions.join('\n')} return ${call}; })()`)) ?? undefined;
}

/** Runs in the page, like the one below. */
function focusBefore(wanted: Wanted, isBackwards: boolean): string[] | undefined {
  const stops = isBackwards ? listStops().reverse() : listStops();
  const focused = document.activeElement ?? document.body;
  const direction = isBackwards ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING;
  const next = stops.findIndex((stop) => focused.compareDocumentPosition(stop) & direction);
  const order = next < 0 ? stops : [...stops.slice(next), ...stops.slice(0, next)];
  const index = order.findIndex((stop) => canMatch(stop, wanted));
  if (index < 0) return order.map((stop) => stop.getAttribute('aria-label') ?? stop.textContent ?? '');
  order[index - 1]?.focus();
  return undefined;
}

/** What the Tab key can reach. */
function listStops(): HTMLElement[] {
  const scope = document.querySelector('dialog:modal') ?? document;
  const focusable = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]';
  return [...scope.querySelectorAll<HTMLElement>(focusable)].filter(
    (element) =>
      element.tabIndex >= 0 &&
      !element.matches(':disabled, [inert] *') &&
      element.checkVisibility({ visibilityProperty: true }),
  );
}

/** A sentence for each kind of stop of which nothing shows that it has the focus, or which is not seen then. */
export async function findFocusFaults(page: Page): Promise<string[]> {
  const functions = [listFocusFaults, listStops, readAppearance, isFocusSeen];
  return await page.evaluate(`(() => { ${functions.join('\n')} return listFocusFaults(); })()`);
}

/** Runs in the page; elements of the same classes in the same kind of parent and the same region are one kind. */
async function listFocusFaults(): Promise<string[]> {
  const kinds = new Set<string>();
  const faults: string[] = [];
  for (const stop of listStops()) {
    const region = stop.closest('header, nav, main, footer, dialog, aside')?.tagName;
    const kind = [stop.tagName, stop.className, stop.parentElement?.className, region].join('; ');
    if (kinds.has(kind)) continue;
    kinds.add(kind);
    const without = readAppearance(stop).look;
    stop.focus({ focusVisible: true } as FocusOptions);
    const { look, isMarked, name } = readAppearance(stop);
    if (!isMarked || look === without) faults.push(`nothing shows that “${name}” has the focus: ${look}`);
    if (!isFocusSeen()) await new Promise(requestAnimationFrame); // lays out what has come into the window
    if (!isFocusSeen()) faults.push(`“${name}” is not seen when it has the focus`);
    stop.blur();
  }
  scrollTo(0, 0);
  return faults;
}

/** Outlines and shadows of an element and its two ancestors, which may show the focus. */
function readAppearance(element: Element): Appearance {
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
    name: `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 60)}`,
  };
}

/** Whether the focused element is in the window and not fully covered by a bar or a toast. */
export function isFocusSeen(): boolean {
  const focused = document.activeElement;
  const boxes = [...(focused?.getClientRects() ?? [])];
  return boxes.some(({ left, right, top, bottom }) =>
    [0.1, 0.5, 0.9].some((across) =>
      [0.15, 0.5, 0.85].some((down) => {
        const hit = document.elementFromPoint(left + (right - left) * across, top + (bottom - top) * down);
        return hit !== null && (focused?.contains(hit) || hit.closest('label')?.control === focused);
      }),
    ),
  );
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
