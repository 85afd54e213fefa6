/** The cluster of `deploy/cluster`, as the shop that a drill puts under load. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { parseEnv } from 'node:util';
import { runCommand } from '../../tests/support/command-line.ts';
import { projectRoot } from '../../tests/support/processes.ts';
import { logInVisitor, signUpVisitor } from '../../tests/support/visitor.ts';
import type { TestedShop } from '../shops.ts';

export const members = ['db1', 'db2', 'db3'] as const;
export const shopNames = ['shop1', 'shop2'] as const;
export const etcdNames = ['etcd1', 'etcd2', 'etcd3'] as const;
const defaultPort = 7000;

export type Cluster = TestedShop & {
  /** Where visitors come in: HAProxy. */
  front: string;
  /** Runs `deploy/cluster` with these words and returns what it printed; throws when it fails. */
  run(...words: string[]): Promise<string>;
  /** As `deploy/cluster env` prints it. */
  settings: NodeJS.Dict<string>;
};

/** Starts it in the folder, on the ports from CLUSTER_PORT on, and waits until it is healthy. */
export async function openCluster(folder: string, program?: string): Promise<Cluster> {
  const firstPort = Number(process.env.CLUSTER_PORT ?? defaultPort);
  const run = (...words: string[]) => runCluster(words, folder, program);
  await run('up');
  await run('wait');
  const settings = parseEnv(await run('env'));
  const environment = { ...settings, DATA_DIR: path.join(folder, 'shop1') };
  const front = `http://127.0.0.1:${firstPort}`;
  return {
    front,
    addresses: [front],
    processes: shopNames.map((name, index) => ({ name, url: `http://127.0.0.1:${firstPort + 1 + index}` })),
    async logInAdministrator() {
      const account = { email: `${randomUUID()}@example.com`, password: 'a good password' };
      await signUpVisitor(front, { name: 'Bulk Shipper', ...account });
      const { code, errors } = await runCommand(['make-admin', account.email], environment);
      if (code !== 0) throw new Error(errors);
      return await logInVisitor(front, account);
    },
    database: () => settings.DATABASE_URL ?? '',
    cardSandbox: () => ({
      port: Number(new URL(settings.STRIPE_API_URL ?? '').port),
      secretKey: settings.STRIPE_SECRET_KEY ?? '',
      publishableKey: settings.STRIPE_PUBLISHABLE_KEY ?? '',
    }),
    audit: () => runCommand(['audit'], environment),
    run,
    settings,
  };
}

/** `program`: the folder of the program that starts as a shop, unless it is this one. */
export async function runCluster(words: string[], folder: string, program = projectRoot): Promise<string> {
  const child = spawn(path.join(projectRoot, 'deploy/cluster'), words, {
    env: { ...process.env, CLUSTER_DIR: folder, CLUSTER_PROGRAM: program, UNPAID_ORDERS_PER_PERSON: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await closed;
  if (code !== 0) throw new Error(`deploy/cluster ${words.join(' ')} failed: ${errors.trim()}`);
  return output.trim();
}
