/** Starts real shops with separate folders and ports, and manages their processes. */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { devNull } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { arePagesReady } from '../../bin/launcher/pages.js';
import { readPrinted } from './log-lines.ts';

export type Shop = Awaited<ReturnType<typeof startShop>>;

export type ShopOptions = {
  dataDir: string;
  port?: number;
  /**
   * 'npm' runs `npm start`; 'node' runs the launcher directly, so that nothing else prints; 'main' runs the server without
   * the launcher, which would first install and build.
   */
  through?: 'npm' | 'node' | 'main';
  project?: string;
  uid?: number;
  env?: Record<string, string>;
  /** A command that the start command is appended to. */
  within?: string[];
};

/** The maximum duration of a start on a loaded machine. */
export const startTimeoutMs = 90_000;

/** Starts the shop as a process group, as a terminal does. */
export async function startShop(options: ShopOptions) {
  const port = options.port ?? (await freePort());
  const project = options.project ?? projectRoot;
  const start = {
    npm: ['npm', 'start'],
    node: ['node', path.join(project, 'bin/compact.js'), 'start'],
    main: [process.execPath, findProgram('server', project)],
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
      DEMO_TRADE: 'off',
      ...options.env,
    },
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  });
  let [output, errors, hasEnded] = ['', '', false];
  launcher.stdout?.on('data', (text) => (output += text));
  launcher.stderr?.on('data', (text) => (errors += text));
  const ended: Promise<number | NodeJS.Signals> = once(launcher, 'close').then(
    ([code, signal]) => code ?? signal ?? 1,
  );
  const markEnded = () => (hasEnded = true);
  ended.then(markEnded, markEnded);

  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    launcher,
    /** Resolves with the exit code when the command has ended. */
    ended,
    /** Standard output so far: the messages of log lines, other text unchanged. */
    output: () => readPrinted(output),
    errors: () => readPrinted(errors),
    /** Standard output and standard error so far, unchanged. */
    printed: () => `${output}${errors}`,
    /** Waits for /readyz; throws the output when the command ends before. */
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

/** Sends SIGINT to every process of the group, as a terminal does on Ctrl-C. */
export function pressCtrlC(shop: Shop): void {
  process.kill(-findPid(shop), 'SIGINT');
}

/** Ends the shop in any state, and every process of its data folder. */
export async function endShop(shop: Shop, dataDir: string): Promise<void> {
  shop.launcher.kill('SIGTERM');
  await Promise.race([shop.ended, sleep(20_000, undefined, { ref: false })]);
  await killAll(dataDir);
}

/**
 * Kills every process of a data folder and waits until all have ended. All are stopped first: a shop that notices that its
 * launcher is dead, while its own turn has not come, shuts its database down.
 */
export async function killAll(dataDir: string): Promise<void> {
  await until('all processes are dead', async () => {
    const living = findProcesses(dataDir);
    for (const { pid } of living) kill(pid, 'SIGSTOP');
    for (const { pid } of living) kill(pid, 'SIGKILL');
    return living.length === 0;
  });
}

export type ShopProcess = { pid: number; command: string };

/** Only Linux has /proc to find processes; tests that need it are skipped on other systems. */
export const isLinux = process.platform === 'linux';
export const onlyOnLinux = isLinux ? '' : ' (skipped: only Linux tells which processes are ours)';

/**
 * The running processes that have the data folder in their environment or command, or as working directory.
 */
export function findProcesses(dataDir: string): ShopProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      const read = (file: string) => attempt(() => readFileSync(`/proc/${name}/${file}`, 'latin1')) ?? '';
      const command = read('cmdline').replaceAll('\0', ' ').trim();
      const belongs =
        command.includes(dataDir) ||
        attempt(() => readlinkSync(`/proc/${name}/cwd`))?.includes(dataDir) ||
        (command !== '' && read('environ').includes(dataDir)); // kernel threads and zombies have neither
      const isZombie = () => /^\d+ \(.*\) Z/s.test(read('stat'));
      return belongs && !isZombie() ? [{ pid: Number(name), command }] : [];
    });
}

/** Waits for a process of a data folder whose command contains these words. */
export async function untilProcess(dataDir: string, words: string): Promise<ShopProcess> {
  let match: ShopProcess | undefined;
  await until(`a process '${words}' is there`, async () => {
    match = findProcesses(dataDir).find((one) => one.command.includes(words));
    return match !== undefined;
  });
  if (!match) throw new Error('unreachable');
  return match;
}

/** Waits until the condition holds; throws its description after the timeout in milliseconds. */
export async function until(
  what: string,
  holds: () => Promise<boolean>,
  timeoutMs: number = startTimeoutMs,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs / 1000} s in vain until ${what}.`);
    await sleep(50);
  }
}

/** Sends a signal to a process that may have ended. */
export function kill(pid: number, signal: NodeJS.Signals): void {
  attempt(() => process.kill(pid, signal));
}

/** The environment without the variables of npm, vitest and the user's settings, those of a file included. */
function cleanEnvironment(): Record<string, string> {
  const { PATH = '', HOME = '/tmp', TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const path = PATH.split(':').filter((folder) => !folder.includes('node_modules'));
  return {
    PATH: path.join(':'),
    HOME,
    ENV_FILE: devNull,
    ...(TMPDIR ? { TMPDIR } : {}),
    ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}),
  };
}

function findPid(shop: Shop): number {
  if (!shop.launcher.pid) throw new Error('The shop was never started.');
  return shop.launcher.pid;
}

/** The ids of its parts, made when the shop was first filled: the same ids are the same data. */
export async function readParts({ url }: Pick<Shop, 'url'>): Promise<string[]> {
  const answer = await fetch(`${url}/api/parts`);
  const parts = (await answer.json()) as { _id: string }[];
  if (!answer.ok || parts.length === 0) throw new Error(`${answer.status}: the shop has no parts.`);
  return parts.map((part) => part._id);
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

/** The programs of the shop that tests start: bundled as they are in a shop, and otherwise their sources. */
export const projectRoot = path.resolve(import.meta.dirname, '../..');

const sources = {
  server: 'src/app/main.ts',
  command: 'src/app/commands/main.ts',
  isolated: 'src/app/isolated/main.ts',
};
type Program = keyof typeof sources;

/** The bundle, unless it is of other sources, or of a release without bundles. */
export function findProgram(name: Program, project: string = projectRoot): string {
  const bundle = path.join(project, 'build/shop', `${name}.js`);
  const isCurrent = project === projectRoot ? isBuilt() : existsSync(bundle);
  return isCurrent ? bundle : path.join(project, sources[name]);
}

let built: boolean | undefined;

/** Hashes all sources. */
function isBuilt(): boolean {
  built ??= arePagesReady();
  return built;
}

/**
 * A free port below the ephemeral ones (from 32768 on), so that no connection of another test takes it before it is
 * used.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_768);
    if (await isFree(port)) return port;
  }
}

/** Starts a server of a test on a free port of this machine or on this one, and answers the port. */
export async function listenHere(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function isFree(port: number): Promise<boolean> {
  await using probe = createServer();
  return await listenHere(probe, port).then(
    () => true,
    () => false,
  );
}
