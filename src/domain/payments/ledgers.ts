/** What the two ledgers write down: why units moved into or out of the stock, and what moved money. */

/**
 * `opening`: the part's first stock; `edit`: an administrator counted anew or restocked; the others belong to an order.
 * Units that a refund brings back are a `return`.
 */
export const stockReasons = ['opening', 'edit', 'order', 'cancel', 'expiry', 'return'] as const;
export type StockReason = (typeof stockReasons)[number];

/** To the shop: `charge`, `refund-failure` (what could not be given back), `dispute-reinstatement`; the others from it. */
export const moneyKinds = [
  'charge',
  'refund',
  'refund-failure',
  'dispute-withdrawal',
  'dispute-reinstatement',
] as const;
export type MoneyKind = (typeof moneyKinds)[number];
