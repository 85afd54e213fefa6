/** A real shop that dies and is started again, each time on the same folder and at the same address. */
import path from 'node:path';
import { afterAll } from 'vitest';
import { freePort } from './ports.ts';
import { endShop, isLinux, killAll, type Shop, startShop } from './processes.ts';
import { makeFolder, removeFolder } from './shop-folders.ts';

export type MortalShop = {
  dataDir: string;
  /** Where it is once it has been opened. */
  readonly url: string;
  /** Starts it, and answers when it is open. */
  open(environment?: Record<string, string>): Promise<void>;
  /** Kills everything that belongs to it at once. */
  kill(): Promise<void>;
  /** Ends it in good order. */
  end(): Promise<void>;
};

/** A shop that is not running yet; after the tests of a file it is ended and its folder removed. Only for Linux. */
export function givenMortalShop(): MortalShop {
  const folder = isLinux ? makeFolder() : '';
  const dataDir = path.join(folder, 'data');
  let port: number | undefined;
  let running: Shop | undefined;

  const mortal: MortalShop = {
    dataDir,
    get url() {
      if (!running) throw new Error('The shop was never opened.');
      return running.url;
    },
    async open(env = {}) {
      port ??= await freePort();
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
    await mortal.end();
    removeFolder(folder);
  });
  return mortal;
}
