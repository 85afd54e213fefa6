/** The pages of lists say what they show: of which search, of what is chosen, and of what is to be compared. */
import { beforeAll, describe, expect, test } from 'vitest';
import { givenPart } from '../support/given.ts';
import { givenShop } from '../support/shop.ts';
import { readWebBuild } from '../support/web.ts';

const shop = givenShop({ web: await readWebBuild() });

beforeAll(async () => {
  for (const name of ['Quaxel Moonshot', 'Testco B987 Steel', 'Testco B987 Wood'])
    await givenPart(shop, { name });
});

describe('a search', () => {
  const said = async (q: string) => textOf(await get(`/parts?${new URLSearchParams({ q })}`));

  test('whose words no part has together says that these have the most of them', async () => {
    expect(await said('quaxel b987')).toContain(
      'No part has all the words of “quaxel b987”. These have the most of them.',
    );
    expect(await said('quaxel b987')).toContain('1 to 3 of 3');
  });

  test('that was mistyped, besides, says what it was taken for', async () => {
    expect(await said('quaxle b987')).toContain(
      'Nothing is called “quaxle b987”, and no part has all the words of “quaxel b987”. These have the most of them.',
    );
    expect(await said('quaxle')).toContain('Nothing is called “quaxle”. This is what we have for “quaxel”.');
  });

  test('of which all words are there says nothing of the kind', async () => {
    expect(await said('testco b987')).not.toContain('all the words');
  });
});

async function get(url: string): Promise<string> {
  const answer = await shop.app.inject(url);
  expect(answer.statusCode, url).toBe(200);
  return answer.body;
}

/** What people read of a page. */
function textOf(html: string): string {
  return html
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<!--.*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[”.,])/g, '')
    .replace(/“ /g, '“');
}
