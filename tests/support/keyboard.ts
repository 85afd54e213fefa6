/** Uses pages by keyboard only, and checks the accessibility of each page. */
import type { CDPSession, FileChooser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { findViolations } from './axe.ts';
import { givenPhoto } from './pictures.ts';

export type Keyboard = Awaited<ReturnType<typeof makeKeyboard>>;

export type Role = keyof typeof roles;
export type Name = string | RegExp;

/** The names of roles in Chromium's accessibility tree. */
const roles = {
  button: /^button$/,
  link: /^link$/,
  field: /^(textbox|searchbox|spinbutton|combobox)$/, // a field with suggestions is a combobox
  choice: /^combobox$/,
  summary: /^DisclosureTriangle/,
  heading: /^heading$/,
  rowheader: /^rowheader$/,
  status: /^status$/,
};

/** More stops than any page has. */
const maxStops = 150;

export async function makeKeyboard(page: Page) {
  const focus = await followFocus(page);
  const { go, keepsFocus } = focus;
  const to: GoTo = (role, name) => go('Tab', role, name);
  return {
    page,
    /** Presses Tab until this element has the focus; fails when the tab order never reaches it. */
    to,
    /** The same, but backwards. */
    backTo: (role: Role, name: Name) => go('Shift+Tab', role, name),
    /** Waits until this element has the focus, or fails. */
    async isAt(role: Role, name: Name): Promise<void> {
      const wanted = `the ${role} “${name}”`;
      const readCurrent = async () => {
        const stop = await focus.current();
        return isStop(stop, role, name) ? wanted : `the ${stop.role} “${stop.name}”`;
      };
      await expect.poll(readCurrent, { message: 'what has the focus' }).toBe(wanted);
    },
    /** Presses a key, waits for its effect, and checks that the focus is not lost. */
    press: focus.press,
    ...makeLooks(page, keepsFocus),
    /** Opens an address; everything else is reached from there. */
    open: async (address: string) => void (await page.goto(address)),
    ...makeFieldActions(page, { to, keepsFocus }),
  };
}

type GoTo = (role: Role, name: Name) => Promise<void>;

/** Tracks the focus while it moves from stop to stop. */
async function followFocus(page: Page) {
  const sight = await page.context().newCDPSession(page);
  let worked = 0; // the document of the last key press; a new document has no focus yet

  async function go(key: 'Tab' | 'Shift+Tab', role: Role, name: Name): Promise<void> {
    const passed: Stop[] = [];
    worked = await readDocument(page);
    for (let stop = await readFocus(sight); !isStop(stop, role, name); stop = await readFocus(sight)) {
      passed.push(stop);
      if (passed.length > maxStops) {
        const way = passed.map((each) => each.name).join('\n');
        throw new Error(`${key} never leads to the ${role} “${name}” on ${page.url()}, only to\n${way}`);
      }
      await pressTab(sight, key);
    }
  }

  async function keepsFocus(after: string): Promise<void> {
    const isLost = async () => (await readFocus(sight)).isNothing && (await readDocument(page)) === worked;
    await expect
      .poll(() => isLost().catch(() => true), { message: `the focus is lost after ${after}` })
      .toBe(false);
  }

  async function press(key: string, seen: Locator): Promise<void> {
    const before = page.url();
    worked = await readDocument(page);
    await page.keyboard.press(key);
    await seen.first().waitFor();
    await waitForIdle(page);
    await keepsFocus(`${key} on ${before}`);
  }

  return { current: () => readFocus(sight), go, keepsFocus, press };
}

type KeepsFocus = (after: string) => Promise<void>;

function makeLooks(page: Page, keepsFocus: KeepsFocus) {
  const titles = new Map<string, string>();
  const check = async (what: string, isNew: boolean) => {
    await waitForIdle(page);
    const seen = await readPage(page);
    const where = `${what}, ${seen.width} pixels wide`;
    expect(seen.title, `the title of ${where}`).toMatch(/\S/);
    expect(seen.headings, `the headings of the first level of ${where}`).toHaveLength(1);
    expect(seen.scrollWidth, `how wide ${where} is`).toBeLessThanOrEqual(seen.width);
    expect(titles.get(seen.title) ?? seen.path, `the page that is called ${seen.title}`).toBe(seen.path);
    titles.set(seen.title, seen.path);
    if (isNew) expect([...(await findViolations(page)), ...(await findFocusFaults(page))], where).toEqual([]);
    await keepsFocus(where);
  };
  return {
    /** Checks the page: title, heading, width, that every stop shows the focus, and with axe. */
    look: (what: string) => check(what, true),
    /** Title, heading and width alone, of a page whose state `pages-layout` checks. */
    glance: (what: string) => check(what, false),
  };
}

function makeFieldActions(page: Page, { to, keepsFocus }: { to: GoTo; keepsFocus: KeepsFocus }) {
  const choosers: FileChooser[] = [];
  page.on('filechooser', (chooser) => choosers.push(chooser));
  return {
    /** Goes to a field and replaces its value. */
    async write(label: Name, text: string): Promise<void> {
      await to('field', label);
      await page.keyboard.press('Control+A');
      if (text === '') await page.keyboard.press('Delete');
      else await page.keyboard.type(text);
    },
    /** Goes to a list and chooses an option. */
    async choose(label: Name, option: string): Promise<void> {
      await to('choice', label);
      await page.keyboard.press('Home');
      for (let last = ''; ; ) {
        const chosen = await chosenOption(page);
        if (chosen === option) return;
        if (chosen === last) throw new Error(`${label} has no ${option}, it ends with ${last}`);
        last = chosen;
        await page.keyboard.press('ArrowDown');
      }
    },
    /** Opens the file chooser of a field and chooses a photo. */
    async takePhoto(label: Name): Promise<void> {
      await to('button', label);
      await page.keyboard.press('Enter');
      await expect.poll(() => choosers.length, { message: `file choosers of ${label}` }).toBe(1);
      await choosers.pop()?.setFiles(await givenPhoto());
      await keepsFocus(`a file for ${label}`);
    },
  };
}

/** Only presses it: releasing it does nothing, and would be as dear. */
async function pressTab(sight: CDPSession, key: 'Tab' | 'Shift+Tab'): Promise<void> {
  await sight.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    ...{ key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 },
    modifiers: key === 'Tab' ? 0 : 8,
  });
}

