/** A real Chromium for the tests of a file, whose pages may not complain. */
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
const leftEarly = /^Transition was skipped/;

/** Starts the browser before the tests of a file, with more arguments where they need them, and ends it after them. */
export function givenBrowser(moreArgs: string[] = []): TestBrowser {
  const started = {} as TestBrowser;
  const contexts: BrowserContext[] = [];
  const complaints: string[] = [];
  beforeAll(async () => {
    const options = await launchOptions();
    started.browser = await chromium.launch({ ...options, args: [...options.args, ...moreArgs] });
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
  afterAll(() => started.browser?.close());
  return started;
}

/** What the content policy has refused, also where a script catches the error. Runs in the page. */
function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
    console.error(`content policy: ${violatedDirective} refused ${blockedURI} ${sample}`),
  );
}
