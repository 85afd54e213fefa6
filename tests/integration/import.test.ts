/** Importing parts: what files may hold, what becomes of each row, and what an owner is told. */
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, test } from 'vitest';
import { categories } from '#catalogue/rules/parts.ts';
import { type CommandResult, readAddress, runCommandHere, startCommand } from '../support/command-line.ts';
import { givenPart, givenPerson, orderBody, readRows } from '../support/given.ts';
import { givenFile, givenListRows, removeParts } from '../support/part-lists.ts';
import { givenShop } from '../support/shop.ts';
import { givenFolder } from '../support/shop-folders.ts';

const shop = await givenShop();
const folder = givenFolder();
beforeEach(() => removeParts(shop));

const header = 'sku,category,name,price,available_quantity,specs.capacityGb,specs.interface,specs.formFactor';
const rest = '2000,M.2 PCIe 4.0 X4,M.2-2280';

describe('the lists of pc-part-dataset', () => {
  test('are imported as they are, every row counted, and a second time change nothing', async () => {
    const rows = givenListRows(60);
    const files = Object.entries(rows).map(([kind, list]) => givenFile(folder, `${kind}.jsonl`, list));
    const first = await importing(files);
    expect(first).toMatchObject({ code: 0 });
    expect(first.output).toBe(
      '240 rows: 240 added, 0 updated, 0 the same as before, 0 refused.\n' +
        '145 of these parts have no price and are not for sale.\n',
    );
    expect(await parts()).toHaveLength(240);
    expect(await partNamed('Testco B3M-PLUS')).toMatchObject({
      category: 'motherboard',
      brand: 'Testco',
      description:
        'A Micro ATX board for processors with socket AM5. Its 4 memory slots take up to 192 GB of DDR5 together. The board is black.',
      price_cents: 10300,
      stock: 0,
      minimum_order: 1,
      specs: {
        socket: 'AM5',
        formFactor: 'Micro ATX',
        ddr: 5,
        memorySlots: 4,
        maxMemoryGb: 192,
        color: 'Black',
      },
      derived_fields: ['ddr', 'memoryForm'],
    });
    expect(await partNamed('Western Digital PULSAR 1 Radeon RX 9999 XT 16 GB')).toMatchObject({
      brand: 'Western Digital',
    });

    const before = await parts();
    expect(before.map(({ file_row }) => file_row)).toEqual(
      before.map(({ name }) => Number(/ B?(\d+)/.exec(name.replace('990 ', ''))?.[1])),
    );
    const second = await importing(files);
    expect(second.output).toBe(
      '240 rows: 0 added, 0 updated, 240 the same as before, 0 refused.\n' +
        'Nothing has changed.\n' +
        '145 of these parts have no price and are not for sale.\n',
    );
    expect(await parts()).toEqual(before);
  });

  test('rows that are the same part are counted as such, and the lowest of their prices counts', async () => {
    const [row] = givenListRows(1)['video-card'];
    const prices = [null, 250, 199.99, 300].map((price) => ({ ...row, price }));
    const one = givenFile(folder, 'video-card.jsonl', prices.slice(0, 2));
    const other = givenFile(folder, 'cards.jsonl', prices.slice(2));
    const ended = await importing([one, other]);
    expect(ended.output).toContain(
      '4 rows: 1 added, 0 updated, 0 the same as before, 3 the same part as an earlier row, 0 refused.',
    );
    expect(await parts()).toMatchObject([{ price_cents: 19999 }]);
    expect((await importing([other, one])).output).toContain('Nothing has changed.');
  });

  test('with every tenth row broken, the rest is imported, and each broken row is named', async () => {
    const good = givenListRows(300).memory;
    const lines = good.map((row, index) =>
      (index + 1) % 10 === 0 ? JSON.stringify(row).slice(0, (index % 60) + 5) : JSON.stringify(row),
    );
    const file = givenFile(folder, 'memory.jsonl', lines);
    const report = join(folder, 'refused.csv');
    const ended = await importing([file, '--report', report]);
    expect(ended.code).toBe(0);
    expect(ended.output).toContain('300 rows: 270 added, 0 updated, 0 the same as before, 30 refused.');
    expect(ended.output).toContain(`  30 rows, the first ${file}, row 10: This is not a JSON object\n`);
    expect(ended.output.match(/, row \d+: /g)).toHaveLength(1);
    expect(ended.output).toContain(`“${report}” has all of them.`);
    const refused: string[][] = parse(readFileSync(report));
    expect(refused[0]).toEqual(['file', 'row', 'field', 'problem']);
    expect(refused.slice(1).map(([, row]) => Number(row))).toEqual(
      Array.from({ length: 30 }, (_, index) => (index + 1) * 10),
    );
    expect(await parts()).toHaveLength(270);
  });

  test('and fails when every row is refused', async () => {
    const file = givenFile(folder, 'memory.jsonl', [
      { name: 'Testco Broken', price: -1 },
      { name: 'Testco Too', price: -2 },
    ]);
    const ended = await importing([file, '--category', 'memory']);
    expect(ended).toMatchObject({ code: 1, output: '' });
    expect(ended.errors).toContain(`Nothing was imported, because every row was refused.\n2 rows: 0 added`);
    expect(ended.errors).toContain(`  2 rows, the first ${file}, row 1: price: The price must be above 0\n`);
  });

  test('or nothing of it, when all or nothing was asked for', async () => {
    const rows = givenListRows(1200).memory;
    const file = givenFile(folder, 'memory.jsonl', [...rows, { name: 'Testco Broken', price: -1 }]);
    const ended = await importing([file, '--all-or-nothing']);
    expect(ended).toMatchObject({ code: 1, output: '' });
    expect(ended.errors).toContain(
      'Nothing was imported, because rows were refused.\n' +
        '1,201 rows: 0 added, 0 updated, 0 the same as before, 1 refused, 1,200 not imported.\n',
    );
    expect(ended.errors).toContain('row 1,201: price: The price must be above 0\n');
    expect(await parts()).toEqual([]);
    const good = givenFile(folder, 'memory.jsonl', rows);
    expect((await importing([good, '--all-or-nothing'])).output).toContain('1,200 rows: 1,200 added');
    expect(await parts()).toHaveLength(1200);
  });
});

