/** Files that are no lists of parts are refused in one sentence; those that are, are known by what is in them. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findTextFile, readParts } from '#app/commands/catalogue/text-lines.ts';
import { CommandRefusal } from '#app/commands/command.ts';
import { readPartFile } from '#catalogue/rules/import/part-files.ts';
import type { ImportRow } from '#catalogue/rules/import/refused-rows.ts';
import type { Category } from '#catalogue/rules/parts.ts';
import { givenFile, givenListRows } from '../support/part-lists.ts';
import { givenFolder } from '../support/shop-folders.ts';

const folder = givenFolder();

const person = '{"first":"Ada","last":"Admin"}';

describe('refused in one sentence is', () => {
  test.each<[string, (string | object)[] | Buffer, RegExp]>([
    ['empty.csv', Buffer.alloc(0), /is empty\.$/],
    ['blank.jsonl', ['', '  '], /is empty\.$/],
    [
      'broken.csv',
      Buffer.from('name\nM\xc3\xbcller\nM\xfcller\n', 'latin1'),
      /is not UTF-8 text \(line 3\)\./,
    ],
    ['cut.csv', Buffer.from('sku,name\nA,M\xc3', 'latin1'), /is not UTF-8 text \(line 2\)\./],
    ['table.xlsx', Buffer.from('PK\x03\x04rest'), /is a spreadsheet or an archive\. Save the table as CSV/],
    ['parts.csv.gz', Buffer.from([0x1f, 0x8b, 8, 0]), /is compressed\./],
    ['picture.png', Buffer.from([0x89, 0x50, 0, 0, 1]), /is not a text file/],
    ['letter.txt', ['Dear customers,', 'we are closed.'], /does not begin with a header of parts/],
    ['numbers.csv', ['1,2,3', '4,5,6'], /does not begin with a header of parts/],
    [
      'typo.csv',
      ['sku,name,prize', 'A,B,1'],
      /has columns that the shop does not know, or the same column twice: “prize”\. Rename them as the shop does, or take them out; “npm run shop -- export” writes/,
    ],
    ['title.csv', ['Prices of May,,', '', 'sku,name,price', 'A,B,1'], /“Prices of May” \(line 1\)/],
    ['twice.csv', ['sku,name,name', 'A,B,C'], /the same column twice: “name”\./],
    ['stock.csv', ['sku,Stock,Qty', 'A,1,2'], /the same column twice: “Qty”\./],
    ['list.json', ['[{"name": "A"}]'], /is one JSON list; JSON Lines has an object on each line\.$/],
    [
      'fan-controller.jsonl',
      [{ name: 'Testco Hub', price: 9, channels: 6, channel_wattage: 30, pwm: true, form_factor: 'PCI' }],
      /^“.*fan-controller\.jsonl” is the list “fan-controller” of pc-part-dataset, and the shop has no such category\.$/,
    ],
    ['os.csv', ['name,price,screen_size', 'Testco Screen,50,27'], /is the list “os” of pc-part-dataset/],
    ['people.jsonl', [person, person], /is no list of parts: no row has fields/],
    ['long.jsonl', [`{"name":"${'x'.repeat(1_300_000)}"}`], /^Line 1 of .* is too long/],
  ])('%s', async (name, content, sentence) => {
    await expectRefusal(givenFile(folder, name, content), sentence);
  });

  test('what is not there, and what is no file', async () => {
    await expectRefusal(join(folder, 'no-such.csv'), /cannot be read: there is no such file or folder\.$/);
    await expectRefusal(folder, /is not a file\.$/);
  });
});

const excelText = '\ufeffSKU\tName\r\nA\tMüller €\r\n';

test.each<[string, Buffer, string[]]>([
  ['UTF-16 as Excel writes it', Buffer.from(excelText, 'utf16le'), ['UTF-16']],
  ['UTF-16 with the greater byte first', Buffer.from(excelText, 'utf16le').swap16(), ['UTF-16']],
  ['Windows-1252', Buffer.from('Sku;NAME\r\nA;M\xfcller \x80\r\n', 'latin1'), ['Windows-1252']],
  ['UTF-8 with a mark', Buffer.from('\ufeffsku, Name \nA,Müller €\n'), []],
])('is read, and its encoding said: %s', async (_, bytes, expected) => {
  const encodings: string[] = [];
  // in two pieces, the second of which begins within a character
  const source = [bytes.subarray(0, -7), bytes.subarray(-7)];
  const file = { name: 'excel.csv', source, onEncoding: (encoding: string) => void encodings.push(encoding) };
  const rows = await Array.fromAsync(readPartFile(file, { category: 'other' }));
  expect(rows).toMatchObject([{ row: 2, part: { sku: 'A', name: 'Müller €' } }]);
  expect(encodings).toEqual(expected);
});

test('a file in one piece is not split all at once: nine million blank lines would take 1.4 GB', async () => {
  const brokenLater = `name,price\nMüller,5\n${'\n'.repeat(100_000)}`;
  const source = [Buffer.concat([Buffer.from(brokenLater), Buffer.from([0xff, 0x0a])])];
  const rows = readPartFile({ name: 'blank.csv', source }, { category: 'other' });
  expect(await rows.next()).toMatchObject({ value: { row: 2, part: { name: 'Müller' } } });
  await expect(rows.next()).rejects.toThrow('not UTF-8 text (line 100003)');
});

test('headings are known in any case, with blanks, and as suppliers call them, in German, too', async () => {
  const facts = { sku: 'A', name: 'Testco X', brand: 'Testco', mpn: 'T-1', price_cents: 1290, stock: 7 };
  const part = { ...facts, category: 'ssd', specs: { capacityGb: 500, formFactor: 'M.2-2280' } };
  for (const header of [
    'SKU;Category;Name;Brand;Part Number;Price;Available Quantity',
    'Artikelnr;category;name;brand;Hersteller-Nr;price;QTY',
    'Artikelnummer;Kategorie;Bezeichnung;Hersteller;Herstellernummer;Preis;Bestand',
    'Artikel-Nr.;Kategorie;Artikelbezeichnung;Marke;Hersteller-Nr.;PREIS;Lagerbestand',
  ]) {
    const table = [`${header};Specs.Capacity GB;Specs.Form Factor;specs.INTERFACE`];
    const rows = await readLines('o.csv', [
      ...table,
      'A;ssd;Testco X;Testco;T-1;12,90;7;500;M.2-2280;M.2 SATA',
    ]);
    expect(rows).toMatchObject([{ part }]);
  }
});

test('a price may be written in dollars, and a name on several lines', async () => {
  const prices = ['"$1,299.50"', '$ 99.90', '"12,345.00"', '$7'].map((price) => `A,"Testco\nX",${price}`);
  const rows = await readLines('excel.csv', ['sku,name,price', ...prices, 'A,Testco,€7']);
  expect(rows.map((row) => 'part' in row && [row.part.name, row.part.price_cents])).toEqual([
    ...[129_950, 9990, 1_234_500, 700].map((cents) => ['Testco X', cents]),
    false,
  ]);
  const [row, ...emptied] = await readLines('excel.csv', [
    'sku;price',
    'A;1.299,50 $',
    'A;$',
    'A; $ ',
    'A; ',
  ]);
  expect(row).toMatchObject({ part: { price_cents: 129_950 } });
  for (const refused of emptied) expect(refused).toMatchObject({ problems: [{ path: 'price' }] });
});

test('rows and columns that a spreadsheet writes without anything in them are left out', async () => {
  const lines = [';;;', 'sku;name;;', 'A;Testco;; ', ';;;', 'B;Testco;;5'];
  expect(await readLines('excel.csv', [lines.join('\r\n')], 'other')).toMatchObject([
    { row: 3, part: { sku: 'A' } },
    { row: 5, problems: [{ message: 'A cell is in a column without a heading' }] },
  ]);
});

describe('a list is known', () => {
  test.each(Object.entries(givenListRows(3)))('as %s by the fields of its rows', async (_, rows) => {
    const read = await readLines('unnamed.txt', rows);
    expect(read.map((row) => 'part' in row && row.row)).toEqual([1, 2, 3]);
  });

  test('by the first row that is whole, and the broken ones before it are named', async () => {
    const rows = ['this is broken', '{"name":"cut', ...givenListRows(1).memory];
    const read = await readLines('some.jsonl', rows);
    expect(read).toMatchObject([
      { row: 1, problems: [{ path: '', message: 'This is not a JSON object' }] },
      { row: 2, problems: [{ path: '', message: 'This is not a JSON object' }] },
      { row: 3, part: { category: 'memory' } },
    ]);
  });

  test('by the name of its file, when its first row lacks what would tell', async () => {
    const read = await readLines('memory.jsonl', [{ name: 'Testco', price: 1 }]);
    expect(read).toMatchObject([{ problems: [{ path: 'modules' }, { path: 'speed' }] }]);
  });

  test('in CSV by its header, whatever other columns it has', async () => {
    const table = [
      'name,price,speed,modules,price_per_gb,color,first_word_latency,cas_latency',
      'Testco Vengeful 32 GB,94.99,"5,6000","2,16",2.9,,12,36',
    ];
    const [read] = await readLines('table.csv', table);
    expect(read).toMatchObject({ row: 2, part: { category: 'memory', price_cents: 9499 } });
  });

  test('also with the stock of its parts', async () => {
    const header = 'name,price,speed,modules,first_word_latency,cas_latency,Stock';
    const read = await readLines('m.csv', [
      header,
      'Testco,94.99,"5,6000","2,16",12,36,7',
      'X,9,"5,6000","2,16",12,36,',
    ]);
    expect(read.map(findPart)).toMatchObject([{ category: 'memory', stock: 7 }, { category: 'memory' }]);
    const [cooler] = await readLines('os.csv', ['name,Stock,screen_size', 'Testco,7,27'], 'other');
    expect(findPart(cooler)).toMatchObject({ stock: 7, specs: { 'screen size': 27 } });
  });

  test('as our own by the fields that only ours have, in CSV and in JSON Lines alike', async () => {
    const fields = { sku: 'A', category: 'other', name: 'Testco Cable', price: 5 };
    const [json] = await readLines('own.jsonl', ['', fields]);
    const [csv] = await readLines('own.csv', [Object.keys(fields).join(), Object.values(fields).join()]);
    expect(json).toMatchObject({ row: 2, part: { sku: 'A', price_cents: 500 } });
    expect(csv).toMatchObject({ part: findPart(json) });
  });

  test('when its rows have but a name, if the category is given', async () => {
    const file = givenFile(folder, 'names.jsonl', [{ name: 'Testco Cable' }]);
    const rows = await readRows(file, 'other');
    expect(rows.map(findPart)).toMatchObject([{ category: 'other', name: 'Testco Cable' }]);
    await expectRefusal(file, /is no list of parts/);
  });
});

describe('the given category wins over a guess', () => {
  test('a list without a category of ours is read as parts of any kind', async () => {
    const fan = { name: 'Testco Cool', price: 9, rpm: [500, 1500], noise_level: 20.5, color: null };
    const json = await readLines('fan-controller.jsonl', [fan], 'other');
    const table = ['name,price,rpm,noise_level,color', 'Testco Cool,9,"500, 1500",20.5,'];
    const csv = await readLines('fan-controller.csv', table, 'other');
    const specs = { rpm: '500, 1500', 'noise level': 20.5 };
    const part = { category: 'other', name: 'Testco Cool', price_cents: 900, specs };
    expect(findPart(json[0])).toMatchObject(part);
    expect(findPart(csv[0])).toEqual(findPart(json[0]));
  });

  test('a list of ours is read as the category, and what is not of it is refused', async () => {
    const { memory } = givenListRows(1);
    const other = await readLines('memory.jsonl', memory, 'other');
    expect(other).toMatchObject([{ part: { category: 'other', specs: { speed: '5, 6000' } } }]);
    const boards = await readLines('memory.jsonl', memory, 'motherboard');
    expect(boards).toMatchObject([{ problems: [{ path: 'socket' }, {}, {}, {}] }]);
    const drive = { price: 1, capacity: 500, interface: 'SATA 6.0 Gb/s' };
    const drives = [
      { ...drive, name: 'Testco Fast', type: 'SSD', form_factor: 2.5 },
      { ...drive, name: 'Testco Slow', type: 7200, form_factor: 3.5 },
    ];
    const disks = await readLines('internal-hard-drive.jsonl', drives, 'ssd');
    expect(disks).toMatchObject([
      { part: { category: 'ssd' } },
      { problems: [{ path: 'type', message: 'This part is not of the category ssd' }] },
    ]);
  });
});

describe('with semicolons, numbers may have decimal commas', () => {
  test('in our own columns, and only in those of numbers', async () => {
    const table = [
      'sku;name;price;specs.firstWordLatencyNs;specs.color;available_quantity',
      'A;Testco 1,5;12,90;9,5;1,5;3',
      'B;Testco;1.299,00;;;3',
    ];
    const [one, other] = await readLines('own.csv', table, 'memory');
    expect(one).toMatchObject({ problems: [{ path: 'specs.capacityGb' }, {}, {}, {}, {}] });
    expect(findPart(other)).toMatchObject({ price_cents: 129900, stock: 3 });
    const sized = ['name;price;specs', 'Testco 1,5;12,90;"{""size"": ""1,5""}"'];
    const [part] = await readLines('o.csv', sized, 'other');
    expect(findPart(part)).toMatchObject({ name: 'Testco 1,5', price_cents: 1290, specs: { size: '1,5' } });
  });

  test('which tell what a point is in the same row', async () => {
    const table = ['sku;category;name;price;specs.capacityGb;specs.formFactor;specs.interface'];
    const drive = 'M.2-2280;M.2 SATA';
    const read = await readLines('o.csv', [
      ...table,
      `A;ssd;T;89,90;2.000;${drive}`,
      `B;ssd;T;89.90;2.000;${drive}`,
    ]);
    expect(read.map(findPart)).toMatchObject([{ specs: { capacityGb: 2000 } }, { specs: { capacityGb: 2 } }]);
  });

  test('and in known lists, whose pairs of numbers stay pairs', async () => {
    const header = 'name;price;speed;modules;first_word_latency;cas_latency';
    const [read] = await readLines('m.csv', [header, 'Testco;94,99;5,6000;2,16;12,0;36']);
    expect(findPart(read)).toMatchObject({
      price_cents: 9499,
      specs: { ddr: 5, speedMts: 6000, modules: 2, moduleGb: 16, firstWordLatencyNs: 12 },
    });
  });

  test('with commas between the cells only a price may have one: elsewhere it is a mistake', async () => {
    const table = ['sku,price,minimum_order', 'A,"12,90",1', 'B,"1,299",1', 'C,5,"1,5"'];
    const read = await readLines('c.csv', table);
    const thousands = 'Please leave out what separates thousands: 1299 or 1299.50';
    expect(read).toMatchObject([
      { part: { price_cents: 1290 } },
      { problems: [{ path: 'price', message: thousands }] },
      { problems: [{ path: 'minimum_order', message: 'A whole number is needed here' }] },
    ]);
  });
});

async function readRows(path: string, category?: Category): Promise<ImportRow[]> {
  const file = await findTextFile(path, path);
  return await Array.fromAsync(readParts(file, { category, onRead: () => {} }));
}

function readLines(name: string, lines: readonly (string | object)[], category?: Category) {
  return readRows(givenFile(folder, name, lines), category);
}

async function expectRefusal(path: string, sentence: RegExp): Promise<void> {
  const refusal = await readRows(path).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(CommandRefusal);
  expect((refusal as Error).message).toMatch(sentence);
  expect((refusal as Error).message).not.toContain('\n');
}

function findPart(row: ImportRow | undefined) {
  return row && 'part' in row ? row.part : undefined;
}
