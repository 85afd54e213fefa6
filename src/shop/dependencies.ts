/** What use cases are given to work with: the first parameter of each is a selection of these, the second its request. */
import type { Database } from '#database/connect.ts';
import type { Transaction } from '#database/transaction.ts';
import type { Job } from '#domain/jobs.ts';
import type { ImageHost } from '#images/image-host.ts';
import type { Gateway } from '#payments/gateway.ts';

/** Enqueues work for after the commit: a job row, written in the use case's own transaction. */
export type Enqueue = (transaction: Database, job: Job) => Promise<void>;

export type Dependencies = { db: Database; enqueue: Enqueue; gateway: Gateway; images: ImageHost };

/** What use cases need that settle with the card provider. */
export type PaymentDependencies = Pick<Dependencies, 'db' | 'enqueue' | 'gateway'>;

/** What steps of a use case need that run inside its transaction. */
export type TransactionDependencies = { db: Transaction; enqueue: Enqueue };
