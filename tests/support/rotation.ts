/** Several processes of one shop in rotation, as behind a load balancer with health checks. */
import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Order } from '#contract/orders/orders.ts';
import { parsePaymentId } from '#sandbox/testing/sandbox.ts';
import { orderBody } from './given.ts';
import { freePort } from './ports.ts';
import { type Shop, type ShopOptions, startShop, until } from './processes.ts';
import { type Visitor, visitAt } from './visitor.ts';

export type Instance = {
  name: string;
  url: string;
  shop: Shop | undefined;
  isInRotation: boolean;
  /** The number of finished and of pending requests. */
  answered: number;
  pending: number;
  start(): Promise<void>;
};

/** One process, not yet started. It joins the rotation when it is ready. */
export async function givenInstance(name: string, options: ShopOptions): Promise<Instance> {
  const port = await freePort();
  const instance: Instance = {
    name,
    url: `http://127.0.0.1:${port}`,
    shop: undefined,
    isInRotation: false,
    answered: 0,
    pending: 0,
    async start() {
      instance.shop = await startShop({ ...options, port, through: 'main' });
      await instance.shop.untilOpen();
      instance.isInRotation = true;
    },
  };
  return instance;
}

/** The pause between two purchases, which leaves time for starting processes. */
const pauseMs = 200;

export type Load = {
  /** Every failed request with its error. */
  failures: string[];
  /** The orders that were confirmed as paid. */
  paid: Set<string>;
  cancelled: Set<string>;
  /** Waits until each process in rotation has answered this many more requests. */
  untilServed(requests: number): Promise<void>;
  /** Stops after the current requests. */
  stop(): Promise<void>;
};

/** Buyers who browse, order, pay and cancel, each request at the next process in rotation. */
export function startLoad(instances: Instance[], customer: Visitor, part: string, buyers = 2): Load {
  let isStopped = false;
  const failures: string[] = [];
  const paid = new Set<string>();
  const cancelled = new Set<string>();

  const ask = makeRequester(instances, customer, failures);

  const working = Array.from({ length: buyers }, async () => {
    for (let count = 0; !isStopped && failures.length === 0; count += 1) {
      await browse(ask, part)
        .then(() => buy(ask, part, count % 3 !== 0, { failures, paid, cancelled }))
        .catch(() => {}); // already in failures
      await sleep(pauseMs);
    }
  });

  return {
    failures,
    paid,
    cancelled,
    async untilServed(requests) {
      const goals = instances
        .filter(({ isInRotation: isChosen }) => isChosen)
        .map((instance) => ({ instance, goal: instance.answered + requests }));
      await until('every process has served', async () => {
        expect(failures).toEqual([]);
        return goals.every(({ instance, goal }) => instance.answered >= goal);
      });
    },
    async stop() {
      isStopped = true;
      await Promise.all(working);
    },
  };
}

type SendRequest = <Answer>(
  what: string,
  work: (visitor: Visitor, url: string) => Promise<Answer>,
) => Promise<Answer>;

/** Sends requests to the instances in rotation in turn. */
function makeRequester(instances: Instance[], customer: Visitor, failures: string[]): SendRequest {
  let turn = 0;
  return async (what, work) => {
    const chosen = instances.filter(({ isInRotation: isChosen }) => isChosen);
    turn += 1;
    const instance = chosen[turn % chosen.length];
    if (!instance) throw new Error('No process is ready.');
    instance.pending += 1;
    try {
      return await work(visitAt(customer, instance.url), instance.url);
    } catch (error) {
      failures.push(`${what} at ${instance.name}: ${error} ${(error as Error).cause ?? ''}`);
      throw error;
    } finally {
      instance.pending -= 1;
      instance.answered += 1;
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
