/** Compares the lists and pages of each process with the database, while nothing changes. */
import type { Load } from './client.ts';
import type { DatabaseRows } from './database-rows.ts';
import type { Finding } from './findings.ts';
import { readList, readPage } from './readers.ts';

/** The list and every part's page at each address must match the database. */
export async function compareLists(load: Load, { parts }: DatabaseRows): Promise<Finding[]> {
  const perAddress = load.processes.map(async (address) => {
    const listed = await readList(address, load);
    if (!listed) return [{ sentence: `${address} does not list parts.` }];
    const perPart = parts.map(async (part) => {
      const row = listed.find(({ _id }) => _id === part.id);
      if (!row) return [{ subject: part.id, sentence: `${address} does not list part ${part.id}.` }];
      const inList = `${Math.round((row.price ?? 0) * 100)} cents, ${row.available_quantity} units`;
      const page = await readPage(address, row, load);
      const onPage = page ? `${page.cents} cents, ${page.stock} units` : 'nothing';
      const inDatabase = `${part.cents} cents, ${part.stock} units`;
      return [
        ...compareShown(part.id, `${address} lists part ${part.id}`, inList, inDatabase),
        ...compareShown(part.id, `${address} shows on the page of part ${part.id}`, onPage, inDatabase),
      ];
    });
    return (await Promise.all(perPart)).flat();
  });
  return (await Promise.all(perAddress)).flat();
}

function compareShown(subject: string, what: string, shown: string, expected: string): Finding[] {
  return shown === expected
    ? []
    : [{ subject, sentence: `${what} with ${shown}; the database holds ${expected}.` }];
}
