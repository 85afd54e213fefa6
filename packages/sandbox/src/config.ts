/** The configuration, read from environment variables at the start, and that of the sandbox without a shop. */
import { fileURLToPath } from 'node:url';

export type Config = Exclude<ReturnType<typeof readConfig>, string>;

/** The configuration, or a sentence that says what is wrong. */
export function readConfig(environment: NodeJS.ProcessEnv) {
  const host = environment.SANDBOX_HOST || '127.0.0.1';
  const port = Number(environment.SANDBOX_PORT || '0');
  const folder = environment.SANDBOX_DATA ?? '';
  const secretKey = environment.SANDBOX_SECRET_KEY ?? '';
  const publishableKey = environment.SANDBOX_PUBLISHABLE_KEY ?? '';
  const outcomePause = Number(environment.SANDBOX_OUTCOME_PAUSE || '3000');
  const retryPause = Number(environment.SANDBOX_RETRY_PAUSE || '1000');
  const webhookSecret = environment.SANDBOX_WEBHOOK_SECRET || undefined;

  const isIdentityProvider = environment.SANDBOX_IDENTITY === 'on' && /^(127\.|localhost$|::1$)/.test(host);

  if (!Number.isInteger(port) || port < 0 || port > 65535)
    return 'SANDBOX_PORT must be a port from 0 to 65535.';
  if (folder === '') return 'SANDBOX_DATA must name the folder that keeps the ledger.';
  // Only test keys: a live key that is set by mistake must not seem to work.
  if (!/^sk_test_\w{8,}$/.test(secretKey)) return 'SANDBOX_SECRET_KEY must be a key of the form sk_test_….';
  if (!/^pk_test_\w{8,}$/.test(publishableKey))
    return 'SANDBOX_PUBLISHABLE_KEY must be a key of the form pk_test_….';
  if (!isPause(outcomePause)) return 'SANDBOX_OUTCOME_PAUSE must be a number of milliseconds.';
  if (!isPause(retryPause) || retryPause === 0)
    return 'SANDBOX_RETRY_PAUSE must be a number of milliseconds.';
  if (webhookSecret !== undefined && !/^whsec_\S+$/.test(webhookSecret))
    return 'SANDBOX_WEBHOOK_SECRET must be a secret of the form whsec_….';

  return {
    host,
    /** 0 is any free port. */
    port,
    /** The folder of the ledger; it is created when it is missing. */
    folder,
    secretKey,
    publishableKey,
    /** Milliseconds until a delayed outcome happens. */
    outcomePause,
    /** Milliseconds before the first retry of a delivery; every further pause is twice as long. */
    retryPause,
    /** The secret of every new webhook endpoint; without it each gets its own. */
    webhookSecret,
    /** True when it also is an identity provider, on a loopback address only. */
    isIdentityProvider,
  };
}

function isPause(milliseconds: number): boolean {
  return Number.isInteger(milliseconds) && milliseconds >= 0 && milliseconds <= 24 * 60 * 60 * 1_000;
}

/** Fixed, so that the settings of a program under development stay valid from one start to the next. */
export const standaloneDefaults = {
  SANDBOX_PORT: '12111',
  SANDBOX_DATA: fileURLToPath(new URL('../data', import.meta.url)),
  SANDBOX_SECRET_KEY: 'sk_test_card_sandbox',
  SANDBOX_PUBLISHABLE_KEY: 'pk_test_card_sandbox',
  SANDBOX_IDENTITY: 'on',
} satisfies NodeJS.ProcessEnv;
