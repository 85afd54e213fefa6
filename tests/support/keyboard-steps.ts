/** Common steps by keyboard: follow links, open the dashboard's menu, wait for toasts. */
import type { Locator, Page } from 'playwright-core';
import type { Keyboard } from './keyboard.ts';
import { givenPixels } from './pictures.ts';

/** Follows the link of this name and waits for `seen`. */
export async function follow(keys: Keyboard, link: string, seen: Locator): Promise<void> {
  await keys.to('link', link);
  await keys.press('Enter', seen);
}

/** Follows a link of the dashboard, on a phone by its menu; the page's heading then has the focus. */
export async function followInDashboard(keys: Keyboard, link: string, title: string): Promise<void> {
  const { page } = keys;
  if (await page.getByText('Menu', { exact: true }).isVisible()) {
    await keys.to('summary', /^Menu/);
    await keys.press('Enter', page.getByRole('link', { name: link, exact: true }));
    await keys.look(`the open menu before ${link}`);
  }
  await follow(keys, link, heading(page, title));
  await keys.isAt('heading', /./);
}

export function heading(page: Page, name: string): Locator {
  return page.getByRole('heading', { name, exact: true });
}

export function toast(page: Page, text: string): Locator {
  return page.getByRole('alert').filter({ hasText: text });
}

export async function givenPhoto() {
  const buffer = await givenPixels(640, 480).jpeg().toBuffer();
  return { name: 'photo.jpg', mimeType: 'image/jpeg', buffer };
}
