/** A Chromium for the tests of a file; errors and warnings in its pages fail the test. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launchOptions } from './chromium.ts';
import { makePagePool, type PagePool } from './page-pool.ts';

export type TestBrowser = {
  browser: Browser;
  /**
   * A page in an empty profile, for somebody who wants less motion; its errors and warnings fail the test, unless
   * `expected` matches them.
   */
  open(options?: BrowserContextOptions & { expected?: RegExp }): Promise<Page>;
};

/** For tests of what moves, and a whole sale: the cross-fade of two pages costs a third of the CPU time of a visit. */
export const withMotion = { reducedMotion: 'no-preference' } as const;

/** Browsers by their additional arguments, shared by the files of this process; Playwright closes them at its end. */
const browsers = new Map<string, Promise<Browser>>();

/** A page of a test lives for a second: optimized code costs more than it saves, about a tenth of the CPU time. */
const unoptimized = '--js-flags=--no-opt --no-maglev';

export function givenBrowser(moreArgs: string[] = []): TestBrowser {
  const started = {} as TestBrowser;
  const complaints: string[] = [];
  let pool: PagePool | undefined;
  beforeAll(async () => {
    const browser = await getBrowser(moreArgs);
    const pages = makePagePool(browser, (context) => context.addInitScript(reportViolations).then(() => {}));
    pool = pages;
    started.browser = browser;
    started.open = async ({ expected, ...options } = {}) => {
      const page = await pages.take({
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
    };
  });
  afterEach(async ({ task }) => {
    await pool?.release(task.result?.state !== 'fail');
    expect(complaints.splice(0), 'what the pages complained about').toEqual([]);
  });
  afterAll(() => pool?.close());
  return started;
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
