/** An owner at a terminal and a browser: what is typed, and how long it takes, by step. */
import { execFile, spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { until } from '../tests/support/processes.ts';

type Step = { what: string; commands: number; values: number; seconds: number };
type Surroundings = { folder: string; settings?: Record<string, string> };
type Program = { pressCtrlC(): Promise<void> };

/** Commands end, and programs start, in this time. */
const patienceMs = 10 * 60_000;

export function makeOwner(certificates: string) {
  const environment = readBareEnvironment(certificates);
  const steps: Step[] = [];
  let [commands, values] = [0, 0];

  return {
    /** Each is one row of the table. */
    async step<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
      [commands, values] = [0, 0];
      console.error(what);
      const start = performance.now();
      const result = await work();
      steps.push({ what, commands, values, seconds: (performance.now() - start) / 1000 });
      return result;
    },

    /** Types values into a page, or as options of a command. */
    fill<Values extends object>(typed: Values): Values {
      values += Object.keys(typed).length;
      return typed;
    },

    /** Types a command, and returns what it prints; throws all of that when it ends with another code. */
    type(command: string, { folder, settings }: Surroundings, code = 0): Promise<string> {
      commands += 1;
      const options = { cwd: folder, env: { ...environment, ...settings }, timeout: patienceMs };
      return new Promise((resolve, reject) => {
        execFile('sh', ['-c', command], { ...options, maxBuffer: 2 ** 26 }, (error, output, errors) => {
          if ((error?.code ?? 0) === code) resolve(output + errors);
          else reject(new Error(`${command} ended with ${error?.code}:\n${output}${errors}`));
        });
      });
    },

    /** Types a command that goes on, as a process group like a terminal's, and waits until the shop is open. */
    async start(command: string, url: string, { folder, settings }: Surroundings): Promise<Program> {
      commands += 1;
      const program = spawn('sh', ['-c', command], {
        ...{ cwd: folder, env: { ...environment, ...settings }, detached: true },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let printed = '';
      for (const stream of [program.stdout, program.stderr]) stream.on('data', (text) => (printed += text));
      let hasEnded = false;
      const ended = new Promise<void>((resolve) => program.once('close', () => resolve()));
      ended.then(() => (hasEnded = true));
      const isOpen = async () => {
        if (hasEnded) throw new Error(`${command} ended:\n${printed}`);
        const answer = await fetch(`${url}/readyz`).catch(() => undefined);
        await answer?.arrayBuffer();
        return answer?.ok === true;
      };
      await until(`${command} opens the shop`, isOpen, patienceMs);
      return {
        async pressCtrlC() {
          if (program.pid) process.kill(-program.pid, 'SIGINT');
          await ended;
        },
      };
    },

    makeTable(): string {
      const total = { what: 'in all', commands: 0, values: 0, seconds: 0 };
      for (const step of steps) {
        total.commands += step.commands;
        total.values += step.values;
        total.seconds += step.seconds;
      }
      const rows = [...steps, total].map(
        (row) => `| ${row.what} | ${row.commands} | ${row.values} | ${row.seconds.toFixed(1)} |`,
      );
      return ['| step | commands | values | s |', '| --- | --: | --: | --: |', ...rows].join('\n');
    },
  };
}

/** Without the settings and packages of whoever runs this; what leads to a registry stays. */
function readBareEnvironment(certificates: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => /^(HOME|TMPDIR|.*_proxy)$/i.test(name));
  const folders = process.env.PATH?.split(':').filter((folder) => !folder.includes('node_modules')) ?? [];
  return { ...Object.fromEntries(kept), PATH: folders.join(':'), NODE_EXTRA_CA_CERTS: certificates };
}
