/** The work that is done after a change has been committed, by the jobs' door. */

export type Job = { name: 'mail-order'; change: 'placed'; orderId: string };

/** Everything there is to do, so that the worker must know each. */
export const jobNames = ['mail-order'] as const satisfies readonly Job['name'][];
