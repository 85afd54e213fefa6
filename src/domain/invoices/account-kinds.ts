/** Which tables accountants get. */

export const accountKinds = ['orders', 'payments', 'refunds', 'tax'] as const;
export type AccountKind = (typeof accountKinds)[number];
