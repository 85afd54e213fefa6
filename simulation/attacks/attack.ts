/** What an attack on a running shop is: strangers who use its addresses alone, and what must hold meanwhile. */
import { readFileSync, writeFileSync } from 'node:fs';
import { findProcesses, type Shop } from '../../tests/support/processes.ts';
import type { StartedProvider } from '../../tests/support/started-provider.ts';
import { logInVisitor, signUpVisitor, type Visitor } from '../../tests/support/visitor.ts';

/** `small` proves by counts, bytes, processes and threads; `whole` also measures times. */
export type Size = 'small' | 'whole';

export type Target = {
  address: string;
  dataDir: string;
  size: Size;
  /** All that its processes have printed so far, unchanged. */
  printed: Shop['printed'];
  /** The shop's log-in provider, which says what it is told. */
  provider: StartedProvider;
  admin: Visitor;
  /** Signs up somebody whose address nobody confirms. */
  stranger(): Promise<Visitor>;
};

/** `figures` are for people to read; each of `faults` is a sentence about what did not hold. */
export type Outcome = { figures: string; faults: string[] };

export type Attack = {
  name: string;
  what: string;
  run(target: Target): Promise<Outcome>;
};

/** The settings of a shop that is attacked. */
export function makeSettings({ settings: { issuer, clientId, clientSecret } }: StartedProvider) {
  return { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret };
}

/** A demo shop that runs, with its administrator logged in. */
export async function aim(options: Omit<Target, 'admin' | 'stranger'>): Promise<Target> {
  const admin = await logInVisitor(options.address, {
    email: 'admin@compact.test',
    password: 'compact-demo',
  });
  let count = 0;
  const stranger = () => {
    count += 1;
    const email = `stranger-${count}@example.com`;
    return signUpVisitor(options.address, { name: `Stranger ${count}`, email, password: 'a long password' });
  };
  return { ...options, admin, stranger };
}

/** The sentences of what does not hold. */
export function listFaults(...checks: [isRight: boolean, sentence: string][]): string[] {
  return checks.filter(([isRight]) => !isRight).map(([, sentence]) => sentence);
}

/** Sends a request and reads its answer to the end. */
export async function send(
  url: string,
  init: RequestInit = {},
): Promise<{ status: number; text: string; headers: Headers }> {
  const answer = await fetch(url, { redirect: 'manual', ...init });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

/** The processor time of a process in seconds: of its first thread, which answers requests, and of all of them. */
type ProcessorTime = { first: number; all: number };

const ticksPerSecond = 100;

/** The server's process; the processes that it starts have the same data folder. */
export function findServer(dataDir: string): number {
  const server = findProcesses(dataDir).find(({ command }) =>
    /server[/.](?:main\.ts|js)|server\.js/.test(command),
  );
  if (!server) throw new Error('The server does not run.');
  return server.pid;
}

export function readProcessorTime(pid: number): ProcessorTime {
  const read = (file: string) => {
    const [user = 0, system = 0] = afterName(readFileSync(file, 'latin1')).slice(11, 13).map(Number);
    return (user + system) / ticksPerSecond;
  };
  return { first: read(`/proc/${pid}/task/${pid}/stat`), all: read(`/proc/${pid}/stat`) };
}

/** The fields of /proc/PID/stat behind the name, which may hold anything. */
function afterName(stat: string): string[] {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** The processor time of all processes of the shop in seconds, PostgreSQL included. */
export function readAllProcessorTime(dataDir: string): number {
  return findProcesses(dataDir).reduce((sum, { pid }) => {
    try {
      return sum + readProcessorTime(pid).all;
    } catch {
      return sum; // ended meanwhile
    }
  }, 0);
}

/** Watches the largest resident memory of each process until it is asked; a process may begin and end meanwhile. */
export function watchMemory(dataDir: string): () => number {
  let largest = 0;
  const readResident = (pid: number) => {
    try {
      const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
      return Number(kilobytes ?? 0) * 1024;
    } catch {
      return 0;
    }
  };
  const look = () => {
    for (const { pid } of findProcesses(dataDir)) largest = Math.max(largest, readResident(pid));
  };
  for (const { pid } of findProcesses(dataDir)) forgetPeak(pid);
  const timer = setInterval(look, 50);
  return () => {
    clearInterval(timer);
    look();
    return largest;
  };
}

/** The kernel then counts the largest resident memory anew. */
function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // ended meanwhile
  }
}

/** Asks again and again until it is stopped; returns the durations in milliseconds, sorted. */
export function askRepeatedly(url: string): () => Promise<{ durations: number[]; failed: number }> {
  let isStopped = false;
  let failed = 0;
  const durations: number[] = [];
  const asking = (async () => {
    while (!isStopped) {
      const begun = performance.now();
      const { status } = await send(url).catch(() => ({ status: 0 }));
      durations.push(performance.now() - begun);
      if (status !== 200) failed += 1;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  })();
  return async () => {
    isStopped = true;
    await asking;
    return { durations: durations.sort((a, b) => a - b), failed };
  };
}

export function quantile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
