/** What the parts of one run share, and the crash of a process. */
import { makeGroup } from '#platform/database/group-commit.ts';
import type { PurchaseGroup } from '#purchases/use-cases/place-purchase.ts';
import type { Chance, Clock } from './chance.ts';
import { type Connections, cancelStatement, giveBack, type RealConnection } from './connections.ts';
import type { Faults } from './faults.ts';
import type { History } from './history.ts';
import type { Provider } from './provider.ts';
import { dropLost, openRequest, type Request, type Scheduler, waitUntil } from './scheduler.ts';

export type Run = {
  chance: Chance;
  clock: Clock;
  history: History;
  scheduler: Scheduler;
  faults: Faults;
  connections: Connections;
  provider: Provider;
  /** Who has which connection. */
  lent: Map<RealConnection, Request>;
  /** In flight. */
  requests: Set<Request>;
  /** What is ordered at the same time, by process. */
  purchaseGroups: Map<number, PurchaseGroup>;
};

/** When it begins is a turn of its own, so that others may arrive before. */
export function findPurchaseGroup(run: Run, process: number): PurchaseGroup {
  const known = run.purchaseGroups.get(process);
  if (known) return known;
  const group: PurchaseGroup = makeGroup({
    patienceMs: undefined,
    lockTimeoutMs: undefined,
    defer(begin) {
      const isAlive = () => run.purchaseGroups.get(process) === group;
      void waitUntil(run.scheduler, `process ${process} places`, () => true).then(() => isAlive() && begin());
    },
  });
  run.purchaseGroups.set(process, group);
  return group;
}

export function beginRequest(run: Run, fields: Pick<Request, 'name' | 'actor' | 'process'>): Request {
  const request = openRequest(fields);
  run.requests.add(request);
  return request;
}

export function nameTurn(request: Request): string {
  request.turns += 1;
  return `${request.name}.${request.turns}`;
}

/** All requests of the process end without an answer; PostgreSQL rolls their transactions back. */
export async function crash(run: Run, process: number): Promise<void> {
  run.history.add('', `process ${process} crashes`);
  run.purchaseGroups.delete(process);
  const lost = [...run.requests].filter((request) => request.process === process);
  for (const request of lost) {
    run.requests.delete(request);
    request.lose();
  }
  dropLost(run.scheduler);
  for (const [connection, request] of run.lent) {
    if (!lost.includes(request)) continue;
    await breakConnection(run, connection);
  }
}

export async function breakConnection(run: Run, connection: RealConnection): Promise<void> {
  if (connection.isBusy) await cancelStatement(run.connections, connection);
  await giveBack(run.connections, connection);
  run.lent.delete(connection);
  run.scheduler.isReleased = true;
}
