/** Webhooks in tests: a server that receives events, and the sandbox's endpoints that control deliveries. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type Stripe from 'stripe';

export type Delivery = { body: string; signature: string; event: Stripe.Event };

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** A server on a free port that answers 200 and stores what it receives. */
export async function startReceiver() {
  const waiting: (() => void)[] = [];
  const deliveries: Delivery[] = [];
  let status: number | undefined = 200;
  let server: Server | undefined;

  let port: number | undefined;
  const open = async () => {
    const opened = createServer(async (request, reply) => {
      const body = Buffer.concat(await request.toArray()).toString();
      const event: Stripe.Event = JSON.parse(body);
      deliveries.push({ body, signature: String(request.headers['stripe-signature']), event });
      if (status === undefined) await new Promise<void>((resolve) => waiting.push(resolve));
      reply.writeHead(status ?? 200, { location: 'http://127.0.0.1:9/elsewhere' }).end('{"received":true}');
    });
    server = opened;
    port ??= await listenOnStablePort(opened);
    if (!opened.listening) await once(opened.listen(port, '127.0.0.1'), 'listening');
  };
  await open();
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    /** Everything received so far, in order of arrival. */
    deliveries,
    /** The types of the events received about one object, such as an intent. */
    typesOf: (subject: string) =>
      deliveries.filter(({ body }) => body.includes(`"${subject}"`)).map(({ event }) => event.type),
    /** The status of responses; undefined: no response until it is set again. */
    get status() {
      return status;
    },
    set status(value) {
      status = value;
      for (const answer of waiting.splice(0)) answer();
    },
    /** Listens again at the same address. */
    open,
    /** Stops listening. */
    close: async () => {
      server?.close();
      server?.closeAllConnections();
      if (server?.listening) await once(server, 'close');
    },
  };
}

/** Below the ports that systems assign automatically (from 32768 on), so that the port is free when it is reopened. */
async function listenOnStablePort(server: Server): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_768);
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening');
      return port;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    }
  }
}

/** Holds the deliveries of one webhook endpoint, or lets them go. Returns the number of waiting ones. */
export async function changeDeliveries(
  stripe: Stripe,
  endpoint: { id: string },
  options: { hold?: boolean } = {},
): Promise<number> {
  const path = `/sandbox/webhook_endpoints/${endpoint.id}/deliveries`;
  return (await stripe.rawRequest('POST', path, options)).waiting;
}

export async function waitingDeliveries(stripe: Stripe, endpoint: { id: string }): Promise<number> {
  const answer = await stripe.rawRequest('GET', `/sandbox/webhook_endpoints/${endpoint.id}/deliveries`);
  return answer.waiting;
}

/** Sends one event to one endpoint once per call, even when its deliveries are held or it has arrived before. */
export async function sendEvent(stripe: Stripe, endpoint: { id: string }, event: string): Promise<void> {
  await stripe.rawRequest('POST', `/sandbox/webhook_endpoints/${endpoint.id}/send`, { event });
}
