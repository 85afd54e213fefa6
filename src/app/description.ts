/** Makes openapi.json without a running shop. */
import { buildApp } from '#app/app.ts';
import { connect } from '#app/connect.ts';
import { openIsolation } from '#app/isolated/open-isolation.ts';
import { makeStripeGateway } from '#payments/provider/stripe.ts';
import { makeAccounts } from '#people/identity/accounts.ts';

export async function describeShop(): Promise<object> {
  const publicUrl = 'http://127.0.0.1:3000';
  const secret = 'only the routes count, nobody signs in here';
  const databaseAddress = 'postgres://127.0.0.1/none';
  await using db = connect(databaseAddress).db;
  await using app = await buildApp({
    services: {
      db,
      enqueue: async () => {},
      gateway: makeStripeGateway({
        secretKey: 'sk_test_none',
        publishableKey: 'pk_test_none',
        apiUrl: undefined,
        webhookSecrets: [],
        onFailure: () => {},
      }),
      images: {
        has: async () => false,
        put: async () => {},
        get: async () => undefined,
        remove: async () => undefined,
      },
      isolation: openIsolation(),
      accounts: makeAccounts(db, { publicUrl, secret, trustedOrigins: [], enqueue: async () => {} }),
      secret,
      publicUrl,
      findSocialAccounts: () => undefined,
      orderExpiryHours: 24,
      unpaidOrdersPerPerson: 10,
      reviewsFrom: 'anyone',
      makeNotices: () => [],
      checklist: { read: async () => [], run: async () => [] },
      now: () => new Date(),
    },
    catalogue: {
      current: () => undefined,
      stock: { count: () => 0, hasChanged: () => true },
      epoch: () => '',
      onChange: () => {},
      renew: () => {},
      requiredProgress: () => undefined,
      hasHeardUntil: () => false,
      close: async () => {},
    },
    databaseAddress,
    signInLimits: { attempts: 1, attemptsFromAddress: 1, signUps: 1, mails: 1, mailsInADay: 1 },
    logLevel: 'silent',
  });
  return (await app.inject('/api/openapi.json')).json();
}

/** As openapi.json has it: what fits on a line is on one, so that a change of few fields is one of few lines. */
export function formatDescription(description: object): string {
  return `${formatNode(description, '')}\n`;
}

const lineWidth = 100;

function formatNode(node: unknown, indent: string): string {
  const line = JSON.stringify(node);
  if (indent.length + line.length <= lineWidth || typeof node !== 'object' || node === null) return line;
  const inner = `${indent} `;
  const lines = Array.isArray(node)
    ? node.map((each) => inner + formatNode(each, inner))
    : Object.entries(node).map(([key, each]) => `${inner}${JSON.stringify(key)}: ${formatNode(each, inner)}`);
  const [open, close] = Array.isArray(node) ? '[]' : '{}';
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}
