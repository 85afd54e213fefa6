/** A Chromium for the tests of a file; errors and warnings in its pages fail the test. */
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Page,
} from 'playwright-core';
import { afterAll, afterEach, expect } from 'vitest';
import { launchOptions } from './chromium.ts';

export type TestBrowser = {
  browser: Browser;
  /**
   * A page in an empty profile, for somebody who wants less motion; its errors and warnings fail the test, unless
   * `expected` matches them.
   */
  open(options?: BrowserContextOptions & { expected?: RegExp }): Promise<Page>;
};

/** For tests of what moves: the cross-fade of two pages costs a third of the CPU time of a visit. */
export const withMotion = { reducedMotion: 'no-preference' } as const;

/** Browsers by their additional arguments, shared by the files of this process; Playwright closes them at its end. */
const browsers = new Map<string, Promise<Browser>>();

/** A page of a test lives for a second: optimized code costs more than it saves, about a tenth of the CPU time. */
const unoptimized = '--js-flags=--no-opt --no-maglev';

export async function givenBrowser(moreArgs: string[] = []): Promise<TestBrowser> {
  const browser = await getBrowser(moreArgs);
  const pool = makePagePool(browser, (context) => context.addInitScript(reportViolations).then(() => {}));
  const complaints: string[] = [];
  afterEach(async ({ task }) => {
    await pool.release(task.result?.state !== 'fail');
    expect(complaints.splice(0), 'what the pages complained about').toEqual([]);
  });
  afterAll(() => pool.close());
  return {
    browser,
    async open({ expected, ...options } = {}) {
      const page = await pool.take({
        viewport: { width: 1280, height: 900 },
        reducedMotion: 'reduce',
        ...options,
      });
      const addComplaint = (text: string) => {
        if (!expected?.test(text)) complaints.push(text);
      };
      page.on('pageerror', ({ message }) => addComplaint(`page error: ${message}`));
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning')
          addComplaint(`console: ${message.text()}`);
      });
      return page;
    },
  };
}

/** Reports violations of the content policy, also where a script catches the error. Runs in the page. */
function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
    console.error(`content policy: ${violatedDirective} refused ${blockedURI} ${sample}`),
  );
}

/** The browser of this process, or a new one if there is none or it has crashed. */
async function getBrowser(moreArgs: string[]): Promise<Browser> {
  const key = moreArgs.join(' ');
  const running = await browsers.get(key)?.catch(() => undefined);
  if (running?.isConnected()) return running;
  const launching = launchBrowser(moreArgs);
  browsers.set(key, launching);
  return await launching;
}

async function launchBrowser(moreArgs: string[]): Promise<Browser> {
  const options = await launchOptions();
  return await chromium.launch({ ...options, args: [...options.args, unoptimized, ...moreArgs] });
}

type Undo = () => Promise<unknown>;

/** The options that a page can change. */
type Look = Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'reducedMotion' | 'forcedColors'>;

type PooledPage = {
  page: Page;
  context: BrowserContext;
  /** The options that a page cannot change. */
  profile: string;
  look: Look;
  /** The origins of all documents since it was emptied. */
  origins: Set<string>;
  /** Takes back what the test has changed. */
  undos: Undo[];
  /** Whether a change cannot be taken back. */
  isSpoilt: boolean;
};

/** The events that tests listen to. */
const events = [
  'console',
  'dialog',
  'download',
  'filechooser',
  'framenavigated',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
];

/** A document of the shop without scripts, in the process of its pages. */
const emptyDocument = '/robots.txt';

/** A new page costs a process and compiles all scripts again, which is half of the CPU time of a visit. */
function makePagePool(browser: Browser, prepare: (context: BrowserContext) => Promise<void>) {
  const free: PooledPage[] = [];
  const taken: PooledPage[] = [];

  async function take(options: BrowserContextOptions): Promise<Page> {
    const { viewport, colorScheme, reducedMotion, forcedColors, ...others } = options;
    const look = { viewport, colorScheme, reducedMotion, forcedColors };
    const profile = JSON.stringify(others);
    const index = free.findIndex((pooled) => pooled.profile === profile);
    const [used] = index < 0 ? [] : free.splice(index, 1);
    const pooled = used ?? { ...(await openPage(browser, options, prepare)), profile, look };
    taken.push(pooled);
    pooled.look = look;
    if (used) await show(used.page, look);
    else recordChanges(pooled);
    const { page, origins } = pooled;
    page.on('framenavigated', (frame) => {
      const { protocol, origin } = new URL(frame.url() || 'about:blank');
      if (protocol.startsWith('http')) origins.add(origin);
    });
    return pooled.page;
  }

  /** Empties the pages that were taken, or closes them. */
  async function release(canReuse: boolean): Promise<void> {
    for (const pooled of taken.splice(0)) {
      const isEmpty = canReuse && (await empty(pooled).catch(() => false));
      if (isEmpty) free.push(pooled);
      else await pooled.context.close();
    }
  }

  async function close(): Promise<void> {
    for (const { context } of [...free.splice(0), ...taken.splice(0)]) await context.close();
  }

  return { take, release, close };
}

