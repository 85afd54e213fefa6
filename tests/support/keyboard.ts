/** Somebody who has no mouse: reaches everything by the Tab key, and looks at every page on the way. */
import type { CDPSession, FileChooser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { findViolations } from './axe.ts';
import { type Look, readLook, readPage, type Stop, waitForRest, whatIsSeen } from './keyboard-sight.ts';

export type Keyboard = {
  page: Page;
  /** Opens an address that was typed or came by mail; everything else is reached from there. */
  open(address: string): Promise<void>;
  /** Presses Tab until what has this role and name has the focus; fails when the tab order never reaches it. */
  to(role: Role, name: Name): Promise<void>;
  /** The same, but backwards. */
  backTo(role: Role, name: Name): Promise<void>;
  /** Fails unless what has this role and name has the focus now, or gets it at once. */
  isAt(role: Role, name: Name): Promise<void>;
  /** Presses a key, waits for what it brings, and sees to it that the focus was not lost. */
  press(key: string, seen: Locator): Promise<void>;
  /** Goes to a field, replaces what it holds, and stays there. */
  write(label: Name, text: string): Promise<void>;
  /** Goes to a list of choices and down to one. */
  choose(label: Name, option: string): Promise<void>;
  /** Opens the file chooser of a field, and takes this file. */
  takeFile(label: Name, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void>;
  /** Looks at the page as it is now: axe, title, heading, width, focus. */
  look(what: string): Promise<void>;
};

export type Role = keyof typeof roles;
export type Name = string | RegExp;

/** Chromium's roles, as its accessibility tree names them. */
const roles = {
  button: /^button$/,
  link: /^link$/,
  field: /^(textbox|searchbox|spinbutton)$/,
  choice: /^combobox$/,
  summary: /^DisclosureTriangle/,
  heading: /^heading$/,
  rowheader: /^rowheader$/,
  status: /^status$/,
};

/** More stops than any page has: a tab order that goes on for longer leads nowhere. */
const mostStops = 150;

export async function makeKeyboard(page: Page): Promise<Keyboard> {
  const focus = await followFocus(page);
  const { go, keepsFocus } = focus;
  const to: Keyboard['to'] = (role, name) => go('Tab', role, name);
  return {
    page,
    to,
    backTo: (role, name) => go('Shift+Tab', role, name),
    async isAt(role, name) {
      const wanted = `the ${role} “${name}”`;
      const found = async () => {
        const stop = await focus.current();
        return isMeant(stop, role, name) ? wanted : `the ${stop.role} “${stop.name}”`;
      };
      await expect.poll(found, { message: 'what has the focus' }).toBe(wanted);
    },
    press: focus.press,
    look: lookerAt(page, keepsFocus),
    async open(address) {
      await page.goto(address);
    },
    ...fieldsBy(page, to, keepsFocus),
  };
}

/** Knows where the focus is, and goes from stop to stop. */
async function followFocus(page: Page) {
  const sight = await page.context().newCDPSession(page);
  let worked = 0; // the document in which a key was pressed last: in one that has just come the focus is nowhere yet

  async function tab(key: 'Tab' | 'Shift+Tab'): Promise<Stop> {
    const left = await readLook(page);
    worked = await readDocument(page);
    await page.keyboard.press(key);
    if (left) await expectVisibleFocus(left);
    const stop = await whatIsFocused(sight);
    if (!stop.isNothing) await expectSeen(page, stop);
    return stop;
  }

  async function go(key: 'Tab' | 'Shift+Tab', role: Role, name: Name): Promise<void> {
    const passed: Stop[] = [await whatIsFocused(sight)];
    if (isMeant(passed[0], role, name)) return;
    while (passed.length < mostStops) {
      const stop = await tab(key);
      if (isMeant(stop, role, name)) return;
      if (!stop.isNothing && passed.filter(({ id }) => id === stop.id).length > 1) break; // round once, and again
      passed.push(stop);
    }
    const way = passed.map((stop) => `${stop.role} “${stop.name}”`).join('\n');
    throw new Error(`${key} never leads to the ${role} “${name}” on ${page.url()}, only to\n${way}`);
  }

  async function keepsFocus(after: string): Promise<void> {
    const isLost = async () =>
      (await whatIsFocused(sight)).isNothing && (await readDocument(page)) === worked;
    await expect
      .poll(() => isLost().catch(() => true), { message: `the focus is lost after ${after}` })
      .toBe(false);
  }

  async function press(key: string, seen: Locator): Promise<void> {
    const before = page.url();
    worked = await readDocument(page);
    await page.keyboard.press(key);
    await seen.first().waitFor();
    await waitForRest(page);
    await keepsFocus(`${key} on ${before}`);
  }

  return { current: () => whatIsFocused(sight), go, keepsFocus, press };
}

type KeepsFocus = (after: string) => Promise<void>;

function lookerAt(page: Page, keepsFocus: KeepsFocus): Keyboard['look'] {
  const titles = new Map<string, string>();
  return async (what) => {
    await waitForRest(page);
    const seen = await readPage(page);
    const where = `${what}, ${seen.width} pixels wide`;
    expect(seen.title, `the title of ${where}`).toMatch(/\S/);
    expect(seen.headings, `the headings of the first level of ${where}`).toHaveLength(1);
    expect(seen.scrollWidth, `how wide ${where} is`).toBeLessThanOrEqual(seen.width);
    expect(titles.get(seen.title) ?? seen.path, `the page that is called ${seen.title}`).toBe(seen.path);
    titles.set(seen.title, seen.path);
    expect(await findViolations(page), where).toEqual([]);
    await keepsFocus(where);
  };
}

function fieldsBy(
  page: Page,
  to: Keyboard['to'],
  keepsFocus: KeepsFocus,
): Pick<Keyboard, 'write' | 'choose' | 'takeFile'> {
  const choosers: FileChooser[] = [];
  page.on('filechooser', (chooser) => choosers.push(chooser));
  return {
    async write(label, text) {
      await to('field', label);
      await page.keyboard.press('Control+A');
      if (text === '') await page.keyboard.press('Delete');
      else await page.keyboard.type(text);
    },
    async choose(label, option) {
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
    async takeFile(label, file) {
      await to('button', label);
      await page.keyboard.press('Enter');
      await expect.poll(() => choosers.length, { message: `file choosers of ${label}` }).toBe(1);
      await choosers.pop()?.setFiles(file);
      await keepsFocus(`a file for ${label}`);
    },
  };
}

function isMeant(stop: Stop | undefined, role: Role, name: Name): boolean {
  if (!stop || !roles[role].test(stop.role)) return false;
  return typeof name === 'string' ? stop.name === name : name.test(stop.name);
}

/** What has the focus, as assistive technology is told. */
async function whatIsFocused(sight: CDPSession): Promise<Stop> {
  const { result } = await sight.send('Runtime.evaluate', { expression: 'document.activeElement' });
  if (!result.objectId) return { role: 'nothing', name: '', id: 0, isNothing: true };
  const { nodes } = await sight.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId,
    fetchRelatives: false,
  });
  await sight.send('Runtime.releaseObject', { objectId: result.objectId });
  const [node] = nodes;
  return {
    role: String(node?.role?.value ?? ''),
    name: String(node?.name?.value ?? '')
      .replace(/\s+/g, ' ')
      .trim(),
    id: node?.backendDOMNodeId ?? 0,
    isNothing: result.className === 'HTMLBodyElement' || result.className === 'HTMLHtmlElement',
  };
}

/** What is chosen in the list that has the focus. */
function chosenOption(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    return focused instanceof HTMLSelectElement ? (focused.selectedOptions[0]?.label ?? '') : '';
  });
}

