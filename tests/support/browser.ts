/** A real Chromium for the tests: the one that npm brings on Linux, whose version is locked; elsewhere the machine's. */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import npmChromium from '@sparticuz/chromium';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';

export type TestBrowser = {
  browser: Browser;
  /** A new page in a new, empty profile; what it complains about fails the test, unless `expected` matches it. */
  open(options?: BrowserContextOptions & { expected?: RegExp }): Promise<Page>;
};

/** Starts the browser before the tests of a file and ends it after them. */
export function givenBrowser(): TestBrowser {
  const started = {} as TestBrowser;
  const contexts: BrowserContext[] = [];
  const complaints: string[] = [];
  beforeAll(async () => {
    started.browser = await chromium.launch(await launchOptions());
    started.open = async ({ expected, ...options } = {}) => {
      const context = await started.browser.newContext({
        viewport: { width: 1280, height: 900 },
        ...options,
      });
      contexts.push(context);
      const page = await context.newPage();
      const complain = (text: string) => {
        if (!expected?.test(text)) complaints.push(text);
      };
      page.on('pageerror', (error) => complain(`page error: ${error.message}`));
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

/** How Chromium is started here: as root it has no sandbox of its own. */
export async function launchOptions() {
  const args = [
    '--no-sandbox',
    '--disable-background-networking',
    '--disable-gpu',
    '--disable-component-update',
  ];
  if (process.platform === 'linux' && process.arch === 'x64')
    return { executablePath: await unpackChromium(), args };
  return { channel: 'chrome', args };
}

/** Unpacks npm's Chromium once, into a folder of its own: in the shared temporary folder it would take any older one. */
async function unpackChromium(): Promise<string> {
  const cache = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));
  const folder = join(cache, 'chromium');
  if (!existsSync(join(folder, 'chromium'))) {
    mkdirSync(cache, { recursive: true });
    const unpacking = mkdtempSync(join(cache, 'chromium-'));
    const temporary = process.env.TMPDIR;
    process.env.TMPDIR = unpacking;
    await npmChromium.executablePath();
    if (temporary === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = temporary;
    try {
      renameSync(unpacking, folder);
    } catch {
      rmSync(unpacking, { recursive: true }); // another process was faster
    }
  }
  return join(folder, 'chromium');
}
