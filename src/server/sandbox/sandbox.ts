/** Starts the card sandbox as a process of its own, and again when it ends unasked. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sandboxFolder } from '#server/sandbox/sandbox-ledger.ts';
import { keepRunning } from '#system/keep-running.ts';
import type { Log } from '#system/log.ts';
import { StartupRefusal } from '#system/startup-refusal.ts';

export type Sandbox = { url: string; close(): Promise<void> };

export type SandboxSettings = {
  dataDir: string;
  secretKey: string;
  publishableKey: string;
  /** What it signs its events with. */
  webhookSecret: string;
  log: Log;
  /** Aborted while it is starting: it ends again. */
  signal?: AbortSignal | undefined;
};

/**
 * Starts it on a free loopback port, which it keeps for as long as the shop runs. Throws a StartupRefusal when it does not
 * start, and when the signal is aborted meanwhile.
 */
export async function startSandbox(settings: SandboxSettings): Promise<Sandbox> {
  const first = await launch(settings, 0, settings.signal);
  const kept = keepRunning(first, {
    name: 'The card sandbox',
    restart: (signal) => launch(settings, first.port, signal),
    log: settings.log,
  });
  return {
    url: `http://127.0.0.1:${first.port}`,
    async close() {
      const running = await kept.release();
      running?.child.kill('SIGTERM');
      const force = setTimeout(() => {
        settings.log('The card sandbox does not stop when asked and is ended by force.', 'warn');
        running?.child.kill('SIGKILL');
      }, stopTimeoutMs);
      await running?.ended;
      clearTimeout(force);
    },
  };
}

const main = fileURLToPath(new URL('../../../packages/sandbox/src/main.ts', import.meta.url));
const startTimeoutMs = 30_000;
const stopTimeoutMs = 2000;

type Running = { child: ChildProcess; port: number; ended: Promise<string> };

async function launch(settings: SandboxSettings, port: number, signal?: AbortSignal): Promise<Running> {
  signal?.throwIfAborted();
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      ...process.env,
      SANDBOX_PORT: String(port),
      SANDBOX_DATA: sandboxFolder(settings.dataDir),
      SANDBOX_SECRET_KEY: settings.secretKey,
      SANDBOX_PUBLISHABLE_KEY: settings.publishableKey,
      SANDBOX_WEBHOOK_SECRET: settings.webhookSecret,
    },
  });
  let complaint = '';
  child.stderr?.on('data', (text) => {
    complaint += text;
  });
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, killedBy) => resolve(killedBy ?? `code ${code}`));
    child.once('error', (error) => resolve(error.message));
  });
  const kill = () => void child.kill('SIGKILL');
  const tooLate = setTimeout(kill, startTimeoutMs);
  signal?.addEventListener('abort', kill, { once: true });
  try {
    return await new Promise((resolve, reject) => {
      child.once('message', (message) => resolve({ child, port: (message as { port: number }).port, ended }));
      void ended.then((end) => {
        reject(new StartupRefusal(`The card sandbox did not start (${end}). ${complaint.trim()}`.trim()));
      });
    });
  } finally {
    clearTimeout(tooLate);
    signal?.removeEventListener('abort', kill);
  }
}
