/** Buyers at the processes of a shop in rotation; each request counts, and none may fail. */
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Order } from '#orders/contract/orders.ts';
import { parsePaymentId } from '#sandbox/testing/sandbox.ts';
import { orderBody } from './given.ts';
import { freePort, type Shop, type ShopOptions, startShop, until } from './processes.ts';
import { type Visitor, visitAt } from './visitor.ts';

/** A process, or a proxy in front of several. */
export type Target = {
  name: string;
  url: string;
  isInRotation: boolean;
  /** The number of finished and of pending requests. */
  answered: number;
  pending: number;
};

/** The pause between two purchases, which leaves time for starting processes. */
const pauseMs = 200;

export type Load = ReturnType<typeof startLoad>;

/** Buyers who browse, order, pay and cancel, each request at the next process in rotation. */
export function startLoad(targets: Target[], customer: Visitor, part: string, buyers = 2) {
  let isStopped = false;
  const failures: string[] = [];
  const paid = new Set<string>();
  const cancelled = new Set<string>();

  const ask = makeRequester(targets, customer, failures);

  const working = Array.from({ length: buyers }, async () => {
    for (let count = 0; !isStopped && failures.length === 0; count += 1) {
      await browse(ask, part)
        .then(() => buy(ask, part, count % 3 !== 0, { failures, paid, cancelled }))
        .catch(() => {}); // already in failures
      await sleep(pauseMs);
    }
  });

  return {
    /** Every failed request with its error. */
    failures,
    /** The orders that were confirmed as paid. */
    paid,
    cancelled,
    /** Waits until each process in rotation has answered this many more requests. */
    async untilServed(requests: number): Promise<void> {
      const goals = targets
        .filter(({ isInRotation }) => isInRotation)
        .map((target) => ({ target, goal: target.answered + requests }));
      await until('every process has served', async () => {
        if (failures.length > 0) throw new Error(failures.join('\n'));
        return goals.every(({ target, goal }) => target.answered >= goal);
      });
    },
    /** Stops after the current requests. */
    async stop(): Promise<void> {
      isStopped = true;
      await Promise.all(working);
    },
  };
}

type SendRequest = <Answer>(
  what: string,
  work: (visitor: Visitor, url: string) => Promise<Answer>,
) => Promise<Answer>;

/** Sends requests to the targets in rotation in turn. */
function makeRequester(targets: Target[], customer: Visitor, failures: string[]): SendRequest {
  let turn = 0;
  return async (what, work) => {
    const chosen = targets.filter(({ isInRotation }) => isInRotation);
    turn += 1;
    const target = chosen[turn % chosen.length];
    if (!target) throw new Error('No process is ready.');
    target.pending += 1;
    try {
      return await work(visitAt(customer, target.url), target.url);
    } catch (error) {
      failures.push(`${what} at ${target.name}: ${error} ${(error as Error).cause ?? ''}`);
      throw error;
    } finally {
      target.pending -= 1;
      target.answered += 1;
    }
  };
}

async function browse(ask: SendRequest, part: string): Promise<void> {
  for (const path of ['/', '/parts', `/api/parts/${part}`, '/readyz']) {
    await ask(path, async (_visitor, url) => {
      const answer = await fetch(url + path, { headers: { accept: 'text/html, application/json' } });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 300)}`);
    });
  }
}

/** Orders, and pays or cancels. */
async function buy(
  ask: SendRequest,
  part: string,
  isPaid: boolean,
  { failures, paid, cancelled }: Pick<Load, 'failures' | 'paid' | 'cancelled'>,
): Promise<void> {
  const order: Order = await ask('ordering', ({ call }) => call('POST', '/api/order', orderBody(part)));
  const path = `/api/my_order/${order._id}` as const;
  if (!isPaid) {
    await ask('cancelling', ({ call }) => call('DELETE', `/api/manage_order/${order._id}`));
    cancelled.add(order._id);
    return;
  }
  const secret = await ask('starting a payment', ({ call }) =>
    call('POST', '/api/create-payment-intent', { orderId: order._id }),
  );
  await ask('paying', ({ confirmCard }) => confirmCard(secret));
  const settled = { orderId: order._id, transactionId: parsePaymentId(secret) };
  const after = await ask('settling', ({ call }) => call('PATCH', path, settled));
  if (after.status === 'paid') paid.add(order._id);
  else failures.push(`order ${order._id} is ${after.status} after it was paid`);
}

/** Several processes of one shop in rotation, as behind a load balancer with health checks. */
export type Instance = Target & {
  shop: Shop | undefined;
  start(): Promise<void>;
  /** What all its processes have printed, with their logs. */
  output(): string;
};

/** One process, not yet started. It joins the rotation when it is ready. */
export async function givenInstance(name: string, options: ShopOptions): Promise<Instance> {
  const port = await freePort();
  const shops: Shop[] = [];
  const instance: Instance = {
    name,
    url: `http://127.0.0.1:${port}`,
    shop: undefined,
    isInRotation: false,
    answered: 0,
    pending: 0,
    async start() {
      instance.shop = await startShop({ ...options, port, through: 'main' });
      shops.push(instance.shop);
      await instance.shop.untilOpen();
      instance.isInRotation = true;
    },
    output: () => shops.map((shop) => shop.printed()).join('\n'),
  };
  return instance;
}

/**
 * Stops a process as an update does: it leaves the rotation, then gets SIGTERM during an order. Returns the status of that
 * order.
 */
export async function endInstance(instance: Instance, customer: Visitor, part: string): Promise<number> {
  instance.isInRotation = false;
  await until('it has answered what was sent to it', async () => instance.pending === 0);
  const finish = await beginOrder(instance, customer, part);
  instance.shop?.launcher.kill('SIGTERM');
  await until('it takes no more connections', async () => {
    return await fetch(`${instance.url}/healthz`, { headers: { connection: 'close' } }).then(
      () => false,
      () => true,
    );
  });
  const status = await finish();
  expect(await instance.shop?.ended, instance.shop?.errors()).toBe(0);
  return status;
}

/** Sends the headers of an order; the returned function sends the body. */
async function beginOrder(
  { url }: Instance,
  { token }: Visitor,
  part: string,
): Promise<() => Promise<number>> {
  const body = JSON.stringify(orderBody(part));
  const sending = request(`${url}/api/order`, {
    method: 'POST',
    headers: {
      origin: url,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    },
  });
  const answered = once(sending, 'response');
  sending.flushHeaders();
  await once(sending, 'continue');
  return async () => {
    sending.end(body);
    const [answer] = await answered;
    answer.resume();
    return answer.statusCode;
  };
}
