/** A Chromium for the tests of a file; errors and warnings in its pages fail the test. */
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
  /** A page in a new, empty profile; its errors and warnings fail the test, unless `expected` matches them. */
  open(options?: BrowserContextOptions & { expected?: RegExp }): Promise<Page>;
};

/** Browsers by their additional arguments, shared by the files of this process; Playwright closes them at its end. */
const browsers = new Map<string, Promise<Browser>>();

/** A page of a test lives for a second: optimized code costs more than it saves, about a tenth of the CPU time. */
const unoptimized = '--js-flags=--no-opt --no-maglev';

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
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
    expect(complaints.splice(0), 'what the pages complained about').toEqual([]);
  });
  afterAll(async () => {
    for (const context of contexts.splice(0)) await context.close();
  });
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
