/** Runs the commands of the command line as processes of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { projectRoot } from './processes.ts';
import type { TestShop } from './shop.ts';

export type Ended = { code: number | null; output: string; errors: string };

/** Runs a command to its end; the environment is all that it has besides PATH. */
export function runCommand(words: string[], environment: NodeJS.ProcessEnv): Promise<Ended> {
  return startCommand(words, environment).ended;
}

export type RunningCommand = {
  child: ChildProcess;
  ended: Promise<Ended>;
  /** Resolves at the moment in which it has written this to the standard error; fails when it ends without. */
  hasSaid(words: string): Promise<void>;
};

/** Starts a command, so that a test can disturb it; through the launcher it is a process group, as on a terminal. */
export function startCommand(
  words: string[],
  environment: NodeJS.ProcessEnv,
  through: 'itself' | 'launcher' = 'itself',
): RunningCommand {
  const program = through === 'launcher' ? ['bin/compact.js', 'shop'] : ['src/cli/main.ts'];
  const child = spawn(process.execPath, [...program, ...words], {
    cwd: projectRoot,
    detached: through === 'launcher',
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (text) => {
    output += text;
  });
  child.stderr.on('data', (text) => {
    errors += text;
  });
  const hasSaid = (words: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => errors.includes(words) && resolve();
      look();
      child.stderr.on('data', look);
      child.once('close', () => reject(new Error(`It ended without a word of “${words}”: ${errors}`)));
    });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output, errors }));
  });
  return { child, ended, hasSaid };
}

/** The test shop’s database as an owner would write it. */
export function readAddress({ address }: Pick<TestShop, 'address'>): string {
  if (typeof address === 'string') return address;
  const { host, port, user, database, password } = address;
  const url = new URL(`postgres://${user}@localhost:${port}/${database}`);
  if (password) url.password = password;
  url.searchParams.set('host', host); // a folder with a socket, where there is one
  return url.href;
}
