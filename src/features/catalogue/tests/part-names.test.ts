/** Names, brands, SKUs and descriptions that the shop makes itself. */
import { describe, expect, test } from 'vitest';
import { guessBrand, makeBrandCounts } from '#catalogue/rules/brands.ts';
import { makeIdentity, makeSku } from '#catalogue/rules/import/part-sku.ts';
import { describeAmong, makeDescription } from '#catalogue/rules/part-description.ts';
import { makeFullName } from '#catalogue/rules/part-names.ts';
import type { Category } from '#catalogue/rules/parts.ts';
import type { SpecificationValues } from '#catalogue/rules/specifications.ts';

const ssd = {
  category: 'ssd' as const,
  name: 'Testco 990 Fast',
  specs: { capacityGb: 2000, formFactor: 'M.2-2280', interface: 'M.2 PCIe 4.0 X4' },
};

describe('a made SKU', () => {
  test('never changes', () => {
    // shops know their parts by these: should they ever change, the next import would add everything a second time
    expect(makeSku(ssd)).toBe('SSD-TESTCO-990-FAST-204CTJX89A');
    expect(makeSku({ category: 'other', name: '日本' })).toBe('OTH-Z7N36XH6EE');
  });

  test('does not depend on case, blanks, encodings, or the order of the specification', () => {
    const sister = {
      category: 'ssd' as const,
      name: ' testco  990 FAST ',
      specs: { interface: 'M.2 PCIe 4.0 X4', cacheMb: undefined, formFactor: 'M.2-2280', capacityGb: 2000 },
    };
    expect(makeSku(sister)).toBe(makeSku(ssd));
    expect(makeIdentity({ ...ssd, name: 'IceQ X²' })).toBe(makeIdentity({ ...ssd, name: 'iceq x2' }));
  });

  test.each([
    ['capacity', { ...ssd, specs: { ...ssd.specs, capacityGb: 4000 } }],
    ['one more specification', { ...ssd, specs: { ...ssd.specs, cacheMb: 512 } }],
    ['name', { ...ssd, name: 'Testco 990 Faster' }],
    ['category', { ...ssd, category: 'hard-disk' as const }],
  ])('is another for another %s', (_, other) => {
    expect(makeSku(other).slice(-10)).not.toBe(makeSku(ssd).slice(-10));
  });

  test('has at most 60 characters, and nothing but capitals, digits and hyphens', () => {
    const long = makeSku({ ...ssd, name: `Tést & Söhne · ${'very long '.repeat(19)}` });
    expect(long).toMatch(/^SSD-TE-?ST-[A-Z0-9-]+$/);
    expect(long.length).toBeLessThanOrEqual(60);
  });
});

test.each([
  ['Western Digital Blue', 'Western Digital'],
  ['Silicon Power UD90', 'Silicon Power'],
  ['SK Hynix Platinum P41', 'SK Hynix'],
  ['Club 3D Testcard', 'Club 3D'],
  ['G.Skill Trident', 'G.Skill'],
  ['Western', 'Western'],
  ['Superb Talent', 'Superb'],
  ['be quiet! Pure Base 500DX', 'be quiet!'],
  ['bequiet Pure Base', 'be quiet!'],
  ['lianli O11 Dynamic', 'Lian Li'],
  ['COOLERMASTER Hyper 212', 'Cooler Master'],
  ['Cooler Master Hyper 212', 'Cooler Master'],
  ['inwin 101', 'In Win'],
  ['In Win 101', 'In Win'],
  ['Fractal Design North', 'Fractal Design'],
  ['DeepCool AK620', 'Deepcool'],
  ['v-color Manta XSky', 'V-Color'],
  ['Inland Premium', 'Inland'],
])('the brand of %s is %s', (name, brand) => {
  expect(guessBrand(name)).toBe(brand);
});

test.each<[string, string[], string[]]>([
  ['all have the same second word', ['Nordic Labs A', 'Nordic Labs B', 'Nordic Labs C'], ['Nordic Labs']],
  ['second words differ', ['Nordic Labs A', 'Nordic Works B', 'Nordic Labs C'], []],
  ['the second is a model', ['Nordic X1 A', 'Nordic X1 B', 'Nordic X1 C'], []],
  ['the first is a brand', ['Gigabyte Eagle A', 'Gigabyte Eagle B', 'Gigabyte Eagle C'], []],
])('an unknown brand that many rows share has two words only where %s', (_, names, expected) => {
  const brands = makeBrandCounts();
  for (const name of [...names, ...names]) brands.add(name);
  expect(brands.listShared()).toEqual(expected);
});

