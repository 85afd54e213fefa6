/** Measures how long each process takes after a kill until it confirms an order, starts its payment and lists parts again. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Visitor } from '../tests/support/visitor.ts';
import { placeOrder, startPayment } from './buyer.ts';
import type { Load } from './client.ts';
import { LoadStopped } from './load-control.ts';
import { readList } from './readers.ts';
import { type Shops, shopNames } from './shops.ts';

/** A process that takes longer counts as dead, in milliseconds. */
const recoveryLimitMs = 90_000;
/** A request that hangs must not hide a process that answers the next one: others are sent beside it. */
const probesAtOnce = 5;
const probeIntervalMs = 250;

/** The slower of both processes in milliseconds; throws what was waited for when a process ends or stays silent. */
export async function awaitRecovery(
  load: Load,
  shops: Shops,
  buyer: Visitor,
  since: number,
): Promise<number> {
  const times = await Promise.all(
    shopNames.map(async (name) => {
      const { url, process: running } = shops[name];
      const ended = running().ended.then((code) => {
        throw new Error(
          `The ${name} process ended with ${code} instead of recovering; at last it said:\n${lastLines(shops[name].output())}`,
        );
      });
      const here = { ...load, addresses: [url] };
      const works = Promise.all([
        firstSuccess(load, `the ${name} process confirms an order and starts its payment`, async () => {
          const order = await placeOrder(here, buyer);
          return order && (await startPayment(here, buyer, order));
        }),
        firstSuccess(load, `the ${name} process lists parts`, () => readList(url, here)),
      ]);
      return Math.max(...(await Promise.race([works, ended])));
    }),
  );
  return Math.max(...times) - since;
}

/** Tries again and again, whether or not earlier tries have ended; answers when the first has succeeded. */
async function firstSuccess(
  { control }: Load,
  what: string,
  attempt: () => Promise<unknown>,
): Promise<number> {
  const deadline = performance.now() + recoveryLimitMs;
  let succeededAt: number | undefined;
  let underWay = 0;
  const failures: unknown[] = [];
  while (succeededAt === undefined) {
    if (control.isStopped()) throw new LoadStopped();
    if (performance.now() > deadline)
      throw new Error(`Waited ${recoveryLimitMs / 1000} s in vain until ${what}. ${failures.at(-1) ?? ''}`);
    if (underWay < probesAtOnce) {
      underWay += 1;
      void attempt()
        .then(
          (result) => {
            if (result) succeededAt ??= performance.now();
          },
          (error) => failures.push(error),
        )
        .finally(() => {
          underWay -= 1;
        });
    }
    await sleep(probeIntervalMs);
  }
  return succeededAt;
}

function lastLines(text: string): string {
  return text
    .trim()
    .split('\n')
    .slice(-10)
    .map((line) => line.slice(0, 300))
    .join('\n');
}