describe('a table of one’s own', () => {
  test('adds and updates by SKU; what it does not say stays, the stock above all', async () => {
    const table = [header, `A,ssd,Testco One,10,7,${rest}`, `B,ssd,Testco Two,,,${rest}`];
    expect((await importing([givenFile(folder, 'a.csv', table)])).output).toContain('2 rows: 2 added');
    expect(await parts()).toMatchObject([
      { sku: 'A', price_cents: 1000, stock: 7, brand: 'Testco' },
      { sku: 'B', price_cents: null, stock: 0 },
    ]);

    const prices = ['sku,price', 'A,11.50', 'B,20', 'A,11.5'];
    expect((await importing([givenFile(folder, 'b.csv', prices)])).output).toContain(
      '3 rows: 0 added, 2 updated, 0 the same as before, 1 the same part as an earlier row, 0 refused.',
    );
    expect(await parts()).toMatchObject([
      { sku: 'A', price_cents: 1150, stock: 7, name: 'Testco One' },
      { sku: 'B', price_cents: 2000, stock: 0 },
    ]);

    const stock = ['sku;available_quantity;name', 'A;0;"Testco; One"', 'B;;'];
    expect((await importing([givenFile(folder, 'c.csv', stock)])).output).toContain(
      '2 rows: 0 added, 1 updated, 1 the same as before',
    );
    expect(await parts()).toMatchObject([
      { sku: 'A', stock: 0, name: 'Testco; One', slug: 'testco-one' },
      { sku: 'B', stock: 0, name: 'Testco Two' },
    ]);
  });

  test('is not believed where rows contradict each other about one part, also in another batch or file', async () => {
    const table = [header, `A,ssd,Testco One,158.85,7,${rest}`, `B,ssd,Testco Two,10,7,${rest}`];
    await importing([givenFile(folder, 'a.csv', table)]);
    const many = Array.from({ length: 1200 }, () => 'B,11');
    const one = givenFile(folder, 'one.csv', ['sku,price', 'A,158', ...many, 'A,15.88']);
    const other = givenFile(folder, 'other.csv', ['sku,price', 'A,158']);
    const { output } = await importing([one, other]);
    expect(output).toContain(
      '1,203 rows: 0 added, 1 updated, 0 the same as before, 1,199 the same part as an earlier row, 3 refused.',
    );
    expect(output).toContain(
      `price: Rows 2 of ${one}, 1203 of ${one} and 2 of ${other} have different prices for the same part`,
    );
    const added = [header, `C,ssd,Testco Three,10,7,${rest}`, `C,ssd,Testco Three,9,7,${rest}`];
    const refused = await importing([givenFile(folder, 'c.csv', added)]);
    expect(refused.errors).toContain('price: Rows 2 and 3 have different prices for the same part');
    expect((await parts()).map(({ price_cents }) => price_cents)).toEqual([15_885, 1_100]);
  });

  test('changes a price that jumps, and takes one away, only when it is told to', async () => {
    const table = [header, `A,ssd,Testco One,10,7,${rest}`, `B,ssd,Testco Two,10,7,${rest}`];
    await importing([givenFile(folder, 'a.csv', table)]);
    const next = givenFile(folder, 'jumps.csv', ['sku,price', 'A,100', 'B,']);
    const prices = async () => (await parts()).map(({ price_cents }) => price_cents);
    const { output } = await importing([next]);
    expect(output).toContain('2 rows: 0 added, 0 updated, 2 the same as before');
    expect(output).toMatch(
      /1 price would change by .* stays as it is\. --allow-jumps changes it\.\n {2}A \(Testco One\): \$10\.00 → \$100\.00\n/,
    );
    expect(output).toMatch(
      /1 price is missing .* it stays as it is\. --remove-prices takes it away\.\n {2}B \(Testco Two\): \$10\.00 → none\n/,
    );
    expect(await prices()).toEqual([1000, 1000]);
    expect((await importing([next, '--allow-jumps'])).output).not.toContain('--allow-jumps');
    expect(await prices()).toEqual([10_000, 1000]);
    await importing([next, '--remove-prices']);
    expect(await prices()).toEqual([10_000, null]);
  });

  test('has each wrong row refused with its number, its fields and the reasons', async () => {
    const table = [
      header,
      `A,ssd,Testco One,10,7,${rest}`,
      `B,ssd,Testco Two,ten,7,${rest}`,
      'C,ssd',
      `D,toys,Testco Three,10,-1,${rest}`,
      `A,ssd,Testco Other,9,7,${rest}`,
      'E,,,5,,,,',
    ];
    const file = givenFile(folder, 'wrong.csv', table);
    const ended = await importing([file]);
    expect(ended.output.split('\n').slice(0, -1)).toEqual([
      '6 rows: 1 added, 0 updated, 0 the same as before, 5 refused.',
      `  ${file}, row 3: price: A price in dollars is needed here, without a sign`,
      `  ${file}, row 4: It has 2 cells, the header 8`,
      `  ${file}, row 5: category: One of these is needed: ${categories.join(', ')}; available_quantity: At least 0 is needed`,
      `  ${file}, row 6: sku: An earlier row has this SKU and says other things of the part`,
      `  ${file}, row 7: category: This is required, for no part of the shop has this SKU; name: This is required, for no part of the shop has this SKU`,
    ]);
  });

  test('has the stock, the minimum order and the category of the options where it says nothing', async () => {
    const file = givenFile(folder, 'few.jsonl', [
      { name: 'Testco Cable' },
      { name: 'Testco Fan', available_quantity: 3, minimum_order: 2 },
    ]);
    await importing([file, '--stock', '100', '--minimum-order', '5', '--category', 'other']);
    expect(await parts()).toMatchObject([
      { category: 'other', stock: 100, minimum_order: 5, description: 'Testco Cable.' },
      { category: 'other', stock: 3, minimum_order: 2 },
    ]);
  });

  test('leaves the parts alone that it does not name, also those with the same name', async () => {
    const id = await givenPart(shop, { name: 'Testco One', price: 999 });
    await importing([givenFile(folder, 'a.csv', [header, `A,ssd,Testco One,10,7,${rest}`])]);
    expect(await parts()).toHaveLength(2);
    expect((await parts()).find((part) => part.id === id)).toMatchObject({ price_cents: 999 });
  });
});

