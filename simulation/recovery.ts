/** Measures the time from a kill until each process confirms an order, starts its payment and lists parts. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Visitor } from '../tests/support/visitor.ts';
import { placePurchase, startPayment } from './buyer.ts';
import type { Load } from './client.ts';
import { LoadStopped } from './load-control.ts';
import { readList } from './readers.ts';
import type { ShopProcess } from './shops.ts';

/** A process that takes longer has failed. */
const recoveryLimitMs = 90_000;
/** Probes run in parallel, because one may hang although the process answers the next. */
const maxProbes = 5;
const probeIntervalMs = 250;

/** The time of the slowest process in milliseconds; throws when a process ends or does not answer. */
export async function awaitRecovery(
  load: Load,
  processes: readonly ShopProcess[],
  buyer: Visitor,
  since: number,
): Promise<number> {
  const times = await Promise.all(
    processes.map(async ({ name, url, ended }) => {
      const here = { ...load, addresses: [url] };
      const works = Promise.all([
        firstSuccess(load, `${name} confirms an order and starts its payment`, async () => {
          const [order] = (await placePurchase(here, buyer)) ?? [];
          return order && (await startPayment(here, buyer, order));
        }),
        firstSuccess(load, `${name} lists parts`, () => readList(url, here)),
      ]);
      const failed = ended?.().then((how) => {
        throw new Error(`The process ${name} ended instead of recovering: ${how}`);
      });
      return Math.max(...(await Promise.race(failed ? [works, failed] : [works])));
    }),
  );
  return Math.max(...times) - since;
}

/** Retries, also while earlier attempts are pending; returns the time of the first success. */
async function firstSuccess(
  { control }: Load,
  what: string,
  attempt: () => Promise<unknown>,
): Promise<number> {
  const deadline = performance.now() + recoveryLimitMs;
  let succeededAt: number | undefined;
  let activeCount = 0;
  const failures: unknown[] = [];
  while (succeededAt === undefined) {
    if (control.isStopped()) throw new LoadStopped();
    if (performance.now() > deadline)
      throw new Error(`Waited ${recoveryLimitMs / 1000} s in vain until ${what}. ${failures.at(-1) ?? ''}`);
    if (activeCount < maxProbes) {
      activeCount += 1;
      void attempt()
        .then(
          (result) => {
            if (result) succeededAt ??= performance.now();
          },
          (error) => failures.push(error),
        )
        .finally(() => {
          activeCount -= 1;
        });
    }
    await sleep(probeIntervalMs);
  }
  return succeededAt;
}
