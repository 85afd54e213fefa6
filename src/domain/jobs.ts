/** The work that is done after a change has been committed, by the jobs' door. */

/** The changes of an order that its buyer is told of by mail. */
export type OrderChange = 'placed' | 'paid' | 'shipped' | 'cancelled';

export type Job = { name: 'mail-order'; change: OrderChange; orderId: string };

/** Everything there is to do, so that the worker must know each. */
export const jobNames = ['mail-order'] as const satisfies readonly Job['name'][];
