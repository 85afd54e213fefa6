/** A shop with its pages, and the browser in which it is visited. */
import type { Page } from 'playwright-core';
import { givenBrowser, type TestBrowser } from './browser.ts';
import { givenPerson, type Person } from './given.ts';
import { signIn } from './pages.ts';
import { givenShop, readWebBuild, type TestShop, type TestShopOptions } from './shop.ts';

export async function givenVisitedShop(options: TestShopOptions = {}) {
  const shop = await givenShop({ web: await readWebBuild(), ...options });
  return { shop, ...(await givenVisits(shop)) };
}

/** Of a shop that is given otherwise. */
export async function givenVisits(shop: TestShop) {
  const chromium = await givenBrowser();

  /** The page at the path, of a visitor. */
  async function visit(path: string, options?: Parameters<TestBrowser['open']>[0]): Promise<Page> {
    const page = await chromium.open(options);
    await page.goto(shop.url + path);
    return page;
  }

  /** Of a person who is logged in already, or a new one of this role; logged errors that match `expected` are allowed. */
  async function visitAs(
    person: Person | 'customer' | 'admin',
    path: string,
    expected?: RegExp,
  ): Promise<Page> {
    const visitor = typeof person === 'string' ? await givenPerson(shop, { role: person }) : person;
    const page = await signIn({ shop, chromium }, visitor, expected);
    await page.goto(shop.url + path);
    return page;
  }

  return { chromium, visit, visitAs };
}
