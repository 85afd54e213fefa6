/** Sends what is due to the webhook endpoints, signed, and again until it has arrived. */

import { createHmac } from 'node:crypto';
import type { Config } from './config.ts';
import {
  claimDeliveries,
  type DeliveryRow,
  markArrived,
  markFailed,
  PATIENCE,
  unclaim,
  unclaimOfTheDead,
} from './deliveries.ts';
import { seconds } from './endpoint.ts';
import { findEvent, presentEvent } from './events.ts';
import type { Ledger } from './store.ts';
import { findWebhookEndpoint } from './webhook-endpoints.ts';

const MOST_AT_ONCE = 16;
/** Milliseconds that a process which is told to end waits for answers. */
const LAST_PATIENCE = 2_000;

type SendingSettings = Pick<Config, 'retryPause' | 'webhookSecret'>;

export type Sender = {
  /** Sends what is due and not yet on its way. */
  look(): void;
  /** Takes nothing up any more, and waits a moment for what is on its way. */
  stop(): Promise<void>;
};

export function makeSender(ledger: Ledger, { retryPause, webhookSecret }: SendingSettings): Sender {
  unclaimOfTheDead(ledger);
  const onTheirWay = new Set<Promise<void>>();
  const ending = new AbortController();
  let isStopped = false;

  function look(): void {
    const free = MOST_AT_ONCE - onTheirWay.size;
    if (isStopped || free <= 0) return;
    for (const delivery of claimDeliveries(ledger, free, new Date())) {
      const sent = deliver(delivery).finally(() => {
        onTheirWay.delete(sent);
        look();
      });
      onTheirWay.add(sent);
    }
  }

  async function deliver(delivery: DeliveryRow): Promise<void> {
    try {
      const hasArrived = await post(ledger, delivery, webhookSecret, ending.signal);
      if (hasArrived) markArrived(ledger, delivery, new Date());
      else if (ending.signal.aborted) unclaim(ledger, delivery);
      else markFailed(ledger, delivery, retryPause, new Date());
    } catch (error) {
      // The lease ends by itself, and then it is tried again.
      console.error(`Delivery ${delivery.seq} of ${delivery.event} failed:`, error);
    }
  }

  return {
    look,
    stop: async () => {
      isStopped = true;
      const lastMoment = setTimeout(() => ending.abort(), LAST_PATIENCE);
      await Promise.all(onTheirWay);
      clearTimeout(lastMoment);
    },
  };
}

/** True when the endpoint has answered 2xx in time; a redirect is no such answer. Stripe's: https://docs.stripe.com/webhooks */
async function post(
  ledger: Ledger,
  delivery: DeliveryRow,
  agreed: string | undefined,
  ending: AbortSignal,
): Promise<boolean> {
  const event = findEvent(ledger, delivery.event);
  const endpoint = findWebhookEndpoint(ledger, delivery.endpoint);
  if (!event || !endpoint) return true; // removed meanwhile, and the delivery with it
  const body = JSON.stringify(presentEvent(ledger, event), null, 2);
  // Two while a secret is being replaced: that of the endpoint, and what was agreed upon since it was made.
  const secrets = new Set([endpoint.secret, agreed ?? endpoint.secret]);
  try {
    const answer = await fetch(endpoint.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signatureOf(body, [...secrets], new Date()),
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([ending, AbortSignal.timeout(PATIENCE)]),
    });
    await answer.arrayBuffer(); // otherwise the connection stays open for it
    return answer.ok;
  } catch {
    return false; // not reachable, or no answer in time
  }
}

/** https://docs.stripe.com/webhooks/signature: the time is signed too, so that nobody can send an old event again. */
function signatureOf(body: string, secrets: readonly string[], now: Date): string {
  const time = seconds(now);
  const signatures = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`,
  );
  return [`t=${time}`, ...signatures].join(',');
}
