/** Uses pages by keyboard only, and checks the accessibility of each page. */
import type { CDPSession, FileChooser, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { findViolations } from './axe.ts';
import {
  isFocusSeen,
  jumpBefore,
  type Move,
  readMove,
  readPage,
  type Stop,
  type Wanted,
  waitForIdle,
} from './keyboard-sight.ts';

export type Keyboard = {
  page: Page;
  /** Opens an address; everything else is reached from there. */
  open(address: string): Promise<void>;
  /** Presses Tab until this element has the focus; fails when the tab order never reaches it. */
  to(role: Role, name: Name): Promise<void>;
  /** The same, but backwards. */
  backTo(role: Role, name: Name): Promise<void>;
  /** Waits until this element has the focus, or fails. */
  isAt(role: Role, name: Name): Promise<void>;
  /** Presses a key, waits for its effect, and checks that the focus is not lost. */
  press(key: string, seen: Locator): Promise<void>;
  /** Goes to a field and replaces its value. */
  write(label: Name, text: string): Promise<void>;
  /** Goes to a list and chooses an option. */
  choose(label: Name, option: string): Promise<void>;
  /** Opens the file chooser of a field and chooses this file. */
  takeFile(label: Name, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void>;
  /** Checks the page: title, heading, width, focus, and with axe. */
  look(what: string): Promise<void>;
};

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

/** All elements that may have the role. */
const selectors: Record<Role, string> = {
  button: 'button, summary, input, [role=button]',
  link: 'a, [role=link]',
  field: 'input, textarea, [role=textbox], [role=combobox], [contenteditable]',
  choice: 'select, [role=combobox]',
  summary: 'summary',
  heading: 'h1, h2, h3, h4, h5, h6, [role=heading]',
  rowheader: 'th, [role=rowheader]',
  status: 'output, [role=status]',
};

/** More stops than any page has. */
const maxStops = 150;

/**
 * `isRepeated`: another window has made the journey with axe, by every stop, and has typed each text key by key. It goes from
 * the stop before the wanted one.
 */
export async function makeKeyboard(page: Page, { isRepeated = false } = {}): Promise<Keyboard> {
  const focus = await followFocus(page, { jumps: isRepeated });
  const { go, keepsFocus } = focus;
  const to: Keyboard['to'] = (role, name) => go('Tab', role, name);
  return {
    page,
    to,
    backTo: (role, name) => go('Shift+Tab', role, name),
    async isAt(role, name) {
      const wanted = `the ${role} “${name}”`;
      const readCurrent = async () => {
        const stop = await focus.current();
        return isStop(stop, role, name) ? wanted : `the ${stop.role} “${stop.name}”`;
      };
      await expect.poll(readCurrent, { message: 'what has the focus' }).toBe(wanted);
    },
    press: focus.press,
    look: makeLook(page, { keepsFocus, runsAxe: !isRepeated }),
    async open(address) {
      await page.goto(address);
    },
    ...makeFieldActions(page, { to, keepsFocus, typesKeys: !isRepeated }),
  };
}

/** Tracks the focus while it moves from stop to stop. */
async function followFocus(page: Page, { jumps }: { jumps: boolean }) {
  const sight = await page.context().newCDPSession(page);
  let worked = 0; // the document of the last key press; a new document has no focus yet

  async function tab(key: 'Tab' | 'Shift+Tab', wanted: Wanted): Promise<Move['focused']> {
    await pressTab(sight, key);
    const move = await readMove(sight, wanted);
    expectVisibleFocus(move);
    if (move.focused && !move.isSeen) await expectSeen(page, move.focused.name);
    return move.focused;
  }

  async function go(key: 'Tab' | 'Shift+Tab', role: Role, name: Name): Promise<void> {
    if (isStop(await readFocus(sight), role, name)) return;
    const wanted = { selector: selectors[role], name: typeof name === 'string' ? name : undefined };
    const start = await readMove(sight, wanted);
    worked = start.document;
    const passed = [start.focused];
    while (passed.length < maxStops) {
      const others = jumps ? await jumpBefore(page, wanted, key === 'Shift+Tab') : undefined;
      if (others) throw new Error(`No ${role} “${name}” is on ${page.url()}, only\n${others.join('\n')}`);
      const stop = await tab(key, wanted);
      if (stop?.canMatch && isStop(await readFocus(sight), role, name)) return;
      if (stop && passed.filter((one) => one?.id === stop.id).length > 1) break; // round once, and again
      passed.push(stop);
    }
    const way = passed.map((stop) => stop?.name ?? 'nothing').join('\n');
    throw new Error(`${key} never leads to the ${role} “${name}” on ${page.url()}, only to\n${way}`);
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

function makeLook(
  page: Page,
  { keepsFocus, runsAxe }: { keepsFocus: KeepsFocus; runsAxe: boolean },
): Keyboard['look'] {
  const titles = new Map<string, string>();
  return async (what) => {
    await waitForIdle(page);
    const seen = await readPage(page);
    const where = `${what}, ${seen.width} pixels wide`;
    expect(seen.title, `the title of ${where}`).toMatch(/\S/);
    expect(seen.headings, `the headings of the first level of ${where}`).toHaveLength(1);
    expect(seen.scrollWidth, `how wide ${where} is`).toBeLessThanOrEqual(seen.width);
    expect(titles.get(seen.title) ?? seen.path, `the page that is called ${seen.title}`).toBe(seen.path);
    titles.set(seen.title, seen.path);
    if (runsAxe) expect(await findViolations(page), where).toEqual([]);
    await keepsFocus(where);
  };
}

function makeFieldActions(
  page: Page,
  { to, keepsFocus, typesKeys }: { to: Keyboard['to']; keepsFocus: KeepsFocus; typesKeys: boolean },
): Pick<Keyboard, 'write' | 'choose' | 'takeFile'> {
  const choosers: FileChooser[] = [];
  page.on('filechooser', (chooser) => choosers.push(chooser));
  return {
    async write(label, text) {
      await to('field', label);
      await page.keyboard.press('Control+A');
      if (text === '') await page.keyboard.press('Delete');
      else if (typesKeys) await page.keyboard.type(text);
      else await page.keyboard.insertText(text);
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

/** Expects that an element that had the focus looks different without it. */
function expectVisibleFocus({ left }: Move): void {
  if (!left) return;
  const { name, look, without, isMarked } = left;
  expect(isMarked && without !== look, `something shows that “${name}” has the focus: ${look}`).toBe(true);
}

async function expectSeen(page: Page, name: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(isFocusSeen), {
      message: `“${name}” on ${page.url()} is seen when it has the focus`,
    })
    .toBe(true);
}