function isStop(stop: Stop, role: Role, name: Name): boolean {
  if (!roles[role].test(stop.role)) return false;
  return typeof name === 'string' ? stop.name === name : name.test(stop.name);
}

/** The focused element in the accessibility tree. */
async function readFocus(sight: CDPSession): Promise<Stop> {
  const { result } = await sight.send('Runtime.evaluate', { expression: 'document.activeElement' });
  if (!result.objectId) return { role: 'nothing', name: '', isNothing: true };
  const { nodes } = await sight.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId,
    fetchRelatives: false,
  });
  sight.send('Runtime.releaseObject', { objectId: result.objectId }).catch(() => {}); // gone with its page
  const [node] = nodes;
  return {
    role: String(node?.role?.value ?? ''),
    name: String(node?.name?.value ?? '')
      .replace(/\s+/g, ' ')
      .trim(),
    isNothing: result.className === 'HTMLBodyElement' || result.className === 'HTMLHtmlElement',
  };
}

/** The selected option of the focused list. */
function chosenOption(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    return focused instanceof HTMLSelectElement ? (focused.selectedOptions[0]?.label ?? '') : '';
  });
}

/** Identifies the current document. */
function readDocument(page: Page): Promise<number> {
  return page.evaluate(() => performance.timeOrigin);
}

/** The focused element in the accessibility tree. */
type Stop = { role: string; name: string; isNothing: boolean };

type Appearance = { look: string; isMarked: boolean; name: string };

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
  const focused = document.activeElement as HTMLElement;
  focused.blur();
  const kinds = new Set<string>();
  const faults: string[] = [];
  for (const stop of listStops()) {
    const region = stop.closest('header, nav, main, footer, dialog, aside')?.tagName;
    const kind = [stop.tagName, stop.className, stop.parentElement?.className, region].join('; ');
    if (kinds.has(kind) || !stop.isConnected) continue; // a toast may have gone meanwhile
    kinds.add(kind);
    const without = readAppearance(stop).look;
    stop.focus({ focusVisible: true } as FocusOptions);
    const { look, isMarked, name } = readAppearance(stop);
    if (!isMarked || look === without) faults.push(`nothing shows that “${name}” has the focus: ${look}`);
    if (!isFocusSeen()) await new Promise(requestAnimationFrame); // lays out what has come into the window
    if (stop.isConnected && !isFocusSeen()) faults.push(`“${name}” is not seen when it has the focus`);
    stop.blur();
  }
  scrollTo(0, 0);
  focused.focus();
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
function isFocusSeen(): boolean {
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
async function waitForIdle(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      !document.querySelector('main[aria-busy=true]') &&
      !(document as { activeViewTransition?: unknown }).activeViewTransition,
  );
}

/** The page at the end of its short animations. */
function readPage(page: Page) {
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

/** Follows the link of this name and waits for `seen`. */
export async function follow(keys: Keyboard, link: string, seen: Locator): Promise<void> {
  await keys.to('link', link);
  await keys.press('Enter', seen);
}

/** Follows a link of the dashboard, on a phone by its menu; the page's heading then has the focus. */
export async function followInDashboard(keys: Keyboard, link: string, title: string): Promise<void> {
  const { page } = keys;
  const menu = page.getByText('Menu', { exact: true });
  await menu.waitFor({ state: 'attached' }); // an administrator's comes after the page
  if (await menu.isVisible()) {
    await keys.to('summary', /^Menu/);
    await keys.press('Enter', page.getByRole('link', { name: link, exact: true }));
    await keys.look(`the open menu before ${link}`);
  }
  await follow(keys, link, heading(page, title));
  await keys.isAt('heading', /./);
}

export function heading(page: Page, name: string): Locator {
  return page.getByRole('heading', { name, exact: true });
}

export function toast(page: Page, text: string): Locator {
  return page.getByRole('alert').filter({ hasText: text });
}