test.each<[Category, string, SpecificationValues, string]>([
  ['ssd', 'Testco 990', ssd.specs, 'Testco 990 2 TB M.2-2280'],
  ['ssd', 'Testco 990 2TB', ssd.specs, 'Testco 990 2 TB M.2-2280'],
  ['ssd', 'Testco TC-2TB', ssd.specs, 'Testco TC-2TB M.2-2280'],
  ['ssd', 'Testco UD 512', { ...ssd.specs, capacityGb: 512 }, 'Testco UD 512 GB M.2-2280'],
  ['ssd', 'Testco 12 TB', ssd.specs, 'Testco 12 TB 2 TB M.2-2280'],
  ['hard-disk', 'Testco Blue', { capacityGb: 1920 }, 'Testco Blue 1.92 TB'],
  ['hard-disk', 'Testco Blue 1920GB', { capacityGb: 1920 }, 'Testco Blue 1.92 TB'],
  ['hard-disk', 'Testco 2048 GB', { capacityGb: 500 }, 'Testco 2048 GB 500 GB'],
  ['motherboard', 'Testco TESTCO B650', { socket: 'AM5' }, 'Testco B650'],
  [
    'graphics-card',
    'Testco GeForce RTX 3060 Ventus 12G',
    { chipset: 'GeForce RTX 3060 12GB', memoryGb: 12 },
    'Testco GeForce RTX 3060 Ventus 12G',
  ],
  [
    'memory',
    'Testco LPX 16GB (2 x 8GB) 288-Pin DDR4 SDRAM DDR4 3000 (PC4 24000) Desktop Memory Model TC16C16W',
    { capacityGb: 16, modules: 2, moduleGb: 8, ddr: 4, speedMts: 3000, casLatency: 16 },
    'Testco LPX TC16C16W 16 GB (2 × 8 GB) DDR4-3000 CL16',
  ],
  [
    'memory',
    'Testco Old',
    { capacityGb: 0.5, modules: 1, moduleGb: 0.5, ddr: 1, speedMts: 400 },
    'Testco Old 512 MB (1 × 512 MB) DDR-400',
  ],
  ['graphics-card', 'Testco', { chipset: 'Rage (Pro)', memoryGb: 0.125 }, 'Testco Rage (Pro) 128 MB'],
  ['motherboard', 'Testco B650', { socket: 'AM5' }, 'Testco B650'],
  ['motherboard', 'Testco Intel H610 PRIME H610M-E D4', { socket: 'LGA1700' }, 'Testco PRIME H610M-E D4'],
])('in full, the %s %s with %j is called %s', (category, name, specs, full) => {
  expect(makeFullName(category, name, specs)).toBe(full);
});

test.each([
  ['GeForce GTX 1050 Ti', 'Testco GTX 1050 Ti 4GT OC', 'Testco GeForce GTX 1050 Ti 4GT OC 8 GB'],
  ['GeForce GTX 780 Ti', 'Testco GTX 780Ti 3GD5', 'Testco GeForce GTX 780 Ti 3GD5 8 GB'],
  ['GeForce RTX 3080 10GB LHR', 'Testco SUPRIM', 'Testco SUPRIM GeForce RTX 3080 LHR 8 GB'],
  ['GeForce RTX 3070 LHR', 'Testco GeForce RTX 3070 Ventus LHR', 'Testco GeForce RTX 3070 LHR Ventus 8 GB'],
  ['GeForce RTX 3080', 'Testco GeForce RTX 3080 RTX 3080 SUPRIM', 'Testco GeForce RTX 3080 SUPRIM 8 GB'],
  ['GeForce RTX 3060 Ti', 'Testco RTX 3060', 'Testco RTX 3060 GeForce RTX 3060 Ti 8 GB'],
  ['GeForce RTX 3060', 'Testco RTX 3060 Ti', 'Testco RTX 3060 Ti GeForce RTX 3060 8 GB'],
  ['Radeon RX 560 - 1024', 'Testco Radeon RX 560 OC', 'Testco Radeon RX 560 - 1024 OC 8 GB'],
  ['Radeon RX 5700 XT', 'Testco AXRX 5700XT', 'Testco AXRX 5700XT Radeon RX 5700 XT 8 GB'],
])('in full, a card with the chip %s called %s is called %s', (chipset, name, full) => {
  expect(makeFullName('graphics-card', name, { chipset, memoryGb: 8 })).toBe(full);
});

test.each([...'.*+?^$', ...'{}()|[]\\/-', '$&'])(
  '%s in a name or a chip is no pattern, but a character',
  (mark) => {
    const chipset = `GeForce GTX 10${mark}60`;
    const called = (name: string) => makeFullName('graphics-card', name, { chipset, memoryGb: 6 });
    expect(called(`Testco GTX 10${mark}60 OC`)).toBe(`Testco ${chipset} OC 6 GB`);
    expect(called('Testco GTX 10x60 OC')).toBe(`Testco GTX 10x60 OC ${chipset} 6 GB`);
  },
);

