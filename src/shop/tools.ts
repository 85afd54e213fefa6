/** What verbs are given to work with. */
import type { Database } from '#database/connect.ts';
import type { Job } from '#domain/jobs.ts';
import type { ImageHost } from '#images/image-host.ts';
import type { Gateway } from '#payments/gateway.ts';

/** Asks for work after the commit: a job row, written in the verb's own transaction. */
export type Enqueue = (transaction: Database, job: Job) => Promise<void>;

/** Everything a door needs to call any verb. */
export type Tools = { db: Database; enqueue: Enqueue; gateway: Gateway; images: ImageHost };
