/** What the shop writes to a buyer about an order. */
import { formatMoney } from '#domain/money.ts';
import { wording } from '#domain/wording.ts';

export type OrderMail = {
  orderId: string;
  buyerName: string;
  partName: string;
  quantity: number;
  /** Cents. */
  unitPrice: number;
  total: number;
  location: string;
  payAddress: string;
};

/** The mail that confirms an order and says how to pay it. */
export function orderPlacedMail(order: OrderMail): { subject: string; text: string; html: string } {
  const lines = [
    `${order.quantity} × ${order.partName}, ${formatMoney(order.unitPrice)} each`,
    `Total: ${formatMoney(order.total)}`,
    `Delivered to: ${order.location}`,
    `Order: ${order.orderId}`,
  ];
  const text = [
    `Dear ${order.buyerName},`,
    '',
    'we have your order and keep its parts for you.',
    '',
    ...lines,
    '',
    `Pay it by card here: ${order.payAddress}`,
    '',
    wording.shop,
  ].join('\n');
  const html = `<!doctype html><html lang="en"><body style="font-family:sans-serif;line-height:1.5;color:#1c1c28">
<p>Dear ${escapeHtml(order.buyerName)},</p><p>we have your order and keep its parts for you.</p>
<p>${lines.map(escapeHtml).join('<br>')}</p>
<p><a href="${escapeHtml(order.payAddress)}">Pay it by card</a></p><p>${wording.shop}</p></body></html>`;
  return { subject: `Your order of ${order.partName}`, text, html };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
