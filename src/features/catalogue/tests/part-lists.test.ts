/** The rows of pc-part-dataset become parts with our specifications; what cannot be read is named in its own fields. */
import { describe, expect, test } from 'vitest';
import type { RowFields } from '#catalogue/rules/import/import-values.ts';
import { recognizeList, recognizeListFile } from '#catalogue/rules/import/part-lists.ts';
import { readPartRow } from '#catalogue/rules/import/part-rows.ts';
import type { Category } from '#catalogue/rules/parts.ts';

const memory = {
  name: 'Testco Vengeful RGB 32 GB',
  price: 94.99,
  speed: [5, 6000],
  modules: [2, 16],
  price_per_gb: 2.968,
  color: 'Black',
  first_word_latency: 12,
  cas_latency: 36,
};
const motherboard = {
  name: 'Testco B950-PLUS',
  price: null,
  socket: 'AM5',
  form_factor: 'Micro ATX',
  max_memory: 192,
  memory_slots: 4,
  color: null,
};
const videoCard = {
  name: 'Testco PULSAR',
  price: 379.99,
  chipset: 'Radeon RX 9999 XT',
  memory: 16,
  core_clock: 2220,
  boost_clock: null,
  color: 'Black / Silver',
  length: 240,
};
const drive = {
  name: 'Testco 990 Fast',
  price: 149.9,
  capacity: 2000,
  price_per_gb: 0.075,
  type: 'SSD',
  cache: null,
  form_factor: 'M.2-2280',
  interface: 'M.2 PCIe 4.0 X4',
};

const lists = {
  memory,
  motherboard,
  'video-card': videoCard,
  'internal-hard-drive': drive,
  cpu: {
    name: 'Intel Core i5-12400F',
    price: 109.99,
    core_count: 6,
    core_clock: 2.5,
    boost_clock: 4.4,
    microarchitecture: 'Alder Lake',
    tdp: 65,
    graphics: null,
  },
  case: {
    name: 'Testco Box',
    price: 59.9,
    type: 'MicroATX Mid Tower',
    color: 'Black',
    psu: null,
    side_panel: 'Tempered Glass',
    external_volume: 38.1,
    internal_35_bays: 0,
  },
  'power-supply': {
    name: 'Testco A850GL',
    price: 121.99,
    type: 'ATX',
    efficiency: 'gold',
    wattage: 850,
    modular: 'Full',
    color: 'Black',
  },
} as const;

const readLists: Record<keyof typeof lists, [Category, name: string, specs: object]> = {
  memory: [
    'memory',
    'Testco Vengeful RGB 32 GB (2 × 16 GB) DDR5-6000 CL36',
    {
      capacityGb: 32,
      modules: 2,
      moduleGb: 16,
      ddr: 5,
      speedMts: 6000,
      casLatency: 36,
      firstWordLatencyNs: 12,
      color: 'Black',
    },
  ],
  motherboard: [
    'motherboard',
    'Testco B950-PLUS',
    { socket: 'AM5', formFactor: 'Micro ATX', memorySlots: 4, maxMemoryGb: 192 },
  ],
  'video-card': [
    'graphics-card',
    'Testco PULSAR Radeon RX 9999 XT 16 GB',
    {
      chipset: 'Radeon RX 9999 XT',
      memoryGb: 16,
      coreClockMhz: 2220,
      lengthMm: 240,
      color: 'Black / Silver',
    },
  ],
  'internal-hard-drive': [
    'ssd',
    'Testco 990 Fast 2 TB M.2-2280',
    { capacityGb: 2000, formFactor: 'M.2-2280', interface: 'M.2 PCIe 4.0 X4' },
  ],
  cpu: [
    'cpu',
    'Intel Core i5-12400F',
    { cores: 6, baseClockGhz: 2.5, boostClockGhz: 4.4, tdpWatts: 65, microarchitecture: 'Alder Lake' },
  ],
  case: [
    'case',
    'Testco Box',
    {
      type: 'Micro ATX Mid Tower',
      sidePanel: 'Tempered Glass',
      volumeL: 38.1,
      bays35: 0,
      color: 'Black',
    },
  ],
  'power-supply': [
    'power-supply',
    'Testco A850GL 850 W',
    { watts: 850, form: 'ATX', efficiency: '80+ Gold', modular: 'Full', color: 'Black' },
  ],
};

test.each(Object.entries(lists))('a row of the list %s states what it knows', (list, row) => {
  const [category, name, specs] = readLists[list as keyof typeof lists];
  const price_cents = row.price && Math.round(row.price * 100);
  expect(part(list, row)).toMatchObject({ category, name, price_cents });
  expect(part(list, row).specs).toEqual(specs);
});

