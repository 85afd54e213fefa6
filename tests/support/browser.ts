/** A real Chromium for the tests of a file, whose pages may not complain; files that run in one process share it. */
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launchOptions } from './chromium.ts';

export type TestBrowser = {
  browser: Browser;
  /** A new page in a new, empty profile; what it complains about fails the test, unless `expected` matches it. */
  open(options?: BrowserContextOptions & { expected?: RegExp }): Promise<Page>;
};

/** What Chromium says when a page is left before it has faded in; no script of ours has a part in it. */
const leftEarly = /^Transition was (skipped|aborted because of invalid state)/;

/** Chromium by its additional arguments. Each ends with the process of the tests, as Playwright sees to. */
const browsers = new Map<string, Promise<Browser>>();

/** Gives the tests of a file a browser, with more arguments where they need them. */
export function givenBrowser(moreArgs: string[] = []): TestBrowser {
  const started = {} as TestBrowser;
  const contexts: BrowserContext[] = [];
  const complaints: string[] = [];
  beforeAll(async () => {
    started.browser = await getBrowser(moreArgs);
    started.open = async ({ expected, ...options } = {}) => {
      const context = await started.browser.newContext({
        viewport: { width: 1280, height: 900 },
        ...options,
      });
      contexts.push(context);
      await context.addInitScript(reportViolations);
      const page = await context.newPage();
      const complain = (text: string) => {
        if (!expected?.test(text)) complaints.push(text);
      };
      page.on('pageerror', ({ message }) => {
        if (!leftEarly.test(message)) complain(`page error: ${message}`);
      });
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning')
          complain(`console: ${message.text()}`);
      });
      return page;
    };
  });
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
    expect(complaints.splice(0), 'what the pages complained about').toEqual([]);
  });
  afterAll(async () => {
    for (const context of contexts.splice(0)) await context.close();
  });
  return started;
}

/** What the content policy has refused, also where a script catches the error. Runs in the page. */
function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
    console.error(`content policy: ${violatedDirective} refused ${blockedURI} ${sample}`),
  );
}

/** The browser of this process; a new one when there is none or it has crashed. */
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
  return await chromium.launch({ ...options, args: [...options.args, ...moreArgs] });
}
