/** Import Products: the preview, the import, and what becomes of the file when something has changed meanwhile. */
import { expect, test } from 'vitest';
import { givenPart } from '../support/given.ts';
import { givenVisitedShop } from '../support/visited-shop.ts';

const { shop, visitAs } = await givenVisitedShop();

test('a file is previewed, refused when a part has changed meanwhile, and imported without choosing it again', async () => {
  const id = await givenPart(shop, { price: 1000 });
  const sku = await readSku(id);
  const jumping = await readSku(await givenPart(shop, { name: 'Testco Jumping', price: 1000 }));
  const page = await visitAs('admin', '/dashboard/import', /409/);
  const rows = [
    'sku;category;name;price',
    `${sku};;;12,50`,
    `${jumping};;;1,00`,
    'NEW-1;other;Testco Cable;3,90',
    'NEW-2;other;Testco Fan;-1',
  ];
  await page.getByLabel('File').setInputFiles({
    name: 'parts.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\n')),
  });
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('4 rows: 1 added, 1 changed, 1 the same as before, 1 refused.').waitFor();
  const jumps = page.getByRole('table', { name: 'Prices that fall or rise unusually far' });
  expect(await jumps.textContent()).toContain('$10.00$1.00');
  const changed = page.getByRole('table', { name: 'Changed parts' });
  expect(await changed.textContent()).toContain('price: 10.00 → 12.50');

  await shop.db.updateTable('parts').set({ price_cents: 1100 }).where('id', '=', id).execute();
  await page.getByRole('button', { name: 'Import 2 parts' }).click();
  await page.getByText('Something has changed since the preview').waitFor();
  await changed.getByText('price: 11.00 → 12.50').waitFor();
  await page.getByLabel('Import also the price that jumps').check();
  await page.getByRole('button', { name: 'Import 3 parts' }).click();
  await page.getByText('Imported. 4 rows: 1 added, 2 changed').waitFor();
  const parts = await shop.db.selectFrom('parts').select('price_cents').orderBy('created_at').execute();
  expect(parts.map(({ price_cents }) => price_cents)).toEqual([1250, 100, 390]);
});

async function readSku(id: string): Promise<string> {
  const parts = shop.db.selectFrom('parts').select('sku').where('id', '=', id);
  return (await parts.executeTakeFirstOrThrow()).sku;
}
