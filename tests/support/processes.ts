/** Starts real shops as an owner would, on folders and ports of their own, and looks after their processes. */

import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readPrinted } from './log-lines.ts';
import { freePort } from './ports.ts';

export const projectRoot = path.resolve(import.meta.dirname, '../..');

export type Shop = {
  url: string;
  launcher: ChildProcess;
  /** What it has said so far on standard output and standard error: the messages of its log lines, and plain text as it is. */
  output(): string;
  errors(): string;
  /** All that it has printed so far, as it came. */
  printed(): string;
  /** Resolves with the exit code when the command has ended. */
  ended: Promise<number | NodeJS.Signals>;
  /** Waits for /readyz; throws what was printed when the command ends before. */
  untilOpen(): Promise<void>;
};

export type ShopOptions = {
  dataDir: string;
  port?: number;
  /**
   * 'npm' as an owner types it; 'node' calls the launcher itself, so that nothing else prints; 'main' leaves the launcher
   * out, for folders that it would first make ready.
   */
  through?: 'npm' | 'node' | 'main';
  project?: string;
  uid?: number;
  env?: Record<string, string>;
  /** A command that runs the start inside of it. */
  within?: string[];
};

/** How long a start may take on a loaded machine, in milliseconds. */
export const patience = 90_000;

/** Starts the shop as a process group of its own, as a terminal does. */
export async function startShop(options: ShopOptions): Promise<Shop> {
  const port = options.port ?? (await freePort());
  const project = options.project ?? projectRoot;
  const start = {
    npm: ['npm', 'start'],
    node: ['node', path.join(project, 'bin/compact.js'), 'start'],
    main: [process.execPath, path.join(project, 'src/server/main.ts')],
  }[options.through ?? 'node'];
  const [program = '', ...args] = [...(options.within ?? []), ...start];
  const launcher = spawn(program, args, {
    cwd: project,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...cleanEnvironment(),
      PORT: String(port),
      DATA_DIR: options.dataDir,
      UNPAID_ORDERS_PER_PERSON: '0',
      ...options.env,
    },
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  });
  let output = '';
  let errors = '';
  launcher.stdout?.on('data', (text) => {
    output += text;
  });
  launcher.stderr?.on('data', (text) => {
    errors += text;
  });
  const ended = new Promise<number | NodeJS.Signals>((resolve, reject) => {
    launcher.once('error', reject);
    launcher.once('close', (code, signal) => resolve(code ?? signal ?? 1));
  });
  let hasEnded = false;
  const noteEnd = () => {
    hasEnded = true;
  };
  ended.then(noteEnd, noteEnd);

  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    launcher,
    ended,
    output: () => readPrinted(output),
    errors: () => readPrinted(errors),
    printed: () => `${output}${errors}`,
    untilOpen: async () => {
      await until('the shop is open', async () => {
        if (hasEnded)
          throw new Error(
            `The shop ended instead of opening:\n${readPrinted(output)}\n${readPrinted(errors)}`,
          );
        return (await readStatus(`${url}/readyz`)) === 200;
      });
    },
  };
}

/** What a terminal sends on Ctrl-C: SIGINT to every process of the group. */
export function pressCtrlC(shop: Shop): void {
  process.kill(-findPid(shop), 'SIGINT');
}

/** Ends the shop whatever state it is in, and everything that belongs to its data folder. */
export async function endShop(shop: Shop, dataDir: string): Promise<void> {
  shop.launcher.kill('SIGTERM');
  await Promise.race([shop.ended, sleep(20_000, undefined, { ref: false })]);
  await killAll(dataDir);
}

/** Kills everything that belongs to a data folder at once, and waits until it is gone. */
export async function killAll(dataDir: string): Promise<void> {
  await until('all processes are dead', async () => {
    const living = findProcesses(dataDir);
    for (const { pid } of living) kill(pid, 'SIGKILL');
    return living.length === 0;
  });
}

export type FoundProcess = { pid: number; command: string };

/** Only Linux tells which processes are ours; tests that must know are skipped elsewhere, and say so. */
export const isLinux = process.platform === 'linux';
export const onlyOnLinux = isLinux ? '' : ' (skipped: only Linux tells which processes are ours)';

/**
 * The living processes that belong to a data folder: they have it in their environment, in their command, or work in
 * it.
 */
export function findProcesses(dataDir: string): FoundProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      const read = (file: string) => attempt(() => readFileSync(`/proc/${name}/${file}`, 'latin1')) ?? '';
      const isZombie = /^\d+ \(.*\) Z/s.test(read('stat'));
      const folder = attempt(() => readlinkSync(`/proc/${name}/cwd`)) ?? '';
      const command = read('cmdline').replaceAll('\0', ' ').trim();
      const belongs = [folder, command, read('environ')].some((text) => text.includes(dataDir));
      return belongs && !isZombie ? [{ pid: Number(name), command }] : [];
    });
}

/** The one process of a data folder whose command contains these words, as early as it is there. */
export async function untilProcess(dataDir: string, words: string): Promise<FoundProcess> {
  let found: FoundProcess | undefined;
  await until(`a process '${words}' is there`, async () => {
    found = findProcesses(dataDir).find((one) => one.command.includes(words));
    return found !== undefined;
  });
  if (!found) throw new Error('unreachable');
  return found;
}

/** Waits until the condition holds, at most so many milliseconds; fails with what was waited for. */
export async function until(
  what: string,
  holds: () => Promise<boolean>,
  atMost: number = patience,
): Promise<void> {
  const deadline = Date.now() + atMost;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Waited ${atMost / 1000} s in vain until ${what}.`);
    await sleep(50);
  }
}

/** Signals a process that may be gone by now. */
export function kill(pid: number, signal: NodeJS.Signals): void {
  attempt(() => process.kill(pid, signal));
}

/** Neither what npm and vitest tell their children nor the settings of whoever runs the tests may steer the shop. */
function cleanEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '/tmp', TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const path = PATH.split(':').filter((folder) => !folder.includes('node_modules'));
  return {
    PATH: path.join(':'),
    HOME,
    ...(TMPDIR ? { TMPDIR } : {}),
    ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}),
  };
}

function findPid(shop: Shop): number {
  if (!shop.launcher.pid) throw new Error('The shop was never started.');
  return shop.launcher.pid;
}

async function readStatus(url: string): Promise<number | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5000) });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return undefined;
  }
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