test('a public list and records of the OpenDB make one shop, whichever comes first', async () => {
  const cpu = { core_count: 8, core_clock: 4.7, boost_clock: 5.2, microarchitecture: 'Zen 5', tdp: 120 };
  const list = givenFile(folder, 'cpu.jsonl', [
    { ...cpu, name: 'AMD Ryzen 7 9800X3D', price: 451.5, graphics: 'Radeon' },
    { ...cpu, name: 'AMD Ryzen 7 9700X', price: 300, graphics: 'Radeon' },
    { ...cpu, name: 'AMD Ryzen 7 9850X3D', price: 500, graphics: null },
  ]);
  const record = (name: string, number: string, graphics: string) => ({
    opendb_id: number,
    metadata: { name: `${name} 4.7 GHz 8-Core`, manufacturer: 'AMD', part_numbers: [number] },
    ...{ socket: 'AM5', microarchitecture: 'Zen 5', cores: { total: 8, threads: 16 } },
    specifications: { tdp: 120, integratedGraphics: { model: graphics } },
  });
  const records = givenFile(folder, 'records.jsonl', [
    record('AMD Ryzen 7 9800X3D', '100-100001084WOF', 'AMD Radeon Graphics'),
    record('AMD Ryzen 7 9700X', '100-000001404', 'AMD Radeon'),
    record('AMD Ryzen 7 9700X', '100-100001404WOF', 'AMD Radeon'),
    record('AMD Ryzen 7 9999X', '100-9', 'None'),
  ]);
  const known = async (...imports: string[][]) => {
    await removeParts(shop);
    for (const files of imports) expect(await importing(files)).toMatchObject({ code: 0 });
    const all = (await parts()).map(({ name, brand, mpn, price_cents, specs }) => ({
      ...{ name, brand, mpn, price_cents, specs },
    }));
    return all.sort((one, other) => (`${one.name} ${one.mpn}` < `${other.name} ${other.mpn}` ? -1 : 1));
  };
  const shops = [
    await known([list], [records]),
    await known([records], [list]),
    await known([list, records]),
    await known([records, list], [list, records]),
  ];
  expect(shops[0]?.map(({ mpn, price_cents }) => [mpn, price_cents])).toEqual([
    ['100-000001404', null],
    ['100-100001404WOF', null],
    [null, 30000], // two records fit it
    ['100-100001084WOF', 45150],
    [null, 50000],
    ['100-9', null],
  ]);
  expect(shops[0]?.[3]?.specs).toMatchObject({ boostClockGhz: 5.2, threads: 16, graphics: 'Radeon' });
  for (const other of shops.slice(1)) expect(other).toEqual(shops[0]);
});

