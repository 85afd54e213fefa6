/** What the owner is alerted of by mail. */

export const alertKinds = ['order', 'dispute', 'failed-refund', 'out-of-stock', 'low-stock'] as const;
export type AlertKind = (typeof alertKinds)[number];
