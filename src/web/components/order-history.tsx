/** What has happened to an order, in sentences, the oldest first. */
import type { LucideIcon } from 'lucide-react';
import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Clock from 'lucide-react/icons/clock';
import CreditCard from 'lucide-react/icons/credit-card';
import House from 'lucide-react/icons/house';
import Scale from 'lucide-react/icons/scale';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import Truck from 'lucide-react/icons/truck';
import Undo from 'lucide-react/icons/undo-2';
import type { HistoryEntry } from '#contract/history.ts';
import type { HistoryActor, HistoryKind } from '#domain/history.ts';
import { centsOf, formatMoney } from '#domain/money.ts';
import type { PaymentNotice } from '#domain/payments.ts';
import { Icon } from '#web/components/icons.tsx';
import { writtenTime } from '#web/written-time.ts';

export function OrderHistory({ history }: { history: HistoryEntry[] }) {
  return (
    <ol className="order-history">
      {history.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added at the end
        <li key={index}>
          <Icon of={telling[entry.kind].icon} />
          <div>
            <p className="history-title">{telling[entry.kind].title(entry)}</p>
            <Details entry={entry} />
            <p className="history-time">
              <time dateTime={entry.at}>{writtenTime(entry.at)}</time>
              {byWhom(entry)}
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}

function Details({ entry }: { entry: HistoryEntry }) {
  const lines = [
    entry.kind === 'dispute-opened' || entry.kind === 'dispute-closed' ? null : entry.reason,
    entry.units ? `${entry.units} ${entry.units === 1 ? 'unit' : 'units'} came back` : null,
    entry.carrier && `Carrier: ${entry.carrier}`,
    entry.tracking && `Tracking number: ${entry.tracking}`,
    isRefund(entry.kind) ? null : entry.transactionId && `Transaction ${entry.transactionId}`,
  ].filter((line) => line !== null && line !== '');
  return lines.map((line) => <p key={line}>{line}</p>);
}

const people: Record<HistoryActor, string> = {
  buyer: 'by the buyer',
  administrator: 'by the shop',
  shop: 'by the shop, by itself',
  provider: 'as the card provider tells',
};

function byWhom({ kind, by, byName, noticedThrough }: HistoryEntry): string {
  if (by === 'provider' && (kind === 'refunded' || kind === 'refund-pending'))
    return ', at the card provider';
  const noticed = noticedThrough && notices[noticedThrough];
  return `, ${byName ? `by ${byName}` : people[by]}${noticed ? `; ${noticed}` : ''}`;
}

const notices: Record<PaymentNotice, string | undefined> = {
  page: undefined, // the buyer's own, which needs no word
  event: 'the card provider has told the shop',
  question: 'the shop has asked the card provider',
};

function isRefund(kind: HistoryKind): boolean {
  return kind.startsWith('refund');
}

type Telling = { icon: LucideIcon; title: (entry: HistoryEntry) => string };

const telling: Record<HistoryKind, Telling> = {
  placed: { icon: ShoppingBag, title: ({ amount }) => `Ordered, for ${dollars(amount)}` },
  'payment-declined': { icon: CircleAlert, title: () => 'A payment was declined' },
  paid: { icon: CreditCard, title: ({ amount }) => `Paid: ${dollars(amount)}` },
  shipped: { icon: Truck, title: () => 'Shipped' },
  'tracking-given': { icon: Truck, title: () => 'The tracking number is known' },
  'shipment-corrected': {
    icon: Truck,
    title: ({ carrier, tracking }) =>
      `Carrier and tracking number ${carrier || tracking ? 'corrected' : 'taken back'}`,
  },
  delivered: { icon: House, title: () => 'Delivered' },
  cancelled: { icon: Ban, title: () => 'Cancelled' },
  expired: { icon: Clock, title: () => 'Expired: it was not paid in time' },
  'late-payment': {
    icon: CircleAlert,
    title: ({ amount }) => `A payment of ${dollars(amount)} came too late and is returned`,
  },
  'refund-pending': { icon: Clock, title: ({ amount }) => `A refund of ${dollars(amount)} is on its way` },
  refunded: { icon: Undo, title: ({ amount }) => `Refunded: ${dollars(amount)}` },
  'refund-failed': { icon: CircleAlert, title: ({ amount }) => `A refund of ${dollars(amount)} failed` },
  'refund-sent-back': {
    icon: CircleAlert,
    title: ({ amount }) =>
      `A refund of ${dollars(amount)} failed afterwards: the money is with the shop again`,
  },
  'dispute-opened': {
    icon: Scale,
    title: ({ amount, reason }) => `The buyer’s bank asks for ${dollars(amount)} back (${words(reason)})`,
  },
  'dispute-closed': { icon: Check, title: ({ reason }) => `The bank has decided: ${words(reason)}` },
};

function dollars(amount: number | null): string {
  return formatMoney(centsOf(amount ?? 0));
}

/** The provider's words have underscores for blanks. */
function words(reason: string | null): string {
  return reason?.replaceAll('_', ' ') ?? 'no reason given';
}
