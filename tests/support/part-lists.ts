/** Generated lists of parts in the format of pc-part-dataset, and files of them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { TestShop } from './shop.ts';

/** Rows of all four lists, all different parts. */
export function givenListRows(
  count: number,
): Record<'memory' | 'motherboard' | 'video-card' | 'internal-hard-drive', object[]> {
  const rows = Array.from({ length: count }, (_, index) => index + 1);
  return {
    memory: rows.map((index) => ({
      name: `Testco Vengeful ${index} 32 GB`,
      price: index % 4 === 0 ? 90 + index / 100 : null,
      speed: [5, 6000],
      modules: [2, 16],
      price_per_gb: null,
      color: index % 2 ? 'Black / Red' : null,
      first_word_latency: 12,
      cas_latency: 36,
    })),
    motherboard: rows.map((index) => ({
      name: `Testco B${index}M-PLUS`,
      price: index % 3 === 0 ? 100 + index : null,
      socket: 'AM5',
      form_factor: 'Micro ATX',
      max_memory: 192,
      memory_slots: 4,
      color: 'Black',
    })),
    'video-card': rows.map((index) => ({
      name: `Western Digital PULSAR ${index}`,
      price: 300 + index,
      chipset: 'Radeon RX 9999 XT',
      memory: 16,
      core_clock: null,
      boost_clock: 3290,
      color: 'Black',
      length: 240,
    })),
    'internal-hard-drive': rows.map((index) => ({
      name: `Testco 990 Fast ${index}`,
      price: null,
      capacity: 1000,
      price_per_gb: null,
      type: index % 2 ? 'SSD' : 7200,
      cache: 64,
      form_factor: 2.5,
      interface: 'SATA 6.0 Gb/s',
    })),
  };
}

/** Empties the shop of its parts, and of what is about them. */
export async function removeParts({ db }: Pick<TestShop, 'db'>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction); // ledgers are only added to
    await sql`truncate parts cascade`.execute(transaction);
  });
}

/** Writes a file of lines into the folder and returns its path. */
export function givenFile(
  folder: string,
  name: string,
  lines: readonly (string | object)[] | Buffer,
): string {
  const path = join(folder, name);
  const text = (line: string | object) => (typeof line === 'string' ? line : JSON.stringify(line));
  writeFileSync(path, Array.isArray(lines) ? lines.map(text).join('\n') : (lines as Buffer));
  return path;
}

/** The form that imports send. */
export function makePartFileForm(text = 'sku,category,name\nFORM-1,other,Testco Cable\n'): FormData {
  const form = new FormData();
  form.append('file', new Blob([text]), 'parts.csv');
  return form;
}

export async function previewImport(url: string, token: string, query = ''): Promise<{ hash: string }> {
  const answer = await fetch(`${url}/api/imports/preview${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: makePartFileForm(),
  });
  return (await answer.json()) as { hash: string };
}