/** Tells one document from the next. */
function readDocument(page: Page): Promise<number> {
  return page.evaluate(() => performance.timeOrigin);
}

/** Compares what had the focus with itself without: somebody who looks must have seen where they were. */
async function expectVisibleFocus({ element, look, isMarked, name }: Look): Promise<void> {
  const without = await element.evaluate(whatIsSeen).catch(() => undefined); // gone with its page
  await element.dispose();
  if (!without || without.hasFocus) return;
  const differs = isMarked && without.look !== look;
  expect(differs, `something shows that “${name}” has the focus: ${look} (without: ${without.look})`).toBe(
    true,
  );
}

/** What has the focus is in the window, and not wholly below something else, a bar or a toast. */
async function expectSeen(page: Page, stop: Stop): Promise<void> {
  const isSeen = () =>
    page.evaluate(() => {
      const focused = document.activeElement;
      const boxes = [...(focused?.getClientRects() ?? [])];
      return boxes.some(({ left, right, top, bottom }) =>
        [0.1, 0.5, 0.9].some((across) =>
          [0.15, 0.5, 0.85].some((down) => {
            const hit = document.elementFromPoint(
              left + (right - left) * across,
              top + (bottom - top) * down,
            );
            return hit !== null && (focused?.contains(hit) || hit.closest('label')?.control === focused);
          }),
        ),
      );
    });
  await expect
    .poll(isSeen, { message: `${stop.role} “${stop.name}” on ${page.url()} is seen when it has the focus` })
    .toBe(true);
}
