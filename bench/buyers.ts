/** A worker thread that places orders at a steady rate until it is told to stop. */
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';

export type Purchasing = { address: string; token: string; parts: string[]; ordersPerSecond: number };
export type Orders = { placed: number; refused: number };

if (parentPort) parentPort.postMessage(await placeOrders(workerData as Purchasing));

async function placeOrders({ address, token, parts, ordersPerSecond }: Purchasing): Promise<Orders> {
  const answers: Promise<boolean>[] = [];
  const timer = setInterval(() => {
    const partsId = parts[answers.length % parts.length] ?? '';
    answers.push(placeOrder(address, token, partsId));
  }, 1000 / ordersPerSecond);
  if (parentPort) await once(parentPort, 'message');
  clearInterval(timer);
  parentPort?.unref();
  const placed = (await Promise.all(answers)).filter((isPlaced) => isPlaced).length;
  return { placed, refused: answers.length - placed };
}

async function placeOrder(address: string, token: string, partsId: string): Promise<boolean> {
  const answer = await fetch(`${address}/api/order`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify({ partsId, quantity: 1, location: '1 Farm Lane', phone: '5550109999' }),
  });
  await answer.arrayBuffer();
  return answer.status === 201;
}
