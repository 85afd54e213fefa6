/** Alerts: what the owner reads of by mail, and when such a mail is due. */
import { defaultLowStock } from '#features/catalogue/rules/parts.ts';
import type { AlertMode, SettingName, Settings } from '#features/settings/rules/settings.ts';
import type { Cents } from '#kernel/money.ts';

export const alertKinds = ['order', 'dispute', 'failed-refund', 'out-of-stock', 'low-stock'] as const;
export type AlertKind = (typeof alertKinds)[number];

const modeSettings = {
  order: 'alertOrders',
  dispute: 'alertDisputes',
  'failed-refund': 'alertRefunds',
  'out-of-stock': 'alertStock',
  'low-stock': 'alertStock',
} as const satisfies Record<AlertKind, SettingName>;

export function selectKinds(settings: Settings, mode: AlertMode): AlertKind[] {
  return alertKinds.filter((kind) => settings[modeSettings[kind]] === mode);
}

export type AlertPeriod = {
  /** Names the one mail of the period. */
  name: string;
  /** The mail lists what happened before. */
  until: Date;
};

const slotMinutes = 10;
const slotMs = slotMinutes * 60 * 1000;
const digestHourUtc = 6;

/** At most one mail in each ten minutes of the clock: the first at once, the next with all that came since. */
export function findSlot(at: Date): AlertPeriod {
  const start = new Date(Math.floor(at.getTime() / slotMs) * slotMs);
  return { name: start.toISOString().slice(0, 16), until: at };
}

/** The last day whose mail is due. It lists what happened before 6:00 UTC of that day. */
export function findDigestDay(at: Date): AlertPeriod {
  const until = new Date(at);
  until.setUTCHours(digestHourUtc, 0, 0, 0);
  if (until > at) until.setUTCDate(until.getUTCDate() - 1);
  return { name: until.toISOString().slice(0, 10), until };
}

/** Undefined: the mail is no daily one. */
export function findDigestEnd(period: string): Date | undefined {
  return period.includes('T') ? undefined : new Date(Date.parse(period) + digestHourUtc * 60 * 60 * 1000);
}

export type StockedPart = {
  id: string;
  stock: number;
  minimum_order: number;
  /** Null: the default. */
  low_stock: number | null;
  price_cents: Cents | null;
  off_sale_at: Date | null;
};

/** Once for each crossing; undefined: none. A part that cannot be ordered any more has run out. */
export function decideStockAlert(before: StockedPart, after: StockedPart): AlertKind | undefined {
  if (after.price_cents === null || after.off_sale_at !== null) return undefined;
  if (isOut(after)) return isOut(before) ? undefined : 'out-of-stock';
  const threshold = after.low_stock ?? defaultLowStock;
  return before.stock > threshold && after.stock <= threshold ? 'low-stock' : undefined;
}

function isOut({ stock, minimum_order }: StockedPart): boolean {
  return stock < minimum_order;
}