test('parts of one model are imported, of which there are more pairs than a statement has parameters', async () => {
  const rows = Array.from({ length: 1100 }, (_, index) => {
    const mpn = index < 100 ? `TF-${index}` : '';
    return `ssd,Testco Fast,${mpn},${500 + index},M.2 PCIe 4.0 X4,M.2-2280`;
  });
  const fields = 'category,name,mpn,specs.capacityGb,specs.interface,specs.formFactor';
  const ended = await importing([givenFile(folder, 'a.csv', [fields, ...rows])]);
  expect(ended).toMatchObject({ code: 0, output: expect.stringContaining('1,100 rows: 1,100 added') });
});

describe('what an import leaves behind', () => {
  test('a record of who changed what: before and after of each part that was changed', async () => {
    const first = givenFile(folder, 'a.csv', [header, `A,ssd,Testco One,10,7,${rest}`]);
    const second = givenFile(folder, 'b.csv', ['sku,price', 'A,12']);
    for (const file of [first, second]) await importing([file]);
    const [part] = await parts();
    const changes = (await readRows(shop, 'admin_changes')).slice(-3);
    const byHand = { admin_id: null, subject: 'parts' };
    const summary = { ...byHand, subject_id: expect.any(String), before: null };
    for (const change of [
      { ...summary, after: { files: [first], added: 1, updated: 0, same: 0 } },
      { ...summary, after: { files: [second], added: 0, updated: 1, same: 0 } },
      { ...byHand, subject_id: part?.id, before: { price_cents: 1000 }, after: { price_cents: 1200 } },
    ])
      expect(changes).toContainEqual(expect.objectContaining(change));
  });

  test('a movement in the ledger for each stock that it has opened or changed', async () => {
    await importing([givenFile(folder, 'a.csv', [header, `A,ssd,Testco One,10,7,${rest}`])]);
    await importing([givenFile(folder, 'b.csv', ['sku,available_quantity', 'A,4'])]);
    expect(await readRows(shop, 'stock_movements')).toMatchObject([
      { units: 7, reason: 'opening' },
      { units: -3, reason: 'edit' },
    ]);
  });

  test('pages that show the new catalogue at once', async () => {
    const before = shop.catalogue.current();
    await importing([givenFile(folder, 'a.csv', [header, `A,ssd,Testco One,10,7,${rest}`])]);
    await expect.poll(() => shop.catalogue.current()).not.toBe(before);
  });
});

