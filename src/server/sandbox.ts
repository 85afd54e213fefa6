/** Starts the card sandbox as a process of its own, and again when it ends unasked. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { StartupRefusal } from '#database/startup-refusal.ts';
import { sandboxFolder } from '#server/sandbox-ledger.ts';

export type Sandbox = { url: string; close(): Promise<void> };

export type SandboxSettings = {
  dataDir: string;
  secretKey: string;
  publishableKey: string;
  /** What it signs its events with. */
  webhookSecret: string;
  log: (line: string) => void;
};

/** Starts it on a free loopback port, which it keeps for as long as the shop runs. Throws a StartupRefusal. */
export async function startSandbox(settings: SandboxSettings): Promise<Sandbox> {
  let closing = false;
  let { child, port } = await launch(settings, 0);
  child.once('exit', restart);

  async function restart(): Promise<void> {
    if (closing) return;
    settings.log('The card sandbox ended; starting it again.');
    try {
      ({ child } = await launch(settings, port));
      child.once('exit', restart);
    } catch {
      setTimeout(restart, 1000).unref();
    }
  }

  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      closing = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function launch(
  settings: SandboxSettings,
  port: number,
): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../sandbox/main.ts', import.meta.url))], {
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
  return await new Promise((resolve, reject) => {
    child.once('message', (message) => resolve({ child, port: (message as { port: number }).port }));
    child.once('exit', () =>
      reject(new StartupRefusal(`The card sandbox did not start. ${complaint.trim()}`)),
    );
    child.once('error', reject);
  });
}
