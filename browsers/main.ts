/** The walk through the shop in the engines of Firefox and Safari: `npm run browsers [-- NAME]`. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { populateDemoShop, withThrowAwayShop } from '../bench/throw-away-shop.ts';
import type { PopulatedShop } from '../tests/support/populate-test-shop.ts';
import type { Engine, EngineKind, Window } from './client.ts';
import { firefox } from './firefox.ts';
import { type Walk, walk } from './walk.ts';
import { webKit } from './webkit.ts';

const windows: readonly Window[] = [
  { theme: 'light', width: 375, height: 760 },
  { theme: 'dark', width: 375, height: 760 },
  { theme: 'light', width: 1280, height: 800 },
  { theme: 'dark', width: 1280, height: 800 },
];

const engines: readonly EngineKind[] = [firefox, webKit];

const folder = 'data/browsers';
const [wanted = ''] = process.argv.slice(2);
const installed = engines.filter(({ name, missing }) => {
  if (!name.toLowerCase().startsWith(wanted.toLowerCase())) return false;
  if (missing) console.log(`${name}: skipped, ${missing}`);
  return !missing;
});
if (installed.length > 0)
  await withThrowAwayShop(
    async ({ address }) => {
      const shop = { address, populated: await populateDemoShop(address) };
      for (const kind of installed) await walkEngine(kind, shop);
    },
    { LOG_LEVEL: 'silent' },
  );

/** Continues with the next window when a walk has failed. */
async function walkEngine(kind: EngineKind, shop: { address: string; populated: PopulatedShop }) {
  const screenshots = join(folder, kind.name.toLowerCase());
  await mkdir(screenshots, { recursive: true });
  const engine = await kind.start();
  try {
    for (const window of windows) {
      const where = `${kind.name}, ${window.width} pixels wide, ${window.theme}`;
      try {
        const { version, looks } = await walkWindow(engine, window, { ...shop, folder: screenshots });
        console.log(
          `${where}: walked without errors, version ${version}, ${looks} screenshots in ${screenshots}`,
        );
      } catch (error) {
        process.exitCode = 1;
        console.error(`${where}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  } finally {
    await engine.close();
  }
}

async function walkWindow(engine: Engine, window: Window, given: Omit<Walk, 'client' | 'window'>) {
  const client = await engine.open(window);
  try {
    return { version: client.version, looks: await walk({ client, window, ...given }) };
  } finally {
    await client.close();
  }
}
