/** Records of the BuildCores OpenDB as parts: what cannot be true is left out and counted, and never becomes a zero. */
import { describe, expect, test } from 'vitest';
import { readFitPart } from '#catalogue/rules/facts/read-fit-part.ts';
import { readPartFile } from '#catalogue/rules/import/part-files.ts';
import {
  choosePart,
  completeFacts,
  makeModelKey,
  type PriceName,
} from '#catalogue/rules/import/price-names.ts';
import type { ImportRow } from '#catalogue/rules/import/refused-rows.ts';
import type { Category } from '#catalogue/rules/parts.ts';
import type { SpecificationValues } from '#catalogue/rules/specification-fields.ts';
import * as given from '#tests/support/open-db-records.ts';

type ReadPart = { part: PriceName; quarantined?: { path: string }[] };

function readRows(lines: readonly unknown[]): Promise<ImportRow[]> {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  const file = { name: 'list.jsonl', source: [Buffer.from(text)] };
  return Array.fromAsync(readPartFile(file, { category: undefined }));
}

async function readPart(record: object, others: readonly object[] = []) {
  const [row] = await readRows([record, ...others]);
  if (!row || 'problems' in row) throw new Error(JSON.stringify(row));
  const { category, name, brand, mpn, price_cents, specs } = row.part;
  const quarantined = (row.quarantined ?? []).map(({ path, message }) => `${path}: ${message}`);
  return { category, name, brand, mpn, price_cents, specs, quarantined };
}

describe('a record becomes a part:', () => {
  const records = new Map<string, object>(Object.entries(given));
  const expectations: Record<string, { category: Category; specs: object; [fact: string]: unknown }> = {
    processor: {
      category: 'cpu',
      name: 'Intel Core i5-14400F',
      brand: 'Intel',
      mpn: 'BX8071514400F',
      specs: {
        cores: 10,
        threads: 16,
        baseClockGhz: 2.5,
        boostClockGhz: 4.7,
        socket: 'LGA1700',
        memoryTypes: 'DDR4, DDR5',
        tdpWatts: 65,
        peakWatts: 148,
        graphics: 'None',
        microarchitecture: 'Raptor Lake',
      },
      quarantined: [],
    },
    board: {
      category: 'motherboard',
      mpn: '7C91-012R',
      specs: {
        socket: 'AM4',
        formFactor: 'ATX',
        chipset: 'B550',
        ddr: 4,
        memorySlots: 4,
        maxMemoryGb: 128,
        m2Sizes: '2242, 2260, 2280',
        flashback: 'Yes',
        wireless: 'Wi-Fi 6E',
        color: 'Black / Gray',
      },
      quarantined: [
        'SATA ports: 0 stands for not known',
        'M.2 slots: Sizes of one slot are listed as several slots',
      ],
    },
    memory: {
      category: 'memory',
      specs: {
        capacityGb: 32,
        modules: 1,
        moduleGb: 32,
        ddr: 4,
        speedMts: 3200,
        casLatency: 22,
        firstWordLatencyNs: 13.75,
        form: 'DIMM',
        ecc: 'Yes',
        registered: 'Yes',
      },
      quarantined: ['registered: The name says otherwise', 'ECC: The name says otherwise'],
    },
    card: {
      category: 'graphics-card',
      name: 'MSI Radeon RX 570 ARMOR MK2 8G OC',
      mpn: 'R570AR28C',
      specs: {
        chipset: 'Radeon RX 570',
        memoryGb: 8,
        coreClockMhz: 1244,
        boostClockMhz: 1281,
        lengthMm: 270,
        watts: 150,
        powerConnectors: '1 × 8-pin',
        color: 'Black / Red',
      },
      quarantined: [],
    },
    housing: {
      category: 'case',
      name: 'Corsair 5000D Tempered Glass Mid-Tower ATX PC Case — White',
      mpn: 'CC-9011209-WW',
      specs: {
        type: 'ATX Mid Tower',
        boardFormFactors: 'ATX, Micro ATX, Mini ITX',
        maxCardLengthMm: 400,
        expansionSlots: 7,
        bays25: 4,
        sidePanel: 'Tempered Glass',
        color: 'White',
      },
    },
    supply: {
      category: 'power-supply',
      specs: {
        watts: 850,
        form: 'ATX',
        efficiency: '80+ Gold',
        modular: 'Full',
        lengthMm: 140,
        color: 'White',
      },
      quarantined: ['connectors: None, not even for a processor'],
    },
    cooler: {
      category: 'cpu-cooler',
      brand: 'Deepcool',
      specs: {
        cooling: 'Air',
        sockets: 'AM4, AM5, LGA1700',
        heightMm: 155,
        maxRpm: 1850,
        noiseDb: 29,
        color: 'Black / Gray',
      },
    },
    ssd: {
      category: 'ssd',
      name: 'Kingston A400 1.92 TB SSD 2.5-inch SATA',
      specs: { capacityGb: 1920, formFactor: '2.5-inch', interface: 'SATA 6.0 Gb/s' },
      quarantined: ['capacity: The name says otherwise'],
    },
    disk: {
      category: 'hard-disk',
      specs: { capacityGb: 8000, formFactor: '3.5-inch', interface: 'SATA 6.0 Gb/s', rpm: 7200 },
    },
  };
  test.each(Object.entries(expectations))('%s', async (key, expected) => {
    const { specs, ...part } = await readPart(records.get(key) ?? {});
    const stated = Object.fromEntries(Object.entries(specs ?? {}).filter(([, value]) => value !== undefined));
    expect({ ...part, specs: stated }).toMatchObject(expected);
    expect(Object.keys(stated).toSorted()).toEqual(Object.keys(expected.specs).toSorted());
    expect(part.price_cents).toBeUndefined();
  });
});

