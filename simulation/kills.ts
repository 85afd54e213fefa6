/** The processes and connections that can be killed, one at a time. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readPostmasterFile } from '#platform/postgres/postmaster.ts';
import type { Dice } from '../bench/dice.ts';
import { findProcesses, killAll } from '../tests/support/processes.ts';
import type { WireFault } from '../tests/support/tcp-proxy.ts';
import { findSandboxProcess } from './sandbox-address.ts';
import { type ShopName, type Shops, shopNames } from './shops.ts';

export const killKinds = ['server', 'postmaster', 'backend', 'sandbox', 'everything', 'wire'] as const;
export type KillKind = (typeof killKinds)[number];

/** A planned kill; `what` describes it. */
export type Kill = {
  kind: KillKind;
  what: string;
  /** Returns when the shop can start to recover, by `performance.now()`. */
  carryOut(shops: Shops, dice: Dice): Promise<number>;
};

/** Plans `count` kills in random order: first each kind once, then all equally often. */
export function planKills(count: number, kinds: readonly KillKind[], dice: Dice): Kill[] {
  const ways = dice.shuffle(everyKill.filter(({ kind }) => kinds.includes(kind)));
  const isFirstOfKind = (way: Kill) => ways.find(({ kind }) => kind === way.kind) === way;
  const plan = ways.toSorted((one, other) => Number(isFirstOfKind(other)) - Number(isFirstOfKind(one)));
  while (plan.length < count) plan.push(...dice.shuffle(ways));
  return plan.slice(0, count);
}

const wireFaults: readonly WireFault[] = ['cut', 'cut in answer', 'swallow', 'refuse', 100];

const everyKill: Kill[] = [
  ...shopNames.map(
    (name): Kill => ({
      kind: 'server',
      what: `the server of the ${name} process`,
      carryOut: killProcess((shops) => findServer(shops, name)),
    }),
  ),
  { kind: 'postmaster', what: 'the postmaster', carryOut: killProcess(findPostmaster) },
  { kind: 'backend', what: 'one process of PostgreSQL', carryOut: killProcess(findBackend) },
  {
    kind: 'sandbox',
    what: 'the card sandbox',
    carryOut: killProcess((shops) => findSandboxProcess(shops.embedded.dataDir)?.pid),
  },
  { kind: 'everything', what: 'everything in the data folder', carryOut: killEverything },
  ...wireFaults.map(
    (fault): Kill => ({
      kind: 'wire',
      what: `the wire (${typeof fault === 'number' ? `${fault} ms slower` : fault})`,
      carryOut: (shops, dice) => breakWire(shops, dice, fault),
    }),
  ),
];

function killProcess(find: (shops: Shops, dice: Dice) => number | undefined): Kill['carryOut'] {
  return async (shops, dice) => {
    const pid = find(shops, dice);
    if (!pid) throw new Error('What is to be killed is not there.');
    process.kill(pid, 'SIGKILL');
    return performance.now();
  };
}

/** Kills the launcher, too, so the simulation restarts it. */
async function killEverything({ embedded }: Shops): Promise<number> {
  await killAll(embedded.dataDir);
  const since = performance.now();
  await embedded.startAgain();
  return since;
}

const minOutageMs = 100;
const maxOutageMs = 6_000;

async function breakWire({ wire }: Shops, dice: Dice, fault: WireFault): Promise<number> {
  await wire.fail(fault);
  await sleep(minOutageMs + dice.next() ** 2 * (maxOutageMs - minOutageMs));
  await wire.heal();
  return performance.now();
}

function findServer(shops: Shops, name: ShopName): number | undefined {
  return findProcesses(shops[name].dataDir).find(({ command }) => command.includes('build/shop/server.js'))
    ?.pid;
}

function findPostmaster({ embedded }: Shops): number | undefined {
  return readPostmasterFile(path.join(embedded.dataDir, 'postgres'))?.pid;
}

/** A process that serves a connection: PostgreSQL writes user, database and peer into its command. */
function findBackend({ embedded }: Shops, dice: Dice): number | undefined {
  const backends = findProcesses(path.join(embedded.dataDir, 'postgres')).filter(({ command }) =>
    /^postgres: compact compact \[local\]/.test(command),
  );
  return backends.length > 0 ? dice.any(backends).pid : undefined;
}
