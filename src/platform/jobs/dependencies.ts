/** The dependencies of use cases. A use case takes a selection of them and its request. */
import type { Database } from '#platform/database/connect.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import type { ImageStore } from '#platform/images/store.ts';
import type { Isolation } from '#platform/system/isolation/isolation.ts';

/** Writes rows of jobs in the use case's transaction; they run after the commit. */
export type Enqueue<Job extends { name: string }> = (transaction: Database, ...jobs: Job[]) => Promise<void>;

/** `Job`: what the use case enqueues. */
export type Dependencies<Job extends { name: string } = never> = {
  db: Database;
  enqueue: Enqueue<Job>;
  images: ImageStore;
  isolation: Isolation;
};

export type TransactionDependencies<Job extends { name: string } = never> = {
  db: Transaction;
  enqueue: Enqueue<Job>;
};