test('no bay is a fact only where somebody has checked the record', async () => {
  const { metadata } = given.housing;
  const checked = { ...metadata, last_manually_spec_verified_at: '2026-01-01T00:00:00Z' };
  expect((await readPart({ ...given.housing, metadata: checked })).specs).toMatchObject({ bays35: 0 });
});

test('a board without Wi-Fi has it where its name says so', async () => {
  const { specs } = await readPart({ ...given.board, wireless_networking: 'None' });
  expect(specs).toMatchObject({ wireless: 'Wi-Fi' });
});

test('a name begins with the brand as the shop writes it', async () => {
  const metadata = { ...given.board.metadata, name: 'GIGABYTE B650 EAGLE AX', manufacturer: 'Gigabyte' };
  expect((await readPart({ ...given.board, metadata })).name).toBe('Gigabyte B650 EAGLE AX');
});

test.each([
  ['Noctua NH-L9a-AM4', ['AM4', 'AM5'], 'AM4'],
  ['Noctua NH-D15 SE-AM4', ['AM4', 'AM5', 'LGA 1700'], 'AM4, AM5'],
  ['Noctua NH-L9i', ['AM4', 'LGA 1200'], 'LGA1200'],
  ['Enermax Liqtech TR4 II', ['sTR4', 'LGA 1700'], 'sTR4'],
])('of a cooler called “%s” that lists %j only %s is believed', async (name, listed, sockets) => {
  const { specs, quarantined } = await readPart({
    ...given.cooler,
    metadata: { ...given.cooler.metadata, name },
    cpu_sockets: listed,
  });
  expect(specs?.sockets).toBe(sockets);
  expect(quarantined).toEqual(['sockets: The name says otherwise']);
});

test.each([
  ['Noctua NH-L9i-17xx', ['LGA 1700', 'LGA 1851']],
  ['Noctua NH-U9 TR4-SP3', ['sTR4', 'sTRX4']],
  ['Testco 120, for Intel LGA1700 and AMD AM4', ['AM4', 'AM5', 'LGA 1700']],
])('a cooler called “%s” is made for %j', async (name, listed) => {
  const metadata = { ...given.cooler.metadata, name };
  expect((await readPart({ ...given.cooler, metadata, cpu_sockets: listed })).quarantined).toEqual([]);
});

test.each([
  ['Intel Xeon E5-2680 v4', 'LGA 2011', 'LGA2011-3', ['socket: The name says otherwise']],
  ['AMD FX-7600P', 'FP3', 'FP3', []],
])('the %s, recorded with %s, has %s', async (name, socket, expected, reasons) => {
  const metadata = { ...given.processor.metadata, name };
  const { specs, quarantined } = await readPart({ ...given.processor, metadata, socket });
  expect([specs?.socket, quarantined]).toEqual([expected, reasons]);
});

test('watts far from those of other cards with the same chip are left out, and so are missing connectors', async () => {
  const [usual, unplugged, mistyped] = given.cards;
  if (!usual || !unplugged || !mistyped) throw new Error('There are three.');
  const low = await readPart(mistyped, [usual, unplugged]);
  expect(low.specs?.watts).toBeUndefined();
  expect(low.quarantined).toEqual(['watts: Too far from those of other cards with this chip']);
  const { specs, quarantined } = await readPart(unplugged, [usual]);
  expect(specs?.powerConnectors).toBeUndefined();
  expect(quarantined).toEqual(['power connectors: None, although the card draws more than 75 W']);
});

