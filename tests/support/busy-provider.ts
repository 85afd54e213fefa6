/** A card provider whose payments are still processing and cannot be cancelled; the sandbox never does this. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type BusyProvider = {
  url: string;
  /** While true, payments are 'processing' and cannot be cancelled. Source: Stripe, 'PaymentIntents lifecycle'. */
  isCharging: boolean;
  close(): Promise<void>;
};

/** Starts it on a free port, as a proxy of the sandbox. */
export async function startBusyProvider(sandboxUrl: string): Promise<BusyProvider> {
  const server = createServer(async (request, reply) => {
    const body = Buffer.concat(await request.toArray());
    const path = request.url ?? '';
    if (provider.isCharging && path.endsWith('/cancel')) {
      return reply.writeHead(400, json).end(JSON.stringify({ error: cannotCancel }));
    }
    const answer = await fetch(sandboxUrl + path, {
      method: request.method ?? 'GET',
      headers: readHeaders(request.headers),
      ...(body.length > 0 ? { body } : {}),
    });
    const content = (await answer.json()) as { object?: string };
    const isShown = provider.isCharging && content.object === 'payment_intent';
    reply.writeHead(answer.status, json);
    reply.end(JSON.stringify(isShown ? { ...content, status: 'processing' } : content));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const provider: BusyProvider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isCharging: false,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return provider;
}

const json = { 'content-type': 'application/json' };

const cannotCancel = {
  type: 'invalid_request_error',
  code: 'payment_intent_unexpected_state',
  message: 'You cannot cancel this PaymentIntent because it has a status of processing.',
};

function readHeaders(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  const kept = ['authorization', 'content-type', 'idempotency-key', 'stripe-version'];
  return Object.fromEntries(kept.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])));
}
