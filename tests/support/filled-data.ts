/** The data folder of a shop that was opened and stopped, made once in a run; a copy of it saves a first start. */
import path from 'node:path';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { endShop, startShop } from './processes.ts';
import { copyData, makeFolder, removeFolder } from './shop-folders.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    filledData: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => void> {
  const folder = makeFolder();
  const dataDir = path.join(folder, 'data');
  const shop = await startShop({ dataDir });
  try {
    await shop.untilOpen();
  } finally {
    await endShop(shop, dataDir);
  }
  project.provide('filledData', dataDir);
  return () => removeFolder(folder);
}

/** Fills a data folder that does not exist yet. */
export function fillData(dataDir: string): void {
  copyData(inject('filledData'), dataDir);
}
