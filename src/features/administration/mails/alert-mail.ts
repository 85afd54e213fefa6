/** The mail to the owner with all that happened in a period. */
import type { findAlertsOfPeriod } from '#administration/database/alerts.ts';
import { findDigestEnd } from '#administration/rules/alerts.ts';
import { formatMoney } from '#kernel/money.ts';
import { formatOrderNumber } from '#kernel/order-number.ts';
import * as paths from '#kernel/paths.ts';
import { formatTimeIn } from '#kernel/times.ts';
import { countWords, formatNumber } from '#kernel/words.ts';
import { describeDisputeReason } from '#payments/rules/dispute-words.ts';
import {
  type Fact,
  type MailSection,
  type MailShop,
  type RenderedMail,
  renderMail,
} from '#platform/mail/render-mail.ts';

export type AlertMail = { period: string } & Awaited<ReturnType<typeof findAlertsOfPeriod>>;
/** The first ones, and how many there are. */
type AlertList<Row> = { rows: Row[]; total: number };
type AlertedPart = AlertMail['outOfStock']['rows'][number];

/** `timeZone`: of the shop. */
type Addressee = { personName: string; publicUrl: string; timeZone: string };

export function renderAlertMail(
  mail: AlertMail,
  { personName, publicUrl, timeZone }: Addressee,
  shop: MailShop,
): RenderedMail {
  const end = findDigestEnd(mail.period);
  const sections = makeSections(mail, { publicUrl, timeZone }).filter(({ facts }) => facts.length > 0);
  return renderMail({
    shop,
    subject: sections.map(({ heading }) => heading).join(', '),
    name: personName,
    opening: end
      ? `this happened in your shop since the last daily mail, until ${formatTimeIn(timeZone, end)}.`
      : 'this has just happened in your shop. What comes in the next minutes follows in one mail.',
    sections,
    closing: `Settings in the dashboard say what is mailed, when and to whom: ${publicUrl}${paths.settingsSection('mails')}`,
  });
}

function makeSections(
  mail: AlertMail,
  { publicUrl, timeZone }: Pick<Addressee, 'publicUrl' | 'timeZone'>,
): MailSection[] {
  const { orders, disputes, failedRefunds, outOfStock, lowStock } = mail;
  const makeLink = (label: string, path: string) => ({ label, address: publicUrl + path });
  const makeOrderFact = (orderId: string, value: string): Fact => ({
    label: formatOrderNumber(orderId),
    value,
    address: publicUrl + paths.order(orderId),
  });
  const makePartFact = (part: AlertedPart): Fact => ({
    value: describePart(part),
    address: publicUrl + paths.editProduct(part.id),
  });
  return [
    {
      heading: countWords(disputes.total, 'dispute'),
      facts: listFacts(disputes, (dispute) =>
        makeOrderFact(dispute.order_id, describeDispute(dispute, timeZone)),
      ),
      link: makeLink('All open disputes', `${paths.disputes}?status=open`),
    },
    {
      heading: countWords(failedRefunds.total, 'failed refund'),
      facts: listFacts(failedRefunds, ({ order_id, amount_cents, failure }) =>
        makeOrderFact(order_id, [formatMoney(amount_cents), failure].filter(Boolean).join(': ')),
      ),
      link: makeLink('All failed refunds', `${paths.refunds}?status=failed`),
    },
    {
      heading: countWords(outOfStock.total, 'part ran out', 'parts ran out'),
      facts: listFacts(outOfStock, makePartFact),
      link: makeLink('All parts by stock', `${paths.manageProducts}?sort=stock`),
    },
    {
      heading: countWords(lowStock.total, 'part runs low', 'parts run low'),
      facts: listFacts(lowStock, makePartFact),
      link: makeLink('All parts by stock', `${paths.manageProducts}?sort=stock`),
    },
    {
      heading: countWords(orders.total, 'new order'),
      facts: listFacts(orders, (order) => makeOrderFact(order.id, describeOrder(order, timeZone))),
      link: makeLink('All orders', paths.manageOrders),
    },
  ];
}

function listFacts<Row>({ rows, total }: AlertList<Row>, makeFact: (row: Row) => Fact): Fact[] {
  const left = total - rows.length;
  const rest = left > 0 ? [{ label: `${formatNumber(left)} more`, value: 'They are in the dashboard.' }] : [];
  return [...rows.map(makeFact), ...rest];
}

function describeOrder(
  { part_name, quantity, total_cents, buyer_name, state, placed_at }: AlertMail['orders']['rows'][number],
  timeZone: string,
) {
  const time = formatTimeIn(timeZone, placed_at);
  return `${quantity} × ${part_name}, ${formatMoney(total_cents)}, ${buyer_name}, ${time}, ${state}`;
}

function describeDispute(
  { amount_cents, reason, respond_by, closed_at }: AlertMail['disputes']['rows'][number],
  timeZone: string,
): string {
  const deadline =
    respond_by && !closed_at ? [`The bank needs an answer by ${formatTimeIn(timeZone, respond_by)}.`] : [];
  return [`${formatMoney(amount_cents)}.`, describeDisputeReason(reason), ...deadline].join(' ');
}

function describePart({ name, stock, minimum_order }: AlertedPart): string {
  const minimum = stock > 0 && stock < minimum_order ? `, an order takes at least ${minimum_order}` : '';
  return `${name}: ${stock} left${minimum}`;
}
