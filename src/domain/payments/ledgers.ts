/** The reasons of stock movements and the kinds of money movements in the two ledgers. */

export const stockReasons = ['opening', 'edit', 'order', 'cancel', 'expiry', 'return'] as const;
export type StockReason = (typeof stockReasons)[number];

/** To the shop: `charge`, `refund-failure`, `dispute-reinstatement`; the others from the shop. */
export const moneyKinds = [
  'charge',
  'refund',
  'refund-failure',
  'dispute-withdrawal',
  'dispute-reinstatement',
] as const;
export type MoneyKind = (typeof moneyKinds)[number];