test('what is no record of a part, lacks what every part has, or repeats a part number is refused', async () => {
  const rows = await readRows([
    given.disk,
    'no JSON',
    { opendb_id: 'a', metadata: { name: 'Testco Monitor' }, screen: 27 },
    { ...given.board, memory: { max: 0, slots: 4, ram_type: 'DDR4' } },
    { ...given.processor, cores: 'many' },
    {
      ...given.disk,
      capacity: 10_000,
      metadata: { ...given.disk.metadata, name: 'Seagate IronWolf Pro, again' },
    },
  ]);
  expect(rows.map((row) => [row.row, 'problems' in row ? row.problems : 'a part'])).toEqual([
    [1, 'a part'],
    [2, [{ path: '', message: 'This is not a JSON object' }]],
    [3, [{ path: '', message: 'The shop has no category for this record of the OpenDB' }]],
    [4, [{ path: 'specs.maxMemoryGb', message: 'This is required' }]],
    [5, [{ path: 'cores', message: 'This is not as the OpenDB writes it' }]],
    [6, [{ path: 'mpn', message: 'An earlier record of the OpenDB has this part number' }]],
  ]);
});

describe('a name in a price list', () => {
  const make = (category: Category, name: string, specs: SpecificationValues) =>
    completeFacts({ category, name, specs });
  const kit = { capacityGb: 32, modules: 2, moduleGb: 16, ddr: 5, speedMts: 6000, casLatency: 36 };

  const names: Record<string, [row: ReturnType<typeof make>, part: ReturnType<typeof make>, boolean]> = {
    'without what the specification says is the same model': [
      make('memory', 'G.Skill Flare X5 32 GB (2 × 16 GB) DDR5-6000 CL36', { ...kit, color: 'Black' }),
      make('memory', 'G.Skill Flare X5 Black DDR5-6000 CL36 32GB (2x16GB)', { ...kit, color: 'Black' }),
      true,
    ],
    'of another color is another part': [
      make('memory', 'G.Skill Flare X5', { ...kit, color: 'White' }),
      make('memory', 'G.Skill Flare X5 Black', { ...kit, color: 'Black' }),
      false,
    ],
    'with a word more is another model': [
      make('case', 'Fractal Design Meshify C Mini', { type: 'ATX Mid Tower' }),
      make('case', 'Fractal Design Meshify C ATX Mid Tower', { type: 'ATX Mid Tower' }),
      false,
    ],
    'with another chipset is another board': [
      make('motherboard', 'Asus Z97-A', { socket: 'LGA1150', chipset: 'Z97' }),
      make('motherboard', 'Asus Z87 A', { socket: 'LGA1150', chipset: 'Z87' }),
      false,
    ],
    'for another socket is another cooler': [
      make('cpu-cooler', 'Noctua NH-L9a-AM5', { cooling: 'Air', sockets: 'AM5' }),
      make('cpu-cooler', 'Noctua NH-L9a-AM4 Air 37mm', { cooling: 'Air', sockets: 'AM4', heightMm: 37 }),
      false,
    ],
    'calls gray silver': [
      make('cpu-cooler', 'Deepcool AK400', { cooling: 'Air', color: 'Black / Silver' }),
      make('cpu-cooler', 'Deepcool AK400 Air 155mm Black / Silver', {
        cooling: 'Air',
        color: 'Black / Gray',
        heightMm: 155,
      }),
      true,
    ],
  };
  test.each(Object.entries(names))('%s', (_, [row, part, isSame]) => {
    const chosen = makeModelKey(row) === makeModelKey(part) ? choosePart(row, [part]) : 'none';
    expect(chosen).toBe(isSame ? part : 'none');
  });

  test('that fits several is nobody’s, unless one has exactly its colors', () => {
    const row = make('case', 'Testco Box', { type: 'ATX Mid Tower', color: 'Black' });
    const [plain, red] = [
      make('case', 'Testco Box', { type: 'ATX Mid Tower', color: 'Black' }),
      make('case', 'Testco Box', { type: 'ATX Mid Tower', color: 'Black / Red' }),
    ];
    expect(choosePart(row, [plain, red])).toBe(plain);
    expect(choosePart({ ...row, specs: { type: 'ATX Mid Tower' } }, [plain, red])).toBe('several');
  });
});

