/** The pictures of README.md, of a demo shop with its sixty days of trade. */
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { demoAccounts } from '#app/demo.ts';
import { type DatabaseAddress, poolFields } from '#platform/database/connect.ts';
import { launchOptions } from '../tests/support/chromium.ts';
import { addSession, logInVisitor } from '../tests/support/visitor.ts';
import { ignoresSignals, withThrowAwayShop } from './throw-away-shop.ts';

const pictures = {
  list: '/parts/graphics-card',
  part: '/parts/graphics-card/msi-shadow-3x-oc-geforce-rtx-5070-ti-16-gb',
  overview: '/dashboard',
};

/** Takes them in a window of 1280 × 900 into `docs/`. */
export async function makeReadmePictures(): Promise<string> {
  const browser = await chromium.launch({ ...(await launchOptions()), ...ignoresSignals });
  try {
    return await withThrowAwayShop(
      async ({ address, database }) => {
        await waitForTrade(database);
        const admin = await logInVisitor(address, demoAccounts[0]);
        const context = await browser.newContext({
          viewport: { width: 1280, height: 900 },
          reducedMotion: 'reduce',
        });
        await addSession(context, address, admin);
        const page = await context.newPage();
        for (const [name, path] of Object.entries(pictures)) {
          await page.goto(address + path, { waitUntil: 'networkidle' });
          const file = new URL(`../docs/${name}.jpg`, import.meta.url).pathname;
          await sharp(await page.screenshot())
            .jpeg({ quality: 82, mozjpeg: true })
            .toFile(file);
        }
        return `${Object.keys(pictures).length} pictures in docs/`;
      },
      { DEMO_TRADE: 'on' },
    );
  } finally {
    await browser.close();
  }
}

async function waitForTrade(database: DatabaseAddress): Promise<void> {
  const client = new pg.Client(poolFields(database));
  await client.connect();
  try {
    const unfinished = 'select from demo_trade where finished_at is null';
    while ((await client.query(unfinished)).rowCount !== 0) await wait(500);
  } finally {
    await client.end();
  }
}
