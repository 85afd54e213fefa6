/** Ordinary questions have answers: those of `bench/search-questions.txt`, asked of a made catalogue. */
import { sql } from 'kysely';
import pLimit from 'p-limit';
import { expect, test } from 'vitest';
import { findEmptySearches } from '#catalogue/database/empty-searches.ts';
import { insertMadeParts } from '../../bench/made-parts.ts';
import { findExpected, readQuestions, type SearchedPart } from '../../bench/search-questions.ts';
import { makeSearchedParts } from '../../bench/searched-parts.ts';
import { ask, givenPerson } from '../support/given.ts';
import { trySettings } from '../support/given-rules.ts';
import { givenShop } from '../support/shop.ts';

const shop = await givenShop();

await insertMadeParts(shop.db, makeSearchedParts());
const parts = (await shop.db.selectFrom('parts').selectAll().execute()) as SearchedPart[];

test('nearly every question of bench/search-questions.txt has its answer first, and none is without a result', async () => {
  const limitConcurrency = pLimit(3);
  const results = await Promise.all(
    readQuestions().map(async ({ q, expected }) => {
      const { ids, total } = await limitConcurrency(() => search(q));
      if (expected === 'nothing') return [{ q, place: total === 0 ? 0 : -1, total: 1 }];
      const wanted = new Set(findExpected(parts, expected).map(({ id }) => id));
      return wanted.size > 0 ? [{ q, place: ids.findIndex((id) => wanted.has(id)), total }] : [];
    }),
  );
  const answers = results.flat();
  expect(answers.length).toBeGreaterThan(150);
  const share = (isRight: (place: number) => boolean) =>
    answers.filter(({ place }) => isRight(place)).length / answers.length;
  const wrong = answers.filter(({ place }) => place !== 0).map(({ q }) => q);
  expect(
    share((place) => place === 0),
    wrong.join('; '),
  ).toBeGreaterThanOrEqual(0.95);
  expect(
    share((place) => place >= 0 && place < 5),
    wrong.join('; '),
  ).toBeGreaterThanOrEqual(0.98);
  expect(answers.filter(({ total }) => total === 0)).toEqual([]);
});

test.each([
  'socket am5',
  'rtx 40',
  'rtx 407',
  'rtx 40 series',
  'rx 7000',
  'wd red 8tb',
  'wd blue 1tb',
  'pcie 5 ssd',
  'pcie 4 ssd 1tb',
  'ssds',
  'hard drives',
  'motherboards',
  'graphics cards',
  '990pro',
  'intel motherboard',
  'amd motherboard',
  'e-atx',
  '16gb x2',
  '512mb cache',
  '1,5 tb hdd',
  'rtx 4070',
  'intel core i9 14900k',
  'xyzzy plugh',
  '990 pro -heatsink',
  'cheapest 4tb ssd',
  'ssd under $100',
  'b 650 tomahawk',
  'usb stick 64gb',
  'cheapest rtx 4060',
  'mini itx lga1700 ddr4',
  'surveillance hard drive',
  'thermal paste',
  'micro sd card 256gb',
  'ryzen 7 9800x3d',
  'amd ryzen 5 5600 cpu',
])('“%s” lists only what was asked for, and corrects nothing', async (q) => {
  const question = readQuestions().find((each) => each.q === q);
  const { ids, total, correction } = await search(q);
  expect(correction).toBeUndefined();
  if (question?.expected === 'nothing') return expect(total).toBe(0);
  const wanted = new Set(findExpected(parts, question?.expected ?? '').map(({ id }) => id));
  expect(ids.length).toBeGreaterThan(0);
  expect(ids.slice(0, Math.min(5, wanted.size)).filter((id) => !wanted.has(id))).toEqual([]);
});

test('suggestions and their page begin with the same parts', async () => {
  for (const q of ['sams', 'rtx 50', 'ddr5 60', 'ssd under $100', '990pro', 'b650 toma']) {
    const { ids } = await search(q);
    const { body } = await ask(shop, 'GET', `/api/parts/suggestions?q=${encodeURIComponent(q)}`);
    expect(body.parts.length, q).toBeGreaterThan(0);
    expect(body.parts[0]?._id, q).toBe(ids[0]);
  }
});

test('words of the owner are understood at once, and refused where a line says nothing', async () => {
  expect((await search('pixelquirl')).total).toBe(0);
  const admin = await givenPerson(shop, { role: 'admin' });
  const save = (searchWords: string) => trySettings(admin, { searchWords });
  expect((await save('pixelquirl = graphics card\nnothing')).body.errors).toMatchObject([
    { path: 'searchWords', message: expect.stringContaining('Line 2') },
  ]);
  expect((await save('Pixelquírl = graphics card\nВидюха = graphics card')).status).toBe(200);
  for (const word of ['PIXELQUÍRL', 'видюха', 'крутая видюха'])
    await expect.poll(async () => (await search(word)).total).toBeGreaterThan(0);
  expect((await search('видюха рам')).ids).toEqual((await search('graphics card ram')).ids); // by its sounds
});

test('what finds nothing three times is counted for 90 days without who, and no flood is kept', async () => {
  const until = new Date('2030-03-01T00:00:00Z');
  const junk = Array.from({ length: 1005 }, (_, index) => ({
    key: `empty search junk ${index}`,
    count: 1,
    until,
  }));
  await shop.db.insertInto('attempts').values(junk).execute();
  for (const [index, q] of ['Plughý  zzyzx', 'plughy zzyzx', 'plughy zzyzx', 'PLUGHY ZZYZX'].entries()) {
    shop.clock.now = new Date(Date.UTC(2030, 0, 1, 0, index < 2 ? 0 : index)); // two of them in one minute
    expect((await search(q)).total).toBe(0);
    await search('someone@plughy.example');
    await ask(shop, 'GET', '/api/parts/suggestions?q=plughy+zz');
  }
  const find = (day: number) =>
    findEmptySearches(shop.db, { at: new Date(Date.UTC(2030, 0, day)), limit: 9 });
  await expect.poll(() => find(2)).toEqual([{ text: 'plughy zzyzx', count: 4 }]);
  expect(await find(92)).toEqual([]);
  const { rows } = await sql`select from attempts where key like 'empty search %'`.execute(shop.db);
  expect(rows).toHaveLength(1000);
});

test('of many kinds of parts of a brand those that are most are suggested', async () => {
  const { body } = await ask(shop, 'GET', '/api/parts/suggestions?q=sams');
  const ssds = body.parts.filter(({ category }) => category === 'ssd');
  expect(ssds.length).toBeGreaterThan(body.parts.length / 2);
});

async function search(q: string): Promise<{ ids: string[]; total: number; correction: unknown }> {
  const { status, body, headers } = await ask(shop, 'GET', `/api/parts?q=${encodeURIComponent(q)}&limit=5`);
  expect(status, q).toBe(200);
  return {
    ids: body.map(({ _id }) => _id),
    total: Number(headers['x-total-count']),
    correction: headers['x-search-meant'],
  };
}