describe('values in the format of the lists', () => {
  test('early modules are measured in megabytes', () => {
    const row = { ...memory, speed: [2, 667], modules: [2, 512], first_word_latency: 14.993, cas_latency: 5 };
    expect(part('memory', row).specs).toMatchObject({ capacityGb: 1, modules: 2, moduleGb: 0.5, ddr: 2 });
  });

  test('large modules of today are not', () => {
    expect(part('memory', { ...memory, modules: [1, 256] }).specs).toMatchObject({ moduleGb: 256 });
  });

  test('a speed without a generation is that of plain DDR', () => {
    const row = { ...memory, speed: 400, modules: [1, 1], first_word_latency: 12.5, cas_latency: 2.5 };
    expect(part('memory', row)).toMatchObject({
      name: expect.stringMatching(/ DDR-400 CL2\.5$/),
      specs: { ddr: 1, speedMts: 400, casLatency: 2.5 },
    });
  });

  test.each([
    [7200, 3.5, { category: 'hard-disk', specs: { rpm: 7200, formFactor: '3.5-inch' } }],
    [null, 2.5, { category: 'hard-disk', specs: { formFactor: '2.5-inch' } }], // a hybrid disk
    ['SSD', 2.5, { category: 'ssd', specs: { formFactor: '2.5-inch' } }],
    ['SSD', 'PCIe', { category: 'ssd', specs: { formFactor: 'PCIe card' } }],
  ])('a drive of type %s and form factor %s', (type, form_factor, expected) => {
    const row = { ...drive, type, form_factor, interface: 'SATA 6.0 Gb/s' };
    expect(part('internal-hard-drive', row)).toMatchObject(expected);
  });

  test('runs of blanks and marks that nobody sees are left out, and make no other part', () => {
    const row = { ...videoCard, name: '\u200eTestco  PULSAR', chipset: 'T400  2GB', memory: 2 };
    const read = part('video-card', row);
    expect(read).toMatchObject({ name: 'Testco PULSAR T400 2 GB', specs: { chipset: 'T400 2GB' } });
    expect(read.sku).toBe(part('video-card', { ...row, name: 'Testco PULSAR', chipset: 'T400 2GB' }).sku);
  });

  test('in CSV, lists of numbers are texts, and nothing is an empty one', () => {
    const texts = Object.entries(memory).map(([field, value]) => [field, String(value)]);
    const row = { ...Object.fromEntries(texts), price: '', price_per_gb: '', color: '' };
    const { color: _, ...specs } = part('memory', memory).specs ?? {};
    expect(part('memory', row)).toMatchObject({ price_cents: null, specs });
  });
});

describe('a broken row is refused in the fields that the list has', () => {
  test.each<[string, RowFields, string[]]>([
    ['memory', { ...memory, speed: 'fast' }, ['speed']],
    ['memory', { ...memory, modules: [2] }, ['modules']],
    ['memory', { ...memory, modules: undefined, speed: undefined }, ['modules', 'speed']],
    ['memory', { ...memory, first_word_latency: 9 }, ['first_word_latency']],
    ['memory', { name: memory.name, price: 1 }, ['modules', 'speed']],
    ['motherboard', { ...motherboard, form_factor: 'Huge' }, ['form_factor']],
    ['motherboard', { ...motherboard, name: '' }, ['name']],
    ['video-card', { ...videoCard, price: -1 }, ['price']],
    ['video-card', { ...videoCard, price: '12.999' }, ['price']],
    ['video-card', { ...videoCard, memory: '16 GB' }, ['memory']],
    ['internal-hard-drive', { ...drive, type: 'floppy' }, ['form_factor', 'interface', 'type']],
    ['internal-hard-drive', { ...drive, capacity: null }, ['capacity']],
  ])('%s %j', (list, row, fields) => {
    const read = readPartRow(row, { list, category: undefined });
    const problems = 'problems' in read ? read.problems : [];
    expect(problems.map(({ path }) => path).sort()).toEqual(fields);
    for (const { message } of problems) expect(message).toMatch(/^[A-Z].{5}/);
  });
});

test('a list is known by its fields, and by the name of its file', () => {
  for (const [kind, row] of Object.entries(lists)) {
    expect(recognizeList(Object.keys(row))).toBe(kind);
    expect(recognizeListFile(`${kind}.jsonl`)).toBe(kind);
  }
  expect(recognizeList(['sku', 'name', 'price'])).toBeUndefined();
  expect(recognizeListFile('my-memory.csv')).toBeUndefined();
});

function part(list: string, row: RowFields) {
  const read = readPartRow(row, { list, category: undefined });
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.part;
}
