/** The pages of lists say what they show: of which search, of what is chosen, and of what is to be compared. */
import { beforeAll, describe, expect, test } from 'vitest';
import { givenPart, readRows } from '../support/given.ts';
import { readText } from '../support/page-text.ts';
import { givenShop, readWebBuild } from '../support/shop.ts';

const shop = await givenShop({ web: await readWebBuild() });

for (const name of ['Quaxel Moonshot', 'Testco B987 Steel', 'Testco B987 Wood'])
  await givenPart(shop, { name });

describe('a search', () => {
  const said = async (q: string) => readText(await get(`/parts?${new URLSearchParams({ q })}`));

  test('whose words no part has together says that these have the most of them', async () => {
    expect(await said('quaxel b987')).toContain(
      'No part has all the words of “quaxel b987”. These parts have most of them, but not “quaxel”.',
    );
    expect(await said('quaxel b987')).toContain('2 parts'); // a model counts for more than a word
  });

  test('that was mistyped as well says what it was corrected to', async () => {
    expect(await said('quaxle b987')).toContain(
      'Nothing was found for “quaxle b987”, and no part has all the words of “quaxel b987”. These parts have most of them, but not “quaxel”.',
    );
    expect(await said('quaxle')).toContain(
      'Nothing was found for “quaxle”. These are the results for “quaxel”.',
    );
  });

  test('for what lacks something that parts only name says that others may have it', async () => {
    expect(await said('testco without rgb')).toContain(
      'Parts that say “rgb” are left out; others may have it without saying so.',
    );
  });

  test('for nothing but a lack says that others may have it', async () => {
    for (const typed of ['-steel', '-steell'])
      expect(await said(typed)).toContain(
        'Parts that say “steel” are left out; others may have it without saying so.',
      );
  });

  test('of which all words are found gives no hint', async () => {
    const text = await said('testco b987 -wood');
    for (const hint of ['all the words', 'left out']) expect(text).not.toContain(hint);
  });
});

describe('a search that cannot be run', () => {
  const tooLong = `samsung ${'x'.repeat(93)}`;
  test.each([
    [tooLong, 'This cannot be searched for. At most 100 characters are possible.'],
    ['sam\0sung', 'This cannot be searched for. This text contains characters that cannot be stored.'],
  ])('says why, lists nothing, and leaves the words in the search field', async (q, sentence) => {
    const { statusCode, body } = await shop.app.inject(`/parts?${new URLSearchParams({ q })}`);
    expect(statusCode).toBe(400);
    expect(readText(body)).toContain(sentence);
    expect(readText(body)).not.toContain('Quaxel Moonshot');
    expect(body).toContain('<meta name="robots" content="noindex"/>');
    expect(body.match(/name="robots"/g)).toHaveLength(1);
    expect(/<input[^>]*name="q"[^>]*value="([^"]*)"/.exec(body)?.[1]).toBe(q);
  });

  test('is answered where it has as many characters as are possible', async () => {
    await get(`/parts?q=${tooLong.slice(0, 100)}`);
  });
});

test('an address with capitals or a slash at its end leads for good to the page, with its search', async () => {
  for (const requested of ['/parts/?q=quaxel', '/Parts?q=quaxel']) {
    const { statusCode, headers } = await shop.app.inject({ method: 'GET', url: requested });
    expect([statusCode, headers.location], requested).toEqual([301, '/parts?q=quaxel']);
  }
  expect(readText(await get('/parts?q=quaxel'))).toContain('1 part');
});

test('a search with a superlative leads to the list of the category that it names, sorted', async () => {
  const { statusCode, headers } = await shop.app.inject('/parts?q=biggest+hard+drive');
  expect([statusCode, headers.location]).toEqual([302, '/parts/hard-disk?q=hard+drive&sort=capacity-desc']);
});

test('the category that is looked at is named where nothing is found in it, too, and one that there is not is missing', async () => {
  const page = await get('/parts/memory?price-max=0.01');
  expect(readText(page)).toMatch(/All Memory 0 /);
  expect(page).toMatch(/aria-current="true"[^>]*>Memory/);
  const { statusCode, body } = await shop.app.inject('/parts/toasters');
  expect(statusCode).toBe(404);
  expect(readText(body)).toContain('There is no such category of parts.');
});

test('an empty list says what to drop, and how much that gives; a page that is not there leads to the first', async () => {
  const empty = await get('/parts/memory?price-max=0.01');
  expect(readText(empty)).toContain('No part fits all of that.');
  const [, way] = /href="([^"]*)"[^>]*>Price<!-- --> <span class="muted">\(<!-- -->3 parts/.exec(empty) ?? [];
  expect(way).toBe('/parts/memory');
  const beyond = await shop.app.inject('/parts?page=99999');
  expect(beyond.statusCode).toBe(404);
  expect(readText(beyond.body)).toContain('There is no such page: the list has');
  expect(beyond.body).toMatch(/href="\/parts"[^>]*>To the first page/);
});