async function openPage(
  browser: Browser,
  options: BrowserContextOptions,
  prepare: (context: BrowserContext) => Promise<void>,
) {
  const context = await browser.newContext(options);
  await prepare(context);
  const page = await context.newPage();
  await paintCorner(page);
  if (options.javaScriptEnabled !== false) waitForApplication(page);
  return { page, context, origins: new Set<string>(), undos: [], isSpoilt: false };
}

/**
 * Paints only a corner of the window: the rest costs 6 to 17 % of the CPU time of a browser, and no test looks at pixels. Layout,
 * layout shifts, focus and clicks are those of the whole window; the wheel scrolls the page, never an element in it.
 */
async function paintCorner(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const setVisibleSize = () => session.send('Emulation.setVisibleSize', { width: 16, height: 16 });
  const setViewportSize = page.setViewportSize.bind(page);
  page.setViewportSize = async (size) => {
    await setViewportSize(size);
    await setVisibleSize();
  };
  await setVisibleSize();
}

/** The application of a hydrated page starts after its first paint: what is pressed before does nothing. */
function waitForApplication(page: Page): void {
  const isStarted = () => !document.getElementById('application') || '__reactRouterDataRouter' in window;
  for (const name of ['goto', 'reload', 'goBack', 'goForward', 'waitForURL'] as const) {
    const visit = page[name].bind(page) as (...args: unknown[]) => Promise<unknown>;
    const visitAndWait = async (...args: unknown[]) => {
      const answer = await visit(...args);
      const { waitUntil } = (args.at(-1) ?? {}) as { waitUntil?: string };
      if (waitUntil !== 'commit') while (!(await page.evaluate(isStarted))) await page.waitForTimeout(20);
      return answer;
    };
    Object.assign(page, { [name]: visitAndWait });
  }
}

async function show(page: Page, { viewport, colorScheme, reducedMotion, forcedColors }: Look): Promise<void> {
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({
    media: null,
    colorScheme: colorScheme ?? 'light',
    reducedMotion: reducedMotion ?? 'no-preference',
    forcedColors: forcedColors ?? 'none',
  });
}

/** Remembers how to take back what a test does to its page. */
function recordChanges(pooled: PooledPage): void {
  const { page, context, undos } = pooled;
  for (const target of [page, context]) {
    const addInitScript = target.addInitScript.bind(target) as Page['addInitScript'];
    target.addInitScript = async (...args: Parameters<Page['addInitScript']>) => {
      const script = await addInitScript(...args);
      undos.push(() => script.dispose());
      return script;
    };
  }
  const newPage = context.newPage.bind(context);
  context.newPage = async () => {
    const other = await newPage();
    await show(other, pooled.look);
    return other;
  };
  const newCDPSession = context.newCDPSession.bind(context);
  context.newCDPSession = async (target) => {
    const session: CDPSession = await newCDPSession(target);
    undos.push(() => session.detach());
    return session;
  };
  const install = page.clock.install.bind(page.clock);
  page.clock.install = async (options) => {
    pooled.isSpoilt = true;
    await install(options);
  };
}

/** Returns whether the page is as good as a new one. */
async function empty(pooled: PooledPage): Promise<boolean> {
  const { page, context, origins, undos, isSpoilt } = pooled;
  const { origin, protocol } = new URL(page.url());
  if (isSpoilt || !protocol.startsWith('http')) return false;
  for (const event of events) page.removeAllListeners(event);
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await page.goto(origin + emptyDocument);
  await page.evaluate(() => sessionStorage.clear());
  await context.clearCookies();
  const session = await context.newCDPSession(page);
  for (const each of origins)
    await session.send('Storage.clearDataForOrigin', { origin: each, storageTypes: 'all' });
  await session.send('Page.resetNavigationHistory');
  await session.send('Network.enable');
  // until the session ends: Chromium forgets images, of which it prefers a larger one that it has
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await takeBack(undos); // the session, too; not before, because the test's page would be laid out again
  origins.clear();
  await page.mouse.move(-1, -1);
  return true;
}

async function takeBack(undos: Undo[]): Promise<void> {
  for (const undo of undos.splice(0)) await undo();
}
