/** A process that does one task at a time, and is killed when a task takes too much memory or time. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

export type TaskLimits = { seconds: number; megabytes: number };

export type TaskRequest = { name: string; args: unknown[] };
export type TaskAnswer = { value: unknown } | { error: { message: string } & Record<string, unknown> };

/** `stopped`: a sentence for the log. */
export type TaskOutcome = TaskAnswer | { stopped: string };

export type IsolatedProcess = ReturnType<typeof startIsolatedProcess>;

export function startIsolatedProcess(program: string) {
  const limits = `ulimit -c 0; ulimit -d ${maxReservedKilobytes} 2>/dev/null`;
  const environment = passedOn.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  const child = spawn('/bin/sh', ['-c', `${limits}; exec "$0" "$@"`, process.execPath, program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
    // fewer arenas: what was freed goes back to the system
    env: { MALLOC_ARENA_MAX: '2', ...Object.fromEntries(environment) },
  });
  let reason = 'it ended unexpectedly';
  let settle: ((outcome: TaskOutcome) => void) | undefined;
  const stop = () => settle?.({ stopped: reason });
  child.on('message', (answer: TaskAnswer) => settle?.(answer));
  child.once('exit', stop).on('error', stop);

  function kill(why: string): void {
    reason = why;
    child.kill('SIGKILL');
  }

  return {
    isAlive: () => child.exitCode === null && child.signalCode === null && child.connected,
    kill,
    async run(request: TaskRequest, { seconds, megabytes }: TaskLimits): Promise<TaskOutcome> {
      const outcome = new Promise<TaskOutcome>((resolve) => {
        settle = resolve;
      });
      child.send(request, (error) => error && stop());
      using _timer = setTimeout(() => kill(`it took more than ${seconds} s`), seconds * 1000);
      using _watch = setInterval(async () => {
        if ((await readResidentMegabytes(child)) > megabytes) kill(`it took more than ${megabytes} MB`);
      }, watchMs);
      return await outcome.finally(() => {
        settle = undefined;
      });
    },
  };
}

/** In which a process takes some 100 MB at most. */
const watchMs = 50;

/**
 * The kernel's limit, for a server that is too busy to watch: Linux counts what is reserved, of which Node reserves half a
 * gigabyte before it does anything; macOS ignores it.
 */
const maxReservedKilobytes = 2_500_000;

/** Nothing else of the server's environment, which has secrets; DATA_DIR says whose process it is. */
const passedOn = ['DATA_DIR', 'NODE_COMPILE_CACHE', 'TZ'];

const execute = promisify(execFile);

/** 0 once it has ended. */
async function readResidentMegabytes({ pid }: ChildProcess): Promise<number> {
  try {
    const kilobytes =
      process.platform === 'linux'
        ? /^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]
        : (await execute('ps', ['-o', 'rss=', '-p', String(pid)])).stdout;
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}
