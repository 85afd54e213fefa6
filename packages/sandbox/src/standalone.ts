/** The sandbox without a shop (`npm run sandbox`): default settings, and how to configure a Stripe SDK. */

import { fileURLToPath } from 'node:url';
import type { Config } from './config.ts';
import { API_VERSION } from './http/endpoint.ts';

/** Fixed, so that the settings of a program under development stay valid from one start to the next. */
export const standaloneDefaults = {
  SANDBOX_PORT: '12111',
  SANDBOX_DATA: fileURLToPath(new URL('../data', import.meta.url)),
  SANDBOX_SECRET_KEY: 'sk_test_card_sandbox',
  SANDBOX_PUBLISHABLE_KEY: 'pk_test_card_sandbox',
  SANDBOX_IDENTITY: 'on',
} satisfies NodeJS.ProcessEnv;

/** The lines that follow the address. */
export function describeStandalone(
  { host, folder, secretKey, publishableKey }: Config,
  port: number,
): string {
  const options = `{ host: '${host}', port: ${port}, protocol: 'http' }`;
  return [
    `  API version      ${API_VERSION}, test mode`,
    `  Secret key       ${secretKey}`,
    `  Publishable key  ${publishableKey}`,
    `  Ledger           ${folder}`,
    `  Stripe SDK       new Stripe('${secretKey}', ${options})`,
    '  Settings, test cards and what is missing: packages/sandbox/README.md. Ctrl-C stops it.',
  ].join('\n');
}
