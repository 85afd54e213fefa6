/** The dependencies of use cases. A use case takes a selection of them and its request. */

import type { Job } from '#app/jobs/jobs.ts';
import type { Gateway } from '#features/payments/rules/gateway.ts';
import type { Database } from '#platform/database/connect.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import type { ImageStore } from '#platform/images/store.ts';
import type { Isolation } from '#platform/system/isolation/isolation.ts';

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
