/** The dependencies of use cases. A use case takes a selection of them and its request. */
import type { Database } from '#database/connect.ts';
import type { Transaction } from '#database/transaction.ts';
import type { Job } from '#domain/jobs.ts';
import type { ImageStore } from '#images/store.ts';
import type { Gateway } from '#payments/gateway.ts';
import type { Isolation } from '#system/isolation/isolation.ts';

/** Writes a job row in the use case's transaction; the job runs after the commit. */
export type Enqueue = (transaction: Database, job: Job) => Promise<void>;

export type Dependencies = {
  db: Database;
  enqueue: Enqueue;
  gateway: Gateway;
  images: ImageStore;
  isolation: Isolation;
};

export type PaymentDependencies = Pick<Dependencies, 'db' | 'enqueue' | 'gateway'>;

export type TransactionDependencies = { db: Transaction; enqueue: Enqueue };