describe('beside one another', () => {
  test('a second import is refused while one is running, and a killed one blocks no other', async () => {
    const rows = givenListRows(3000).memory;
    const file = givenFile(folder, 'memory.jsonl', rows);
    const first = startCommand(['import', file], environment());
    await expect
      .poll(async () => (await parts()).length, { timeout: 30_000, interval: 20 })
      .toBeGreaterThan(0);
    first.child.kill('SIGSTOP'); // so that it is still running, however long the second takes to start
    const second = await importing([file]);
    expect(second).toMatchObject({ code: 1, output: '' });
    expect(second.errors).toContain('Another import is running.');
    first.child.kill('SIGKILL');
    await first.ended;
    await expect.poll(async () => (await importing([file])).code, { timeout: 30_000 }).toBe(0);
    expect(await parts()).toHaveLength(3000);
  });

  test('an order takes its units while an import changes the part, and none is lost', async () => {
    const id = await givenPart(shop, { stock: 1000 });
    const sku = (await parts())[0]?.sku;
    const buyers = await Promise.all(Array.from({ length: 4 }, () => givenPerson(shop)));
    const prices = Array.from({ length: 4 }, (_, index) =>
      givenFile(folder, `prices-${index}.csv`, ['sku,price', `${sku},${100 + index}`]),
    );
    const ordering = Promise.all(
      buyers.map(async (buyer) => {
        const placed = () => buyer.ask('POST', '/api/order', orderBody(id));
        return await Array.fromAsync({ length: 10 }, async () => (await placed()).status);
      }),
    );
    for (const file of prices) {
      const { code, output } = await importing([file]);
      expect([code, output]).toEqual([0, expect.stringContaining('1 updated')]);
    }
    const placed = (await ordering).flat().filter((status) => status === 201).length;
    expect(placed).toBe(40);
    expect(await parts()).toMatchObject([{ stock: 960, price_cents: 10300 }]);
  });
});

describe('one sentence, and nothing is imported', () => {
  test('when a file cannot be read to its end, also of the other files', async () => {
    const good = givenFile(folder, 'good.csv', [header, `A,ssd,Testco One,10,7,${rest}`]);
    const bad = givenFile(folder, 'latin.csv', Buffer.from('sku,name\nA,\xc3\xbc\nB,\xfc\n', 'latin1'));
    expectSentence(await importing([good, bad]), /not UTF-8/);
    expect(await parts()).toEqual([]);
  });

  test('when an option is wrong', async () => {
    const file = givenFile(folder, 'a.csv', [header]);
    expectSentence(await importing([file, '--stock', 'many']), /^--stock takes a whole number from 0 to/);
    expectSentence(await importing([file, '--category', 'toys']), /^--category takes one of these: memory, /);
    expectSentence(await importing([file, '--report', folder]), /cannot be written: it is a folder\.$/);
    const before = readFileSync(file);
    const linked = join(folder, 'linked.csv');
    symlinkSync(file, linked);
    for (const report of [file, linked])
      expectSentence(await importing([file, '--report', report]), /^--report needs a file of its own: /);
    const backup = givenFile(folder, 'shop.tar.gz', gzipSync('a backup'));
    expectSentence(
      await importing([file, '--report', backup]),
      /is there and is not a text file; name another/,
    );
    expect(readFileSync(file).equals(before)).toBe(true);
    const usage = /^Unknown option '--colour'\.\nUsage: npm run shop -- import FILE…\n {6}--all-or-nothing /;
    expect((await importing([file, '--colour', 'red'])).errors).toMatch(usage);
  });
});

function environment(): NodeJS.ProcessEnv {
  return { DATABASE_URL: readAddress(shop.address), DATA_DIR: join(folder, 'none') };
}

function importing(words: string[]): Promise<CommandResult> {
  return runCommandHere(['import', ...words], environment());
}

/** One line, no stack, and a code that is not 0; lines on the progress may come before. */
function expectSentence({ code, output, errors }: CommandResult, sentence: RegExp): void {
  const lines = errors
    .trim()
    .split('\n')
    .filter((line) => !/^(Reading|Writing parts): /.test(line));
  expect({ code, output, lines: lines.length }, errors).toEqual({ code: 1, output: '', lines: 1 });
  expect(lines[0]).toMatch(sentence);
}

function parts() {
  return readRows(shop, 'parts');
}

async function partNamed(name: string) {
  return (await parts()).find((part) => part.name === name);
}
