/** Finds the card sandbox of a shop, and forwards a fixed port to it. */
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { findProcesses } from '../tests/support/processes.ts';

export type SandboxForwarder = { url: string; close(): Promise<void> };

/** Forwards connections to the sandbox of this data folder; resets them while it is not running. */
export async function forwardToSandbox(dataDir: string): Promise<SandboxForwarder> {
  const open = new Set<Socket>();
  const server = createServer((shop) => {
    const port = findSandboxPort(dataDir);
    if (!port) return void shop.on('error', () => {}).resetAndDestroy();
    const sandbox = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [shop, sandbox],
      [sandbox, shop],
    ] as const) {
      open.add(from);
      from.on('error', () => {});
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The port of the sandbox of this data folder, from /proc; undefined while it is not running. */
export function findSandboxPort(dataDir: string): number | undefined {
  const pid = findSandboxProcess(dataDir)?.pid;
  if (!pid) return undefined;
  try {
    const inodes = new Set(
      readdirSync(`/proc/${pid}/fd`).flatMap(
        (file) => /socket:\[(\d+)\]/.exec(readlinkSync(`/proc/${pid}/fd/${file}`))?.[1] ?? [],
      ),
    );
    const listening = readFileSync(`/proc/${pid}/net/tcp`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .find(([, , , state, , , , , , inode]) => state === '0A' && inodes.has(inode ?? ''));
    const port = listening?.[1]?.split(':')[1];
    return port ? Number.parseInt(port, 16) : undefined;
  } catch {
    return undefined; // it has just ended
  }
}

export function findSandboxProcess(dataDir: string) {
  return findProcesses(dataDir).find(({ command }) => command.includes('build/shop/sandbox.js'));
}
