/** What a drill does to the cluster, one thing at a time, and how it is repaired. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Dice } from '../../bench/dice.ts';
import { until } from '../../tests/support/processes.ts';
import { type Cluster, etcdNames, members, shopNames } from './cluster.ts';

export const faultKinds = [
  'primary killed',
  'primary frozen',
  'standby frozen',
  'shop killed',
  'etcd member killed',
  'HAProxy reloaded',
  'shops restarted',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export type Fault = {
  kind: FaultKind;
  /** Visitors must not notice it: no request may fail. */
  isUnnoticed?: boolean;
  /** Returns the part that it has hit. */
  strike(cluster: Cluster, dice: Dice): Promise<string>;
  repair(cluster: Cluster, part: string): Promise<unknown>;
};

const restart = (cluster: Cluster, part: string) => cluster.run('start', part);
const thaw = (cluster: Cluster, part: string) => cluster.run('thaw', part);
const nothing = async () => {};

export const faults: Fault[] = [
  {
    kind: 'primary killed',
    strike: (cluster) => hit(cluster, 'kill', cluster.run('primary')),
    repair: restart,
  },
  {
    kind: 'primary frozen',
    strike: async (cluster) => {
      const frozen = await hit(cluster, 'freeze', cluster.run('primary'));
      // it wakes up only after another has taken its place
      const readPrimary = () => cluster.run('primary').catch(() => frozen);
      await until(
        `another than ${frozen} is primary`,
        async () => (await readPrimary()) !== frozen,
        replacementLimitMs,
      );
      return frozen;
    },
    repair: thaw,
  },
  {
    kind: 'standby frozen',
    strike: async (cluster, dice) => {
      const primary = await cluster.run('primary');
      const frozen = await hit(cluster, 'freeze', dice.any(members.filter((member) => member !== primary)));
      await sleep(cutMs);
      return frozen;
    },
    repair: thaw,
  },
  {
    kind: 'shop killed',
    strike: (cluster, dice) => hit(cluster, 'kill', dice.any(shopNames)),
    repair: restart,
  },
  {
    kind: 'etcd member killed',
    strike: (cluster, dice) => hit(cluster, 'kill', dice.any(etcdNames)),
    repair: restart,
  },
  {
    kind: 'HAProxy reloaded',
    isUnnoticed: true,
    strike: async (cluster) => {
      await cluster.run('reload');
      await sleep(watchMs);
      return 'haproxy';
    },
    repair: nothing,
  },
  {
    kind: 'shops restarted',
    isUnnoticed: true,
    strike: async (cluster) => {
      await cluster.run('restart', ...shopNames);
      return shopNames.join(' and ');
    },
    repair: nothing,
  },
];

/** A standby is away for longer than PostgreSQL waits for it. */
const cutMs = 15_000;
const replacementLimitMs = 120_000;

/** How long requests are watched after a reload. */
const watchMs = 3_000;

async function hit(cluster: Cluster, how: string, part: Promise<string> | string): Promise<string> {
  const hitPart = await part;
  await cluster.run(how, hitPart);
  return hitPart;
}

/** How often each happens in a whole drill, in random order. */
const counts: Record<FaultKind, number> = {
  'primary killed': 10,
  'primary frozen': 5,
  'standby frozen': 2,
  'shop killed': 2,
  'etcd member killed': 2,
  'HAProxy reloaded': 2,
  'shops restarted': 2,
};

export function planFaults(kinds: readonly FaultKind[], dice: Dice): Fault[] {
  const planned = faults.filter(({ kind }) => kinds.includes(kind));
  return dice.shuffle(planned.flatMap((fault) => Array.from({ length: counts[fault.kind] }, () => fault)));
}
