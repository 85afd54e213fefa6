/** Starts the card sandbox as a process and calls it as the shop's server and as a browser do. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Stripe from 'stripe';
import { afterAll, onTestFinished } from 'vitest';

/** SANDBOX_PROGRAM names a bundle of it, which starts in half the time. */
const MAIN = process.env.SANDBOX_PROGRAM ?? fileURLToPath(new URL('../src/main.ts', import.meta.url));

export const SECRET_KEY = 'sk_test_51TestsOfTheSandbox';
export const PUBLISHABLE_KEY = 'pk_test_51TestsOfTheSandbox';

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

export type CardFields = { number: string; exp_month?: string; exp_year?: string; cvc?: string };

export const CARDS = {
  good: { number: '4242424242424242' },
  declined: { number: '4000000000000002' },
  poor: { number: '4000000000009995' },
  /** Requires 3-D Secure, then succeeds. */
  authenticated: { number: '4000002500003155' },
  /** Requires 3-D Secure, then has insufficient funds. */
  authenticatedPoor: { number: '4000008260003178' },
  refundedLater: { number: '4000000000007726' },
  refundFails: { number: '4000000000005126' },
  /** Is disputed as fraud after the charge. */
  disputed: { number: '4000000000000259' },
} as const;

type SandboxOptions = {
  folder?: string;
  environment?: NodeJS.ProcessEnv;
};

/** A running sandbox on a free port, with a new folder unless `folder` is set. */
export async function startSandbox(options: SandboxOptions = {}) {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'sandbox-')));
  const child = forkSandbox({ SANDBOX_DATA: folder, ...options.environment });
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));

  const started = once(child, 'message').then(([message]) => message);
  // 'close' follows the last output, 'exit' can precede it
  const failed = once(child, 'close').then(() => {
    throw new Error(`The sandbox did not start: ${output}`);
  });
  const { port }: { port: number } = await Promise.race([started, failed]).catch(async (error) => {
    if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
    throw error;
  });

  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, 'close');
    }
    return child.exitCode;
  };
  return {
    folder,
    port,
    origin: `http://127.0.0.1:${port}`,
    process: child,
    /** The official client, with the secret key and without retries. */
    stripe: stripeClient(port),
    /** Standard output and standard error so far. */
    output: () => output,
    /** Stops it with SIGTERM; returns its exit code. */
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
    /** Stops it and removes its folder. */
    remove: async () => {
      await end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The process as the shop starts it: keys and folder in the environment, an IPC channel for the port. */
export function forkSandbox(environment: NodeJS.ProcessEnv): ChildProcess {
  return fork(MAIN, [], {
    execArgv: [],
    silent: true,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      SANDBOX_SECRET_KEY: SECRET_KEY,
      SANDBOX_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
      ...environment,
    },
  });
}

export function stripeClient(port: number, key = SECRET_KEY): Stripe {
  return new Stripe(key, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

/** A payment intent, of 20 dollars by default. */
export function givenIntent(
  sandbox: Sandbox,
  parameters: Partial<Stripe.PaymentIntentCreateParams> = {},
): Promise<Stripe.Response<Stripe.PaymentIntent>> {
  return sandbox.stripe.paymentIntents.create({ amount: 2_000, currency: 'usd', ...parameters });
}

type BrowserAnswer = {
  status: number;
  headers: Headers;
  body: Record<string, unknown> & { error?: BrowserError };
};
type BrowserError = Pick<
  Stripe.PaymentIntent.LastPaymentError,
  'type' | 'code' | 'decline_code' | 'message' | 'param'
> & {
  charge?: string;
  payment_intent?: Stripe.PaymentIntent;
};

/** What a browser needs to confirm a payment. */
export type PaymentSecret = { clientSecret: string; publishableKey: string };

/** The path and the fields with which the payment page confirms a payment. */
export function cardForm(
  secret: PaymentSecret,
  { number, exp_month = '12', exp_year = String(new Date().getUTCFullYear() + 3), cvc = '123' }: CardFields,
): { path: string; fields: Record<string, string> } {
  return {
    path: `/v1/payment_intents/${parsePaymentId(secret)}/confirm`,
    fields: {
      key: secret.publishableKey,
      client_secret: secret.clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': exp_month,
      'payment_method_data[card][exp_year]': exp_year,
      'payment_method_data[card][cvc]': cvc,
    },
  };
}

export function parsePaymentId({ clientSecret }: Pick<PaymentSecret, 'clientSecret'>): string {
  return clientSecret.split('_secret_')[0] ?? '';
}

/** Confirms as the payment page does. */
export function confirmInBrowser(
  sandbox: Sandbox,
  intent: Pick<Stripe.PaymentIntent, 'id' | 'client_secret'>,
  card: CardFields,
  headers: Record<string, string> = {},
  fields: { return_url?: string } = {},
): Promise<BrowserAnswer> {
  const secret = { clientSecret: intent.client_secret ?? '', publishableKey: PUBLISHABLE_KEY };
  return post(
    sandbox,
    `/v1/payment_intents/${intent.id}/confirm`,
    {
      ...cardForm(secret, card).fields,
      'payment_method_data[billing_details][name]': 'Ada Lovelace',
      'payment_method_data[billing_details][email]': 'ada@compact.test',
      ...fields,
    },
    headers,
  );
}

/** An intent for which the card was tried. */
export async function givenPaid(
  sandbox: Sandbox,
  card: CardFields = CARDS.good,
): Promise<Stripe.PaymentIntent> {
  const intent = await givenIntent(sandbox);
  await confirmInBrowser(sandbox, intent, card);
  return intent;
}

export async function listCharges({ stripe }: Sandbox, intent: { id: string }): Promise<Stripe.Charge[]> {
  return (await stripe.charges.list({ payment_intent: intent.id })).data;
}

/** Answers the challenge as a buyer does. The response's redirect is not followed. */
export function answerChallenge(challengeUrl: string, outcome: 'complete' | 'fail'): Promise<Response> {
  return fetch(challengeUrl, {
    method: 'POST',
    body: new URLSearchParams({ outcome }),
    redirect: 'manual',
  });
}

/** Sends a form without the official client. */
export async function post(
  sandbox: Sandbox,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<BrowserAnswer> {
  const response = await fetch(sandbox.origin + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Removes the sandbox and its folder after the test. */
export async function givenSandboxOfTest(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  onTestFinished(sandbox.remove);
  return sandbox;
}

/** Removes the sandbox and its folder after the tests of the file. */
export async function givenSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  afterAll(sandbox.remove);
  return sandbox;
}