test('what is not there is said, and leads to the list of its kind', async () => {
  const page = await get('/parts?q=laptop+ram');
  expect(readText(page)).toContain('No part fits “laptop ram”.');
  expect(page).toMatch(/href="\/parts\/memory"[^>]*>See all memory kits</);
  expect(readText(await get('/parts?q=zzyzx+low+noise'))).toContain('No part fits “zzyzx low noise”.');
  expect(await get('/parts?q=plughy+zzyzx')).toMatch(/href="\/parts"[^>]*>See all parts</);
});

test('what is searched for stays so when filters are sent without a script', async () => {
  const filters =
    /<form[^>]*id="filters"[^>]*action="\/parts"[^>]*><input type="hidden" name="q" value="quaxel"/;
  expect(await get('/parts?q=quaxel')).toMatch(filters);
});

test('a list in which nothing can be chosen has no filters and says no days of delivery', async () => {
  const find = (page: string) => page.match(/class="filters" hidden|browse-note/g);
  expect(find(await get('/parts/ssd'))).toEqual(['class="filters" hidden']);
  expect(find(await get('/parts/memory?price-max=0.01'))).toEqual(['browse-note']);
});

test('a part of which too few are left says so and cannot be bought', async () => {
  await givenPart(shop, { name: 'Zephyr Rare', stock: 1, minimumOrder: 2 });
  const enough = await givenPart(shop, { name: 'Zephyr Common' });
  const page = await get('/parts?q=zephyr');
  expect(readText(page).match(/Sold out/g)).toHaveLength(1);
  const bought = [...page.matchAll(/(?:\/purchase\/|name="add" value=")([\da-f-]{36})/g)].map(([, id]) => id);
  expect(new Set(bought)).toEqual(new Set([enough]));
});

test('a limit that is no amount is said to be left out, stays in its field, and the rest filters', async () => {
  const page = await get('/parts?price-min=abc&price-max=%24100');
  expect(page).toMatch(/name="price-min"[^>]*value="abc"/);
  const said = /Price: “abc” is left out. A plain number is needed, such as 250./g;
  expect(readText(page).match(said)).toHaveLength(2); // a phone folds the filters
  expect(page.match(/<p [^>]*role="alert"[^>]*>Price/g)).toEqual([
    '<p role="alert" class="browse-meant">Price',
  ]);
  expect(readText(page)).toContain('Price: up to $100');
  expect(readText(page)).not.toContain('“$100”');
});

describe('what is chosen to be compared', () => {
  const list = (slugs: string[], more = '') =>
    get(`/parts/memory?${more}${new URLSearchParams(slugs.map((slug) => ['part', slug]))}`);

  beforeAll(async () => {
    for (const number of [1, 2, 3, 4, 5, 6]) await givenPart(shop, { name: `Choice ${number}`, price: 100 });
    for (let number = 10; number < 40; number += 1) await givenPart(shop, { name: `Other ${number}` });
  });

  test('is ticked in the list that the comparison leads to', async () => {
    const comparison = await get('/compare/memory?part=choice-1&part=choice-2');
    const way = /href="(\/parts\/memory\?[^"]*)"/.exec(comparison)?.[1]?.replaceAll('&amp;', '&');
    expect(way).toBe('/parts/memory?part=choice-1&part=choice-2');
    const page = await get(`${way}&price-max=1`);
    expect(tickedIn(page)).toEqual(['choice-1', 'choice-2']);
    expect(chosenIn(page)).toEqual(['Choice 1', 'Choice 2']);
  });

  test('stays chosen in every link within the category, and is sent with every form', async () => {
    const page = await list(['choice-1', 'choice-2'], 'brand=Testco&price-min=1&');
    expect(tickedIn(page)).toEqual([]); // they are on another page of the list
    expect(hiddenIn(page)).toEqual(['choice-1', 'choice-2']);
    for (const way of ['rel="next"', 'aria-label="Remove Brand: Testco"']) {
      const address = new URL(String(linkWith(page, way)), shop.url);
      expect(address.searchParams.getAll('part'), way).toEqual(['choice-1', 'choice-2']);
    }
    const [, elsewhere] = /href="(\/parts[^"]*)"[^>]*>All</.exec(page) ?? [];
    expect(elsewhere).toBe('/parts');
  });

  test('can be taken back one by one', async () => {
    const page = await list(['choice-1', 'choice-2'], 'price-max=1&');
    expect(linkWith(page, 'aria-label="Do not compare Choice 1"')).toBe(
      '/parts/memory?price-max=1&part=choice-2',
    );
  });

  test('is four parts at most, and says which one is left out', async () => {
    const page = await list(['choice-1', 'choice-2', 'choice-3', 'choice-4', 'choice-5'], 'price-max=1&');
    expect(tickedIn(page)).toEqual(['choice-1', 'choice-2', 'choice-3', 'choice-4']);
    expect(readText(page)).toContain(
      'Four parts fit beside one another: these are the first four. Left out: Choice 5.',
    );
  });

  test('leaves out unknown parts, and says so, in lists and comparisons', async () => {
    for (const path of ['/parts/memory', '/compare/memory']) {
      const page = readText(
        await get(`${path}?part=choice-1&part=%3Cb%3E&part=C!&part=choice-2&part=nowhere`),
      );
      expect(page, path).toContain('Something in the address names no part and is left out.');
      expect(page, path).toContain('One part is left out: it is not in this category, or no longer on sale.');
      expect(page, path).toContain('Choice 1');
      expect(page, path).toContain('Choice 2');
    }
  });

  test('stays chosen where nothing is found, and where the page does not exist', async () => {
    const page = await list(['choice-1'], 'price-max=0.01&');
    expect(chosenIn(page)).toEqual(['Choice 1']);
    expect(hiddenIn(page)).toEqual(['choice-1']);
    const answer = await shop.app.inject('/parts/memory?page=99&part=choice-1');
    expect(answer.statusCode).toBe(404);
    expect(chosenIn(answer.body)).toEqual(['Choice 1']);
  });
});

