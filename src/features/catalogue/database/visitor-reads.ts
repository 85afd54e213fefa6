/** What visitors read, from the replica or else from the primary: all reads of one request from the same. */
import type { Catalogue, OpenedCatalogue } from '#catalogue/database/catalogue.ts';
import type { Database } from '#platform/database/connect.ts';
import type { LogPosition } from '#platform/database/log-positions.ts';
import type { Replica } from '#platform/database/replica.ts';

export type VisitorSources = { db: Database; catalogue: Catalogue };

export type VisitorReads = ReturnType<typeof openVisitorReads>;

export function openVisitorReads(
  primary: { db: Database; catalogue: OpenedCatalogue },
  replica: Replica | undefined,
) {
  const counts = { replica: 0, primary: 0 };
  return {
    primary,
    /** The same, with the catalogue as it was read last. */
    asRead: { db: primary.db, catalogue: primary.catalogue.asRead },
    /** Sees everything in front of the position. The work may run twice, so it only reads. */
    async read<Answer>(after: LogPosition | undefined, work: (sources: VisitorSources) => Promise<Answer>) {
      const read = await replica?.read(after, (db) =>
        work({ db, catalogue: primary.catalogue.from(db, after) }),
      );
      counts[read ? 'replica' : 'primary'] += 1;
      return read ? read.answer : await work(primary);
    },
    /** Undefined without a replica. */
    served: () => (replica ? counts : undefined),
    serves: () => (replica?.serves() ? 'replica' : 'primary'),
  };
}
