/** Uploaded pictures that nothing shows are removed a day later; whatever is shown stays, and nothing is lost in a race. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { purgeExpired } from '#app/jobs/purge-expired.ts';
import { imageColumns } from '#images/database/images.ts';
import type { ImageStore } from '#platform/images/store.ts';
import { changeRows, givenPaidOrder, givenPart, keepSessions, readRows } from '../support/given.ts';
import { givenPeople } from '../support/given-people.ts';
import { givenStores } from '../support/image-stores.ts';
import { givenPixels, listKeptFiles, makeImageForm, uploadPicture } from '../support/pictures.ts';
import { givenShop } from '../support/shop.ts';

const day = 24 * 60 * 60 * 1000;

describe.each(givenStores)('kept %s,', async (_place, givenStore) => {
  const store = await givenStore();
  const opened = await store.open();
  const shop = await givenShop({ imageStore: opened });
  const { person } = await givenPeople(shop, { person: {} });
  await keepSessions(shop);

  const tidy = (at: Date, images = opened) => purgeExpired({ db: shop.db, images: images }, { at });
  const afterDays = (days: number) => new Date(Date.now() + days * day);

  test('an unused image stays for a day, and is then removed with all its files', async () => {
    const url = await upload();
    await tidy(afterDays(0.9));
    expect(await storedFiles(url)).toHaveLength(6);
    await tidy(afterDays(1.1));
    expect(await storedFiles(url)).toEqual([]);
    expect(await readRows(shop, 'uploaded_pictures')).toEqual([]);
  });

  test('what a part, an old order, a review, a profile or a person shows stays, in whatever width it is named', async () => {
    const urls = await Array.fromAsync({ length: 6 }, () => upload());
    const [ofPart, ofOrder, ofReview, ofProfile, ofPerson, ofNothing] = urls;
    await givenPart(shop, { image: ofPart?.replace('-400.jpg', '-320.avif') ?? '' });
    const sold = await givenPart(shop, { image: ofOrder ?? '' });
    await givenPaidOrder(shop, person, sold);
    await changeRows(shop, 'parts', { id: sold }, { image: null });
    await person.ask('POST', '/api/user_rating', { review: 'Good.', rating: 5, img: ofReview });
    const profile = { name: person.name, email: person.email, education: 'School', location: 'Village' };
    await person.ask('PUT', `/api/user_info/${person.email}`, { ...profile, link: ofProfile });
    await changeRows(shop, 'people', { id: person.id }, { image: ofPerson ?? null });
    await tidy(afterDays(30));
    for (const url of [ofPart, ofOrder, ofReview, ofProfile, ofPerson])
      expect(await storedFiles(url ?? ''), url).toHaveLength(6);
    expect(await storedFiles(ofNothing ?? '')).toEqual([]);
  });

  test('one that is uploaded again counts from then on', async () => {
    const bytes = await givenPixels(400, 30).png().toBuffer();
    const url = await upload(bytes);
    await changeRows(shop, 'uploaded_pictures', {}, { uploaded_at: afterDays(-2) });
    expect(await upload(bytes)).toBe(url);
    await tidy(afterDays(0.5));
    expect(await storedFiles(url)).toHaveLength(6);
    await tidy(afterDays(1.5));
    expect(await storedFiles(url)).toEqual([]);
  });

  test('one that is uploaded while it is being removed is refused, and whole after the next try', async () => {
    const bytes = await givenPixels(400, 30).png().toBuffer();
    const url = await upload(bytes);
    const statuses: number[] = [];
    const slow: ImageStore = {
      ...opened,
      async remove(name) {
        const { status } = await person.ask('POST', '/api/image', makeImageForm(bytes));
        statuses.push(status);
        return await opened.remove(name);
      },
    };
    await tidy(afterDays(1.1), slow);
    expect(statuses).toEqual(Array(6).fill(503));
    expect(await storedFiles(url)).toEqual([]);
    expect(await upload(bytes)).toBe(url);
    expect(await storedFiles(url)).toHaveLength(6);
  });

  test('when the store fails half-way, the next run removes the rest', async () => {
    await tidy(afterDays(1.1)); // what the tests before have left
    const urls = [await upload(), await upload()];
    let left = 3;
    const failing: ImageStore = {
      ...opened,
      remove: async (name) =>
        left-- > 0 ? await opened.remove(name) : { refused: 'image-store-unavailable' },
    };
    expect(await tidy(afterDays(1.1), failing)).toEqual({ refused: 'image-store-unavailable' });
    expect((await Promise.all(urls.map(storedFiles))).flat()).toHaveLength(9);
    expect(await tidy(afterDays(1.2))).toBeUndefined();
    expect((await Promise.all(urls.map(storedFiles))).flat()).toEqual([]);
  });

  test('every column with image addresses is known', async () => {
    const { rows } = await sql<{ table_name: string; column_name: string }>`
      select table_name, column_name from information_schema.columns
      where table_schema = 'public' and data_type = 'text' and column_name ~ 'image|img|picture|photo|^link$'`.execute(
      shop.db,
    );
    const columns = Object.fromEntries(rows.map((row) => [row.table_name, row.column_name]));
    expect({ ...columns, settings: 'value' }).toEqual(imageColumns); // any setting may be a picture
  });

  async function upload(bytes?: Buffer): Promise<string> {
    return await uploadPicture(person, bytes ?? (await givenPixels(400, 30).png().toBuffer()));
  }

  async function storedFiles(url: string): Promise<string[]> {
    return listKeptFiles(url, await store.names());
  }
});
