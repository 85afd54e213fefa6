/** A real shop that can be killed and restarted on the same folder and address. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll } from 'vitest';
import { fillData } from './filled-data.ts';
import { freePort } from './ports.ts';
import { endShop, isLinux, killAll, type Shop, startShop } from './processes.ts';
import { makeFolder, removeFolder } from './shop-folders.ts';

export type KillableShop = {
  dataDir: string;
  /** Its address, after the first `open`. */
  readonly url: string;
  /** Starts it and waits until it is open. */
  open(environment?: Record<string, string>): Promise<void>;
  /** Kills all its processes. */
  kill(): Promise<void>;
  /** Stops it with SIGTERM. */
  end(): Promise<void>;
};

/** A shop that is not running yet; it is removed after the tests of a file. Linux only. */
export function givenKillableShop(): KillableShop {
  const folder = isLinux ? makeFolder() : '';
  const dataDir = path.join(folder, 'data');
  let port: number | undefined;
  let running: Shop | undefined;

  const shop: KillableShop = {
    dataDir,
    get url() {
      if (!running) throw new Error('The shop was never opened.');
      return running.url;
    },
    async open(env = {}) {
      port ??= await freePort();
      if (!existsSync(dataDir)) fillData(dataDir);
      running = await startShop({ dataDir, port, env });
      await running.untilOpen();
    },
    kill: () => killAll(dataDir),
    async end() {
      if (running) await endShop(running, dataDir);
    },
  };
  afterAll(async () => {
    if (!isLinux) return;
    await shop.end();
    removeFolder(folder);
  });
  return shop;
}