test('all parts are found, page by page, each once [S0.3 S1.1]', async () => {
  for (let number = 1; number <= 49; number += 1) await givenPart(shop, { name: `Paged ${number}` });
  const parts = await readRows(shop, 'parts');
  const seen: string[] = [];
  for (let way: string | undefined = '/parts', number = 1; way; number += 1) {
    const page = await get(way);
    const slugs = [...page.matchAll(/<h2><a href="\/parts\/[^/]+\/([^"]+)"/g)].map(([, slug = '']) => slug);
    const said = `${seen.length + 1} to ${seen.length + slugs.length} of ${parts.length} parts`;
    expect(readText(page)).toContain(said);
    expect(linkWith(page, `aria-label="Page ${number}"`)).toBe(way);
    expect(linkWith(page, 'aria-label="Page 1"')).toBe('/parts');
    const last = Math.ceil(parts.length / 24);
    expect(linkWith(page, `aria-label="Page ${last}"`)).toBe(`/parts?page=${last}`);
    seen.push(...slugs);
    way = linkWith(page, 'rel="next"');
  }
  expect(seen.sort()).toEqual(parts.map(({ slug }) => slug).sort());
});

test('a search in a list for a build stays in that list, for that build', async () => {
  const searchIn = async (address: string) =>
    /<form[^>]*role="search"[\s\S]*?<\/form>/.exec(await get(address))?.[0];
  expect(await searchIn('/parts/memory?fits=new')).toMatch(
    /action="\/parts\/memory"[\s\S]*"Search this list"[\s\S]*name="fits" value="new"/,
  );
  expect(await searchIn('/parts/memory')).toMatch(/action="\/parts"[\s\S]*"Search all parts"(?![\s\S]*fits)/);
});

test('memory for servers or laptops says so in every list', async () => {
  await givenPart(shop, { name: 'Rack', specs: { registered: 'Yes', form: 'DIMM' } });
  await givenPart(shop, { name: 'Lap', specs: { registered: 'No', form: 'SO-DIMM' } });
  for (const list of ['/parts?q=', '/parts/memory?q=']) {
    expect(readText(await get(`${list}rack`))).toContain('Registered, for servers');
    expect(readText(await get(`${list}lap`))).toContain('SO-DIMM, for laptops');
    expect(readText(await get(`${list}moonshot`))).not.toMatch(/for (?:servers|laptops)/);
  }
});

async function get(url: string): Promise<string> {
  const answer = await shop.app.inject(url);
  expect(answer.statusCode, url).toBe(200);
  return answer.body;
}

/** Where the link leads that has this attribute. */
function linkWith(page: string, attribute: string): string | undefined {
  const link = [...page.matchAll(/<a [^>]*>/g)].map(([tag]) => tag).find((tag) => tag.includes(attribute));
  return /href="([^"]*)"/.exec(link ?? '')?.[1]?.replaceAll('&amp;', '&');
}

function tickedIn(page: string): string[] {
  return [...page.matchAll(/<input[^>]*>/g)]
    .map(([input]) => input)
    .filter((input) => input.includes('name="part"') && input.includes('checked'))
    .map((input) => /value="([^"]*)"/.exec(input)?.[1] ?? '')
    .sort();
}

function hiddenIn(page: string): string[] {
  return [...page.matchAll(/<input type="hidden" name="part" value="([^"]*)"/g)].map(([, slug = '']) => slug);
}

function chosenIn(page: string): string[] {
  return [...page.matchAll(/aria-label="Do not compare ([^"]*)"/g)].map(([, name = '']) => name);
}
