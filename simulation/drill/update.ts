/** An update and the way back, seen through HAProxy: the last release and the present program serve side by side under load. */
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCommand } from '../../tests/support/command-line.ts';
import { partBody } from '../../tests/support/given.ts';
import { findLastRelease, unpackRelease } from '../../tests/support/last-release.ts';
import { projectRoot, until } from '../../tests/support/processes.ts';
import { type Load, startLoad, type Target } from '../../tests/support/rotating-load.ts';
import { signUpVisitor } from '../../tests/support/visitor.ts';
import { type Cluster, openCluster, runCluster, shopNames } from './cluster.ts';

export type Update = {
  /** Purchases that were paid, and requests that were answered, through HAProxy. */
  paid: number;
  requests: number;
  problems: string[];
};

const buyers = 6;
const stock = 100_000;
/** Before and after each restart. */
const requestsBetween = 150;

/** Throws when there is no last release, or the cluster does not start. */
export async function drillUpdate(log: (line: string) => void): Promise<Update> {
  const release = findLastRelease();
  if (typeof release === 'string') throw new Error(release);
  const folder = mkdtempSync(path.join(tmpdir(), 'compact-drill-'));
  chmodSync(folder, 0o711); // the user of PostgreSQL goes through it
  const [program, data] = [path.join(folder, 'release'), path.join(folder, 'cluster')];
  try {
    await unpackRelease(release, program);
    const cluster = await openCluster(data, program);
    log(`Both shops run release ${release.version}.`);
    return await replaceShops(cluster, { program, data, log });
  } finally {
    await runCluster(['down'], data);
    rmSync(folder, { recursive: true, force: true });
  }
}

type Means = { program: string; data: string; log(line: string): void };

async function replaceShops(cluster: Cluster, { program, data, log }: Means): Promise<Update> {
  const target: Target = { name: 'HAProxy', url: cluster.front, isInRotation: true, answered: 0, pending: 0 };
  const account = { name: 'Una Updated', email: 'una@example.com', password: 'a good password' };
  const customer = await signUpVisitor(cluster.front, account);
  const administrator = await cluster.logInAdministrator();
  const { insertedId } = await administrator.call(
    'POST',
    '/api/parts',
    partBody({ available_quantity: stock }),
  );
  const load = startLoad([target], customer, insertedId, buyers);
  const problems: string[] = [];
  try {
    for (const [what, folder] of [
      ['the present program', projectRoot],
      ['the last release again', program],
    ] as const) {
      for (const shop of shopNames) {
        await load.untilServed(requestsBetween);
        await runCluster(['restart', shop], data, folder);
        await load.untilServed(requestsBetween);
        log(`${shop} runs ${what}; ${target.answered} requests, ${load.failures.length} failed`);
      }
    }
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
  await load.stop();
  problems.push(...load.failures, ...(await countErrors(path.join(data, 'run/haproxy.sock'))));
  problems.push(...(await audit(cluster, load, data)));
  return { paid: load.paid.size, requests: target.answered, problems: [...new Set(problems)] };
}

/** By the present program, which knows all that the last release writes. */
async function audit(cluster: Cluster, load: Load, data: string): Promise<string[]> {
  const environment = { ...cluster.settings, DATA_DIR: path.join(data, 'shop1') };
  let last = '';
  try {
    await until('the audit finds no difference', async () => {
      const { code, output, errors } = await runCommand(['audit'], environment);
      last = output + errors;
      return code === 0;
    });
  } catch {
    return [last];
  }
  return load.paid.size > 0 ? [] : ['Nothing was paid.'];
}

/** Its answers of 5xx and its errors at the front, as sentences; none when it has counted none. */
async function countErrors(socketPath: string): Promise<string[]> {
  const socket = connect(socketPath);
  await once(socket, 'connect');
  socket.end('show stat\n');
  let text = '';
  for await (const chunk of socket) text += chunk;
  const [head = '', ...lines] = text.replace(/^# /, '').trim().split('\n');
  const names = head.split(',');
  const rows = lines.map((line) => {
    const values = line.split(',');
    return new Map(names.map((name, index) => [name, values[index] ?? '']));
  });
  const front = rows.find((row) => row.get('pxname') === 'shop' && row.get('svname') === 'FRONTEND');
  if (!front) return ['HAProxy has not counted what came in at the front.'];
  if (!(Number(front.get('hrsp_2xx')) > 0)) return ['HAProxy has passed nothing on.'];
  return [...front]
    .filter(([name, count]) => name === 'hrsp_5xx' && Number(count) > 0)
    .map(([, count]) => `HAProxy has answered ${count} times with 5xx.`);
}
