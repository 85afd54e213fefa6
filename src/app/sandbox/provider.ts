/** Opens the gateway to the card provider: Stripe, an external sandbox, or a sandbox that it starts. */
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Config } from '#app/config.ts';
import { hasDemoIdentity } from '#app/sandbox/demo-identity.ts';
import { sandboxFolder } from '#app/sandbox/sandbox-ledger.ts';
import { makeStripe, makeStripeGateway, type StripeSettings } from '#payments/provider/stripe.ts';
import { registerWebhookEndpoint } from '#payments/provider/webhook-endpoint.ts';
import { keepRunning } from '#platform/system/keep-running.ts';
import type { Log } from '#platform/system/log.ts';
import { StartupRefusal } from '#platform/system/startup-refusal.ts';

export async function openGateway(
  config: Config,
  { onFailure, log, signal }: { onFailure: StripeSettings['onFailure']; log: Log; signal?: AbortSignal },
) {
  const { webhookSecrets } = config;
  const [webhookSecret = ''] = webhookSecrets;
  const sandbox = config.stripe
    ? undefined
    : await startSandbox({
        dataDir: config.dataDir,
        log,
        signal,
        webhookSecret,
        isIdentityProvider: hasDemoIdentity(config),
        ...config.sandbox,
      });
  const keys = config.stripe ?? { ...config.sandbox, apiUrl: sandbox?.url };
  return {
    gateway: makeStripeGateway({ ...keys, webhookSecrets, onFailure }),
    sandboxUrl: keys.apiUrl,
    /** Registers the shop's webhook at the sandbox; at Stripe the owner does it. */
    async registerWebhook(address: string): Promise<void> {
      if (!keys.apiUrl) return;
      // a wildcard address is reachable on loopback
      const reachable = address.replace(/\/\/(0\.0\.0\.0|\[::\])/, '//127.0.0.1');
      await registerWebhookEndpoint(keys, { address: reachable, isOnlyShop: sandbox !== undefined });
    },
    /** Removes all payments of the sandbox; Stripe's stay. */
    async clearSandbox(): Promise<void> {
      if (keys.apiUrl) await makeStripe(keys).rawRequest('POST', '/sandbox/clear', {});
      else rmSync(sandboxFolder(config.dataDir), { recursive: true, force: true }); // of before Stripe's keys were set
    },
    close: async () => sandbox?.close(),
  };
}

type SandboxSettings = {
  dataDir: string;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  isIdentityProvider: boolean;
  log: Log;
  signal?: AbortSignal | undefined;
};

async function startSandbox(settings: SandboxSettings): Promise<{ url: string; close(): Promise<void> }> {
  const first = await launch(settings, 0, settings.signal);
  const supervised = keepRunning(first, {
    name: 'The card sandbox',
    restart: (signal) => launch(settings, first.port, signal),
    log: settings.log,
  });
  // a stop of the whole process group ends it, too
  settings.signal?.addEventListener('abort', supervised.release, { once: true });
  return {
    url: `http://127.0.0.1:${first.port}`,
    async close() {
      const running = await supervised.release();
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
  const child = spawn(process.execPath, ['--max-semi-space-size=1', main], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      ...process.env,
      SANDBOX_PORT: String(port),
      SANDBOX_DATA: sandboxFolder(settings.dataDir),
      SANDBOX_SECRET_KEY: settings.secretKey,
      SANDBOX_PUBLISHABLE_KEY: settings.publishableKey,
      SANDBOX_WEBHOOK_SECRET: settings.webhookSecret,
      SANDBOX_IDENTITY: settings.isIdentityProvider ? 'on' : 'off',
    },
  });
  let errorOutput = '';
  child.stderr?.on('data', (text) => (errorOutput += text));
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, killedBy) => resolve(killedBy ?? `code ${code}`));
    child.once('error', (error) => resolve(error.message));
  });
  const kill = () => void child.kill('SIGKILL');
  const timer = setTimeout(kill, startTimeoutMs);
  signal?.addEventListener('abort', kill, { once: true });
  try {
    return await new Promise((resolve, reject) => {
      child.once('message', (message) => resolve({ child, port: (message as { port: number }).port, ended }));
      void ended.then((end) => {
        reject(new StartupRefusal(`The card sandbox did not start (${end}). ${errorOutput.trim()}`.trim()));
      });
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', kill);
  }
}
