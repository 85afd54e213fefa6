/** What visitors read, from the replica or else from the primary: all reads of one request from the same. */
import type { Catalogue, OpenedCatalogue } from '#catalogue/database/catalogue.ts';
import type { Database } from '#platform/database/connect.ts';
import type { LogPosition } from '#platform/database/log-positions.ts';
import type { Replica } from '#platform/database/replica.ts';

export type VisitorSources = { db: Database; catalogue: Catalogue };

export type VisitorReads = {
  primary: VisitorSources;
  /** The same, with the catalogue as it was read last. */
  asRead: VisitorSources;
  /** Sees everything in front of the position. The work may run twice, so it only reads. */
  read<Answer>(
    after: LogPosition | undefined,
    work: (sources: VisitorSources) => Promise<Answer>,
  ): Promise<Answer>;
  /** Undefined without a replica. */
  served(): { replica: number; primary: number } | undefined;
  serves(): 'replica' | 'primary';
};

export function openVisitorReads(
  primary: { db: Database; catalogue: OpenedCatalogue },
  replica: Replica | undefined,
): VisitorReads {
  const counts = { replica: 0, primary: 0 };
  return {
    primary,
    asRead: { db: primary.db, catalogue: primary.catalogue.asRead },
    async read(after, work) {
      const read = await replica?.read(after, (db) =>
        work({ db, catalogue: primary.catalogue.from(db, after) }),
      );
      counts[read ? 'replica' : 'primary'] += 1;
      return read ? read.answer : await work(primary);
    },
    served: () => (replica ? counts : undefined),
    serves: () => (replica?.serves() ? 'replica' : 'primary'),
  };
}
