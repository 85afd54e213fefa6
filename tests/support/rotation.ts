/** Several processes of one shop in rotation, as behind a load balancer with health checks. */
import { once } from 'node:events';
import { request } from 'node:http';
import { expect } from 'vitest';
import { orderBody } from './given.ts';
import { freePort } from './ports.ts';
import { type Shop, type ShopOptions, startShop, until } from './processes.ts';
import type { Target } from './rotating-load.ts';
import type { Visitor } from './visitor.ts';

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
