/** What a person does in a window: opens pages, clicks, types, reads; each waits until it is possible. */
import { until } from '../tests/support/processes.ts';
import type { Client } from './client.ts';

export type TargetKind = 'link' | 'button' | 'label';

export type Hands = {
  open(path: string): Promise<void>;
  /** Clicks the link, button or label with this name, or whose name begins with it and contains the other words. */
  click(kind: TargetKind, name: string, words?: string): Promise<void>;
  /** Replaces the values of fields, by their labels. */
  fill(fields: Record<string, string>): Promise<void>;
  /** Submits the form of the field with the focus. */
  pressEnter(): Promise<void>;
  /** Waits until the page is no longer loading. */
  untilReady(): Promise<void>;
  /** Waits until the page shows this text, in a heading or anywhere. */
  see(text: string, where?: 'heading'): Promise<void>;
};

/** The longest wait for a page on a loaded machine. */
const waitMs = 30_000;

const enterKey = '\uE006';

export function makeHands(client: Client, address: string): Hands {
  const wait = async (what: string, holds: () => Promise<boolean>) => {
    // a page that is being replaced cannot answer
    await until(what, () => holds().catch(rethrowCrash), waitMs);
  };
  const type = async (keys: string[]) => {
    const actions = keys.flatMap((value) => [
      { type: 'keyDown' as const, value },
      { type: 'keyUp' as const, value },
    ]);
    await client.perform({ type: 'key', id: 'keyboard', actions });
  };
  const fillField = async (label: string, text: string) => {
    await wait(`the field “${label}” can be filled`, () => client.run(selectField, label));
    await type([...text]);
    const value = await client.run(readFocused);
    if (value !== text) throw new Error(`The field “${label}” has “${value}” instead of “${text}”.`);
  };
  return {
    open: (path) => client.go(address + path),
    click: (kind, name, words) =>
      wait(`the ${kind} “${name}” can be clicked`, () => click(client, kind, name, words)),
    fill: async (fields) => {
      for (const [label, text] of Object.entries(fields)) await fillField(label, text);
    },
    pressEnter: () => type([enterKey]),
    untilReady: () => wait('the page has its heading', () => client.run(isReady)),
    see: (text, where) =>
      wait(`the page shows “${text}”`, () => client.run(isShown, text, where ? 'h1, h2' : '*')),
  };
}

type Target = [kind: TargetKind, name: string, words?: string];

async function click(client: Client, ...target: Target): Promise<boolean> {
  const place = await client.run(findTarget, ...target);
  if (!place) return false;
  await client.perform({
    type: 'pointer',
    id: 'mouse',
    actions: [
      { type: 'pointerMove', ...place, duration: 0 },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ],
  });
  return await client.run(readHit).catch(() => true); // it has led to another page
}

function rethrowCrash(error: Error): boolean {
  if (/crash|has ended|invalid session|no such window/i.test(error.message)) throw error;
  return false;
}

/** The center of the element, if it stands still and can be clicked there. Runs in the page. */
async function findTarget(...[kind, name, words]: Target): Promise<{ x: number; y: number } | undefined> {
  const isInTransition = document
    .getAnimations()
    .some(({ effect }) => (effect as KeyframeEffect | null)?.pseudoElement?.startsWith('::view-transition'));
  if (isInTransition) return undefined; // its pseudo-elements take the clicks
  const selector = { link: 'a[href]', button: 'button:not([disabled]), summary', label: 'label' }[kind];
  const isWanted = (element: HTMLElement) => {
    const text = (element.ariaLabel ?? element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    return words == null ? text === name : text.startsWith(name) && text.includes(words);
  };
  const target = [...document.querySelectorAll<HTMLElement>(selector)].find(
    (element) => element.checkVisibility() && isWanted(element),
  );
  if (!target) return undefined;
  target.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = target.getBoundingClientRect();
  await new Promise((resolve) => setTimeout(resolve, 100));
  const later = target.getBoundingClientRect();
  if (document.readyState !== 'complete' || later.left !== left || later.top !== top) return undefined;
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
  if (!target.contains(document.elementFromPoint(x, y))) return undefined;
  const clicked = new Promise<Event>((resolve) =>
    document.addEventListener('click', resolve, { capture: true, once: true }),
  );
  Object.assign(globalThis, { isHit: clicked.then((event) => target.contains(event.target as Node)) });
  return { x, y };
}

/** Whether the click, which may come late, has reached its target, which may have moved away; true on another page. Runs in the page. */
async function readHit(): Promise<boolean> {
  const { isHit = true } = globalThis as { isHit?: Promise<boolean> };
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, 3000, false));
  return await Promise.race([isHit, late]);
}

/** Focuses the field and selects its value; false if there is none. Runs in the page. */
function selectField(name: string): boolean {
  const label = [...document.querySelectorAll('label')].find(
    ({ control, textContent }) => control?.checkVisibility() && textContent?.trim().startsWith(name),
  );
  const field = label?.control as HTMLInputElement | undefined;
  field?.focus();
  field?.select();
  return field !== undefined && document.activeElement === field;
}

/** Runs in the page. */
function readFocused(): string {
  return (document.activeElement as HTMLInputElement).value;
}

/** Also outside of the window, where `innerText` is empty in WebKit. Runs in the page. */
function isShown(text: string, selector: string): boolean {
  const contains = ({ textContent }: Element) => textContent?.replaceAll(/\s+/g, ' ').includes(text);
  return [...document.body.querySelectorAll(selector)].some(
    (element) => contains(element) && ![...element.children].some(contains) && element.checkVisibility(),
  );
}

/** Runs in the page. */
function isReady(): boolean {
  return document.querySelector('h1') !== null && document.querySelector('.loading-circle') === null;
}
