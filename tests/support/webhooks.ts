/** Webhooks in tests: a server that is told of events, and the sandbox's calls that say how it is told. */

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type Stripe from 'stripe';
import { freePort } from './ports.ts';

export type Delivery = { body: string; signature: string; event: Stripe.Event };

export type Receiver = {
  url: string;
  /** All that has come so far, in its order. */
  deliveries: Delivery[];
  /** The types of what has come about one object, such as an intent or a charge of it. */
  typesOf(subject: string): string[];
  /** What it answers; undefined: nothing, until it is set again. */
  status: number | undefined;
  /** Is not reachable any more. */
  close(): Promise<void>;
  /** Is reachable again, at the same address. */
  open(): Promise<void>;
};

/** A server on a free port that answers 200 and keeps what it is sent. */
export async function startReceiver(): Promise<Receiver> {
  const waiting: (() => void)[] = [];
  const deliveries: Delivery[] = [];
  let status: number | undefined = 200;
  let server: Server | undefined;

  const port = await freePort(); // to be found again at the same one
  const open = async () => {
    server = createServer(async (request, reply) => {
      const body = Buffer.concat(await request.toArray()).toString();
      const event: Stripe.Event = JSON.parse(body);
      deliveries.push({ body, signature: String(request.headers['stripe-signature']), event });
      if (status === undefined) await new Promise<void>((resolve) => waiting.push(resolve));
      reply.writeHead(status ?? 200, { location: 'http://127.0.0.1:9/elsewhere' }).end('{"received":true}');
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await open();
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    deliveries,
    typesOf: (subject) =>
      deliveries.filter(({ body }) => body.includes(`"${subject}"`)).map(({ event }) => event.type),
    get status() {
      return status;
    },
    set status(value) {
      status = value;
      for (const answer of waiting.splice(0)) answer();
    },
    open,
    close: async () => {
      server?.close();
      server?.closeAllConnections();
      if (server?.listening) await once(server, 'close');
    },
  };
}

export type Manner = { hold?: boolean; delay?: number; shuffle?: number; repeat?: number };

/**
 * Says how one webhook endpoint is told from now on, and of what is waiting; what is not named is as usual again. `delay`
 * and `shuffle` in milliseconds. Answers how many deliveries are waiting.
 */
export async function changeDeliveries(
  stripe: Stripe,
  endpoint: { id: string },
  manner: Manner = {},
): Promise<number> {
  const path = `/sandbox/webhook_endpoints/${endpoint.id}/deliveries`;
  return (await stripe.rawRequest('POST', path, manner)).waiting;
}

export async function waitingDeliveries(stripe: Stripe, endpoint: { id: string }): Promise<number> {
  const answer = await stripe.rawRequest('GET', `/sandbox/webhook_endpoints/${endpoint.id}/deliveries`);
  return answer.waiting;
}

/** Sends one event to one endpoint, once for every call, though its deliveries are held or it has had it already. */
export async function sendEvent(stripe: Stripe, endpoint: { id: string }, event: string): Promise<void> {
  await stripe.rawRequest('POST', `/sandbox/webhook_endpoints/${endpoint.id}/send`, { event });
}
