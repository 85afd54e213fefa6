/** The history of an order in sentences, the oldest first. */
import Ban from 'lucide:ban';
import Check from 'lucide:check';
import CircleAlert from 'lucide:circle-alert';
import Clock from 'lucide:clock';
import CreditCard from 'lucide:credit-card';
import House from 'lucide:house';
import Scale from 'lucide:scale';
import ShoppingBag from 'lucide:shopping-bag';
import Truck from 'lucide:truck';
import Undo from 'lucide:undo-2';
import { formatDollars } from '#kernel/money.ts';
import { countWords } from '#kernel/words.ts';
import type { HistoryEntry } from '#orders/contract/order-history.ts';
import type { HistoryActor, HistoryKind } from '#orders/rules/order-history.ts';
import { describeDisputeOutcome, describeDisputeReason } from '#payments/rules/dispute-words.ts';
import type { PaymentNotice } from '#purchases/rules/orders.ts';
import { type Drawing, Icon } from '#ui/components/icons.tsx';
import { useShopTimes } from '#ui/components/shop-times.ts';

/** `isBuyer`: the viewer is the buyer and is addressed as "you". */
export function OrderHistory({ history, isBuyer }: { history: HistoryEntry[]; isBuyer: boolean }) {
  const { formatTime } = useShopTimes();
  return (
    <ol className="order-history">
      {foldDeclines(history).map(({ entry, tries }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever added at the end
        <li key={index}>
          <Icon of={entryTexts[entry.kind].icon} />
          <div>
            <p className="history-title">
              {tries > 1
                ? `${tries} payments were declined`
                : entryTexts[entry.kind].title(formatDollars(entry.amount ?? 0), entry, isBuyer)}
            </p>
            <Details entry={entry} />
            <p className="history-time">
              <time dateTime={entry.at}>{formatTime(entry.at)}</time>
              {describeActor(entry, isBuyer)}
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}

type FoldedEntry = { entry: HistoryEntry; tries: number };

/** Declined payments in a row are one line, that of the last. */
function foldDeclines(history: HistoryEntry[]): FoldedEntry[] {
  const folded: FoldedEntry[] = [];
  for (const entry of history) {
    const last = folded.at(-1);
    const isRepeated = entry.kind === 'payment-declined' && last?.entry.kind === 'payment-declined';
    if (isRepeated) folded.pop();
    folded.push({ entry, tries: isRepeated ? last.tries + 1 : 1 });
  }
  return folded;
}

function Details({ entry }: { entry: HistoryEntry }) {
  const { kind, reason, units, carrier, tracking, transactionId } = entry;
  return (
    <>
      {reason && kind !== 'dispute-closed' && (
        <p>{kind === 'dispute-opened' ? describeDisputeReason(reason) : reason}</p>
      )}
      {units !== null && units > 0 && <p>{`${countWords(units, 'unit')} came back`}</p>}
      {carrier && <p>Carrier: {carrier}</p>}
      {tracking && (
        <p>
          Tracking number: <span className="identifier">{tracking}</span>
        </p>
      )}
      {transactionId && !kind.startsWith('refund') && (
        <p>
          Transaction <span className="identifier">{transactionId}</span>
        </p>
      )}
    </>
  );
}

const actorNames: Record<HistoryActor, string> = {
  buyer: 'by the buyer',
  administrator: 'by the shop',
  shop: 'by the shop, by itself',
  provider: 'by the bank',
};

function describeActor({ kind, by, byName, noticedThrough }: HistoryEntry, isBuyer: boolean): string {
  if (by === 'provider' && (kind === 'refunded' || kind === 'refund-pending'))
    return ', at the card provider';
  const notice = noticedThrough && noticeTexts[noticedThrough];
  const person = by === 'buyer' && isBuyer ? 'by you' : actorNames[by];
  return `, ${byName ? `by ${byName}` : person}${notice ? `; ${notice}` : ''}`;
}

const noticeTexts: Record<PaymentNotice, string | undefined> = {
  page: undefined, // the buyer's own page needs no mention
  event: 'the card provider has told the shop',
  question: 'the shop has asked the card provider',
};

type EntryText = { icon: Drawing; title: (amount: string, entry: HistoryEntry, isBuyer: boolean) => string };

const entryTexts: Record<HistoryKind, EntryText> = {
  placed: { icon: ShoppingBag, title: (amount) => `Ordered, for ${amount}` },
  'payment-declined': { icon: CircleAlert, title: () => 'A payment was declined' },
  paid: { icon: CreditCard, title: (amount) => `Paid: ${amount}` },
  shipped: { icon: Truck, title: () => 'Shipped' },
  'tracking-given': { icon: Truck, title: () => 'The tracking number is known' },
  'shipment-corrected': {
    icon: Truck,
    title: (_, { carrier, tracking }) =>
      `Carrier and tracking number ${carrier || tracking ? 'corrected' : 'taken back'}`,
  },
  'address-corrected': { icon: House, title: () => 'Address corrected' },
  delivered: { icon: House, title: () => 'Delivered' },
  cancelled: { icon: Ban, title: () => 'Cancelled' },
  expired: { icon: Clock, title: () => 'Expired: it was not paid in time' },
  'late-payment': {
    icon: CircleAlert,
    title: (amount) => `A payment of ${amount} came too late and is returned`,
  },
  'refund-pending': { icon: Clock, title: (amount) => `A refund of ${amount} is on its way` },
  refunded: { icon: Undo, title: (amount) => `Refunded: ${amount}` },
  'refund-failed': { icon: CircleAlert, title: (amount) => `A refund of ${amount} failed` },
  'refund-sent-back': {
    icon: CircleAlert,
    title: (amount) => `A refund of ${amount} failed afterwards: the money is with the shop again`,
  },
  'dispute-opened': {
    icon: Scale,
    title: (amount, _, isBuyer) => `${isBuyer ? 'Your' : 'The buyer’s'} bank asks for ${amount} back`,
  },
  'dispute-closed': {
    icon: Check,
    title: (_, { reason }) => describeDisputeOutcome(reason ?? 'no word of it'),
  },
};
