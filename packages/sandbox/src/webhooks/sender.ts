/** Sends due deliveries, signed, and retries them until they arrive. */
import { createHmac } from 'node:crypto';
import type { Config } from '../config.ts';
import { findEvent, presentEvent } from '../events/event.ts';
import { type Ledger, seconds } from '../ledger/ledger.ts';
import {
  claimDeliveries,
  type DeliveryRow,
  deliveryTimeoutMs,
  findWebhookEndpoint,
  markArrived,
  markFailed,
  releaseClaimsOfDeadProcesses,
  unclaim,
} from './webhook-endpoint.ts';

const maxConcurrentDeliveries = 16;
/** How long a stopping process waits for answers. */
const stopTimeoutMs = 2_000;

type SendingSettings = Pick<Config, 'retryPause' | 'webhookSecret'>;

export type Sender = ReturnType<typeof makeSender>;

export function makeSender(ledger: Ledger, { retryPause, webhookSecret }: SendingSettings) {
  releaseClaimsOfDeadProcesses(ledger);
  const onTheirWay = new Set<Promise<void>>();
  const ending = new AbortController();
  let isStopped = false;

  /** Sends due deliveries that are not being sent yet. */
  function sendDue(): void {
    const free = maxConcurrentDeliveries - onTheirWay.size;
    if (isStopped || free <= 0) return;
    for (const delivery of claimDeliveries(ledger, free, new Date())) {
      const sent = deliver(delivery).finally(() => {
        onTheirWay.delete(sent);
        sendDue();
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
      // It is tried again when the lease ends.
      console.error(`Delivery ${delivery.seq} of ${delivery.event} failed:`, error);
    }
  }

  return {
    sendDue,
    /** Claims nothing any more, and waits a moment for deliveries in flight. */
    stop: async () => {
      isStopped = true;
      const lastMoment = setTimeout(() => ending.abort(), stopTimeoutMs);
      await Promise.all(onTheirWay);
      clearTimeout(lastMoment);
    },
  };
}

/** True when the endpoint has answered 2xx in time; redirects are not followed: https://docs.stripe.com/webhooks */
async function post(
  ledger: Ledger,
  delivery: DeliveryRow,
  agreed: string | undefined,
  ending: AbortSignal,
): Promise<boolean> {
  const event = findEvent(ledger, delivery.event);
  const endpoint = findWebhookEndpoint(ledger, delivery.endpoint);
  if (!event || !endpoint) return true; // removed since, and the delivery with it
  const body = JSON.stringify(presentEvent(ledger, event), null, 2);
  // Two while a secret is being replaced: the endpoint's own, and the configured one.
  const secrets = new Set([endpoint.secret, agreed ?? endpoint.secret]);
  try {
    const answer = await fetch(endpoint.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': computeSignature(body, [...secrets], new Date()),
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([ending, AbortSignal.timeout(deliveryTimeoutMs)]),
    });
    await answer.arrayBuffer(); // otherwise the connection stays open for it
    return answer.ok;
  } catch {
    return false; // not reachable, or no answer in time
  }
}

/** https://docs.stripe.com/webhooks/signature: the time is signed too, against replays. */
function computeSignature(body: string, secrets: readonly string[], now: Date): string {
  const time = seconds(now);
  const signatures = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`,
  );
  return [`t=${time}`, ...signatures].join(',');
}
