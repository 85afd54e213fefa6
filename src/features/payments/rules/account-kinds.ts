/** Which tables accountants get. */

export const accountingKinds = ['orders', 'payments', 'refunds', 'tax'] as const;
export type AccountingKind = (typeof accountingKinds)[number];
