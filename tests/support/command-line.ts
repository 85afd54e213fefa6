/** Runs commands of the command line: as child processes, or in the test's own process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { devNull } from 'node:os';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runCommand as runInProcess } from '#app/commands/run-command.ts';
import type { DatabaseAddress } from '#platform/database/connect.ts';
import { findProgram, projectRoot } from './processes.ts';

export type CommandResult = {
  code: number | null;
  output: string;
  /** Without the line that names database and folder. */
  errors: string;
  /** That line. */
  names: string;
};

/** Runs a command to its end, with PATH and this environment only. */
export function runCommand(words: string[], environment: NodeJS.ProcessEnv): Promise<CommandResult> {
  return startCommand(words, environment).ended;
}

/** As `runCommand`, without a start of a process, which takes several times as long as most commands. */
export async function runCommandHere(
  words: string[],
  environment: NodeJS.ProcessEnv,
  typed = '',
): Promise<CommandResult> {
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const printed = Promise.all([text(output), text(errors)]);
  const code = await runInProcess(words, {
    environment,
    input: Readable.from([typed]),
    output,
    errors,
    signal: new AbortController().signal,
  });
  for (const stream of [output, errors]) stream.end();
  return makeResult(code, ...(await printed));
}

function makeResult(code: number | null, output: string, printed: string): CommandResult {
  const line = /^Database: .*\n/m;
  return { code, output, errors: printed.replace(line, ''), names: line.exec(printed)?.[0].trim() ?? '' };
}

/** Starts a command; with the launcher as a process group, as a terminal does. */
export function startCommand(
  words: string[],
  environment: NodeJS.ProcessEnv,
  through: 'itself' | 'launcher' = 'itself',
) {
  const program = through === 'launcher' ? ['bin/compact.js', 'shop'] : [findProgram('command')];
  const child = spawn(process.execPath, [...program, ...words], {
    cwd: projectRoot,
    detached: through === 'launcher',
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ENV_FILE: devNull,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (text) => (output += text));
  child.stderr.on('data', (text) => (errors += text));
  /** Resolves when it has written this to standard error; rejects when it ends without. */
  const untilPrinted = (words: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => errors.includes(words) && resolve();
      look();
      child.stderr.on('data', look);
      child.once('close', () => reject(new Error(`It ended without a word of “${words}”: ${errors}`)));
    });
  const ended = once(child, 'close').then(([code]) => makeResult(code, output, errors));
  return { child, ended, untilPrinted };
}

/** The address of a database, for DATABASE_URL. */
export function readAddress(address: DatabaseAddress): string {
  if (typeof address === 'string') return address;
  const { host, port, user, database, password } = address;
  const url = new URL(`postgres://${user}@localhost:${port}/${database}`);
  if (password) url.password = password;
  url.searchParams.set('host', host); // a folder with a socket, where there is one
  return url.href;
}
