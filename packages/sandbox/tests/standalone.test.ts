/** `npm run sandbox`: the sandbox without a shop, used only with what it prints. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Stripe from 'stripe';
import { afterEach, expect, test } from 'vitest';
import { readConfig, standaloneDefaults } from '../src/config.ts';

const launcher = fileURLToPath(new URL('../../../bin/compact.js', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
let launched: ChildProcess | undefined;

afterEach(async () => {
  if (launched?.exitCode === null && launched.signalCode === null) {
    launched.kill('SIGTERM');
    await once(launched, 'close');
  }
  await rm(folder, { recursive: true, force: true });
});

test('a payment is made with the official SDK and what the start prints; Ctrl-C stops the sandbox', async () => {
  const output = await launch({ SANDBOX_PORT: '0', SANDBOX_DATA: folder });
  const { hostname, port } = new URL(find(output, /listening on (\S+)/));
  const secretKey = find(output, /Secret key +(sk_test_\w+)/);
  expect(output).toContain(
    `new Stripe('${secretKey}', { host: '${hostname}', port: ${port}, protocol: 'http' })`,
  );
  expect(find(output, /Publishable key +(\S+)/)).toBe(standaloneDefaults.SANDBOX_PUBLISHABLE_KEY);
  expect(find(output, /Ledger +(\S+)/)).toBe(folder);

  const stripe = new Stripe(secretKey, { host: hostname, port, protocol: 'http' });
  const { id } = await stripe.paymentIntents.create({ amount: 2_000, currency: 'usd' });
  const paid = await stripe.paymentIntents.confirm(id, {
    payment_method: 'pm_card_visa',
    expand: ['latest_charge'],
  });
  expect(paid).toMatchObject({ status: 'succeeded', latest_charge: { paid: true, amount: 2_000 } });

  launched?.kill('SIGINT');
  expect(await once(launched as ChildProcess, 'close')).toEqual([0, null]);
  await expect(fetch(`http://${hostname}:${port}/healthz`)).rejects.toThrow();
});

test('without any setting it has a fixed port on this machine alone, and its own folder and keys', () => {
  expect(readConfig(standaloneDefaults)).toMatchObject({
    host: '127.0.0.1',
    port: 12_111,
    folder: fileURLToPath(new URL('../data', import.meta.url)),
    secretKey: 'sk_test_card_sandbox',
    publishableKey: 'pk_test_card_sandbox',
  });
});

/** Starts it as npm does; returns what it has printed once it is ready. */
async function launch(environment: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, [launcher, 'sandbox'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
  });
  launched = child;
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  child.stderr.on('data', (text) => (output += text));
  const ended = once(child, 'close').then(() => {
    throw new Error(`The sandbox did not start: ${output}`);
  });
  const isReady = expect.poll(() => output, { timeout: 50_000 }).toMatch(/Ctrl-C stops it/);
  await Promise.race([isReady, ended]);
  return output;
}

function find(text: string, pattern: RegExp): string {
  const [, value] = pattern.exec(text) ?? [];
  if (value === undefined) throw new Error(`${pattern} is not in: ${text}`);
  return value;
}
