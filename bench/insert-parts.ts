/** A thread that inserts made parts in batches of 500, as an import does. */
import { workerData } from 'node:worker_threads';
import { connect } from '#app/connect.ts';
import type { DatabaseAddress } from '#platform/database/connect.ts';
import { commandLimits } from '#platform/database/lend-client.ts';
import { insertMadeParts, makeParts } from './made-parts.ts';

export type PartsToInsert = { address: DatabaseAddress; count: number; seed: number };

const { address, count, seed } = workerData as PartsToInsert;
const { db, close } = connect(address, 1, commandLimits);
await insertMadeParts(db, makeParts(count, seed));
await close();