test('a name that would be too long stays as it is', () => {
  const name = 'x'.repeat(195);
  expect(makeFullName('ssd', name, ssd.specs)).toBe(name);
});

test.each<[Category, SpecificationValues, string]>([
  [
    'memory',
    { capacityGb: 32, modules: 2, moduleGb: 16, ddr: 5, speedMts: 6000, casLatency: 36, color: 'Black' },
    '32 GB of DDR5 memory in 2 matched modules of 16 GB each. They run at up to 6000 MT/s with a CAS latency of 36 cycles. They are black. DDR5 fits DDR5 slots only: those of other generations are notched differently.',
  ],
  [
    'memory',
    { capacityGb: 0.5, modules: 1, moduleGb: 0.5, ddr: 1, speedMts: 400 },
    'One module with 512 MB of DDR memory. It runs at up to 400 MT/s. DDR fits DDR slots only: those of other generations are notched differently.',
  ],
  [
    'hard-disk',
    { capacityGb: 4000, formFactor: '3.5-inch', interface: 'SATA 6.0 Gb/s', rpm: 5400, cacheMb: 256 },
    'A 4 TB hard disk of 3.5 inches, for desktops and network storage. It turns at 5400 rpm, which keeps it quieter and cooler than 7200 rpm. It plugs into any SATA port, at 6.0 Gb/s. Its cache of 256 MB takes up short bursts of writing.',
  ],
  [
    'hard-disk',
    { capacityGb: 16000, formFactor: '3.5-inch', interface: 'SAS 12.0 Gb/s', rpm: 7200 },
    'A 16 TB hard disk of 3.5 inches, for servers. It turns at 7200 rpm. It connects by SAS 12.0 Gb/s, which needs a SAS controller.',
  ],
  ['ssd', { capacityGb: 240, formFactor: 'mSATA', interface: 'mSATA' }, 'A 240 GB SSD for an mSATA slot.'],
  [
    'motherboard',
    { socket: 'AM5', formFactor: 'ATX', memorySlots: 4, maxMemoryGb: 192, color: 'Black / Silver' },
    'An ATX board for processors with socket AM5. Its 4 memory slots take up to 192 GB together. The board is black and silver.',
  ],
  [
    'motherboard',
    { socket: 'Integrated Atom D525', formFactor: 'Mini ITX', memorySlots: 1, maxMemoryGb: 4, ddr: 3 },
    'A Mini ITX board with the processor Atom D525 soldered on. Its memory slot takes up to 4 GB of DDR3.',
  ],
  [
    'ssd',
    { capacityGb: 8000, formFactor: 'M.2-2280', interface: 'M.2 PCIe 4.0 X4', protocol: 'NVMe' },
    'An 8 TB SSD for an M.2 slot, 22 by 80 mm. It connects by PCIe 4.0 x4 and speaks NVMe.',
  ],
  [
    'graphics-card',
    { chipset: 'Arc B580', memoryGb: 12, boostClockMhz: 2670 },
    'A graphics card with the Arc B580 and 12 GB of its own memory. It runs at 2670 MHz.',
  ],
  ['other', { Length: '2 m', Shielded: true }, 'Length: 2 m; Shielded: Yes.'],
  ['memory', {}, 'Testco thing.'],
])('without a description, a part of %s with %j is: %s', (category, specs, description) => {
  expect(makeDescription({ category, name: 'Testco thing', specs })).toBe(description);
});

describe('a made description that neighbours share', () => {
  const described = (id: string, color: string | undefined, heightMm: number | undefined) => {
    const specs = { cooling: 'Air', color, heightMm };
    return { id, category: 'cpu-cooler' as const, name: `Testco ${id}`, mpn: null, specs };
  };

  test.each([
    ['is said with what tells the part from them', 'Black 150, White 150, Black 160', 'Black, 150 mm high'],
    ['is left out where nothing tells it from one of them', 'Black 150, White 150, Black 150', ''],
    ['is left out where only one states what differs', 'Black 150, Black', ''],
  ])('%s', (_, facts, expected) => {
    const [part, ...neighbours] = facts.split(', ').map((each, index) => {
      const [color, heightMm] = each.split(' ');
      const own = described(String(index), color, heightMm === undefined ? undefined : Number(heightMm));
      return { ...own, description: makeDescription(own) };
    });
    if (!part) throw new Error();
    expect(describeAmong(part, neighbours)).toBe(expected && `${part.description} ${expected}.`);
    expect(describeAmong({ ...part, description: 'Typed.' }, neighbours)).toBe('Typed.');
    expect(describeAmong(part, [])).toBe(part.description);
  });
});
