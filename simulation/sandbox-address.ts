/** Finds the card sandbox of a shop. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { findProcesses } from '../tests/support/processes.ts';

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