describe('a record of the OpenDB', () => {
  const read = async (like: object, ...records: object[]) => {
    const rows = await readRows(records.map((each) => ({ ...like, metadata: { name: 'Testco' }, ...each })));
    return {
      parts: rows.map((row) => readFitPart({ id: '', ...completeFacts((row as ReadPart).part) })),
      quarantined: rows.flatMap((row) => (row as ReadPart).quarantined?.map(({ path }) => path) ?? []),
    };
  };

  test('of memory that it calls unbuffered is registered or corrects errors when name or part number say so', async () => {
    const memory = (name: string, ...numbers: string[]) => ({
      metadata: { name, part_numbers: numbers },
      registered: 'Unbuffered',
      ecc: 'Non-ECC',
    });
    const { parts, quarantined } = await read(
      given.memory,
      memory('Kingston Server Premier Registered DDR4-3200'),
      memory('Kingston Green DDR5-4800', 'KSM48R40BD8KMM-32HMR'),
      memory('Kingston FURY Beast DDR4-3200', 'KF432C16BB/16'),
      memory('Kingston Green DDR4-2666', 'KSM26ED8/16ME'),
    );
    const registered = [true, true, false, false].map((isRegistered) => ({ isRegistered }));
    expect(parts).toMatchObject(registered);
    expect(quarantined).toEqual(['registered', 'ECC', 'registered', 'ECC', 'ECC']);
  });

  test('of a drive says to the rules of fit which form and length it has', async () => {
    const drive = (form_factor: string) => ({ form_factor, type: 'SSD', interface: 'M.2 PCIe 4.0 x4' });
    expect((await read(given.ssd, drive('M.2-2280'), drive('2.5"'), drive('PCIe'))).parts).toMatchObject([
      { form: 'M.2', m2LengthMm: 80 },
      { form: '2.5"' },
      { form: 'PCIe card' },
    ]);
  });

  test('of a large power supply without a plug for cards does not say which it has', async () => {
    const supply = (wattage: number) => ({ wattage, connectors: { eps_8_pin: 2, pcie_6_plus_2_pin: 0 } });
    expect(await read(given.supply, supply(650), supply(300))).toMatchObject({
      parts: [{ connectors: undefined }, { connectors: { eightPin: 0, sixteenPin: 0 } }],
      quarantined: ['connectors'],
    });
  });

  test('of a power supply of SFX that is longer is SFX-L', async () => {
    const { parts } = await read(
      given.supply,
      { form_factor: 'SFX', length: 130 },
      { form_factor: 'SFX', length: 100 },
    );
    expect(parts).toMatchObject([{ form: 'SFX-L' }, { form: 'SFX' }]);
  });

  test('of a card counts its plug of 16 pins once, and neither those of the adapter nor too few', async () => {
    const card = (power_connectors: Record<string, number>) => ({ tdp: 360, power_connectors });
    const [adapted, weak] = [card({ pcie_12VHPWR: 1, pcie_8_pin: 2 }), card({ pcie_8_pin: 1 })];
    const both = card({ pcie_12VHPWR: 1, pcie_12V_2x6: 1 });
    expect(await read(given.card, both, adapted, weak)).toMatchObject({
      parts: [{ connectors: { sixteenPin: 1 } }, { connectors: undefined }, { connectors: undefined }],
      quarantined: ['power connectors', 'power connectors'],
    });
  });

  test('of a case for the living room does not say which boards it takes', async () => {
    const { parts, quarantined } = await read(given.housing, {
      form_factor: 'HTPC',
      supported_motherboard_form_factors: ['Mini-ITX'],
    });
    expect(parts).toMatchObject([{ boardFormFactors: undefined }]);
    expect(quarantined).toEqual(['sizes of boards']);
  });

  test('of a board says how many long slots it has only where no other slot may be long, too', async () => {
    const board = (...lanes: number[]) => ({
      pcie_slots: lanes.map((each) => ({ quantity: 1, lanes: each })),
    });
    const { parts } = await read(given.board, board(16, 16, 1), board(16, 4, 1));
    expect(parts).toMatchObject([{ cardSlots: 2 }, { cardSlots: undefined }]);
  });

  test('of a board has no more SATA ports than boards can have', async () => {
    const board = (sata_6_gb_s: number) => ({ m2_slots: [], storage_devices: { sata_6_gb_s } });
    const { parts, quarantined } = await read(given.board, board(22), board(64));
    expect([parts, quarantined]).toMatchObject([
      [{ sataPorts: 22 }, { sataPorts: undefined }],
      ['SATA ports'],
    ]);
  });

  test('of a board with an M.2 slot for SATA alone does not say how many drives it takes', async () => {
    const slot = (size: string, lanes: string) => ({ size, key: 'M', interface: lanes });
    const { parts } = await read(given.board, {
      m2_slots: [slot('2280', 'PCIe 3.0 x4'), slot('2242', 'SATA3 6.0 Gb/s')],
    });
    expect(parts).toMatchObject([{ m2Slots: undefined, m2LengthsMm: [80] }]);
  });
});
