/** Parts are found by the words that people type for them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listedCategories } from '#catalogue/rules/listed-categories.ts';
import type { Category } from '#catalogue/rules/parts.ts';
import { listPartWords } from '#catalogue/rules/search/part-words.ts';
import { parseSearch } from '#catalogue/rules/search/searches.ts';
import { splitIntoWords } from '#catalogue/rules/search/words.ts';
import type { SpecificationValues } from '#catalogue/rules/specifications.ts';
import { samples } from '../../../../bench/made-parts.ts';

const kit = part('memory', 'Corsair Vengeance LPX 32 GB', {
  capacityGb: 32,
  modules: 2,
  moduleGb: 16,
  ddr: 5,
  speedMts: 6000,
  casLatency: 36,
});
const drive = part('ssd', 'Samsung 990 Pro', {
  capacityGb: 1024,
  interface: 'M.2 PCIe 4.0 X4',
  formFactor: 'M.2-2280',
  cacheMb: 1024,
});
const disk = part('hard-disk', 'Seagate IronWolf', {
  capacityGb: 4000,
  interface: 'SATA 6.0 Gb/s',
  formFactor: '3.5-inch',
  rpm: 5400,
});
const stick = part('memory', 'Kingston FURY Impact 16 GB', {
  capacityGb: 16,
  modules: 1,
  moduleGb: 16,
  ddr: 4,
  speedMts: 3200,
});
const laptopDisk = part('hard-disk', 'Hitachi Travelstar', {
  capacityGb: 1000,
  interface: 'PATA 44-Pin 100',
  formFactor: '2.5-inch',
  rpm: 5400,
});
const board = part('motherboard', 'Asus TUF GAMING B650M-PLUS', {
  socket: 'LGA1700',
  formFactor: 'Micro ATX',
  memorySlots: 4,
  maxMemoryGb: 192,
});
const card = part('graphics-card', 'G.Skill-free Gigabyte EAGLE', {
  chipset: 'GeForce RTX 4070 Ti',
  memoryGb: 12,
});

describe('a part', () => {
  test.each([
    [kit, '2x16 ddr5 6000'],
    [kit, '2 × 16 GB'],
    [kit, '2x16gb ddr 5 6000 mt/s'],
    [kit, '32GB ram cl36'],
    [kit, 'DDR5-6000'],
    [kit, '6000mhz'],
    [kit, 'pc5-48000'],
    [drive, 'one terabyte nvme'],
    [stick, 'ddr4 32o0'],
    [board, 'b650mplus'],
    [board, 'small board'],
    [drive, '1tb nvme'],
    [drive, '1 TB M.2 2280'],
    [drive, 'm2 gen4 ssd'],
    [drive, 'pcie 4.0'],
    [drive, 'm.2 x4'],
    [disk, '4 tb 3.5" sata 5400 rpm'],
    [disk, 'hdd sata3'],
    [disk, 'nas 5.4k'],
    [stick, 'single stick sodimm'],
    [stick, '1 module'],
    [kit, '2*16gb'],
    [kit, '16x2'],
    [kit, 'two sticks of 16 gb'],
    [board, '4 memory slots'],
    [stick, 'so-dimm laptop'],
    [kit, 'kit of 2'],
    [kit, 'dual channel'],
    [kit, 'two sticks'],
    [drive, 'ps5'],
    [laptopDisk, 'laptop ide'],
    [{ ...disk, name: 'Western Digital Purple' }, 'surveillance'],
    [{ ...disk, name: 'Seagate Exos X18' }, 'enterprise server'],
    [board, 'b650m lga 1700 matx'],
    [board, 'microatx'],
    [card, 'rtx 4070'],
    [card, 'rtx4070ti 12gb nvidia'],
    [card, 'gskill'],
    [card, 'g.skill'],
    [card, 'SKU-12/a'],
  ])('is found by what people type', (searchedPart, typed) => {
    const words = listPartWords(searchedPart);
    expect(splitIntoWords(typed).filter((word) => !words.has(word))).toEqual([]);
  });

  test.each([
    [kit, '16gb'], // the kit has 32
    [kit, '600'],
    [disk, '6gb'], // 6 Gb/s are no gigabytes
    [disk, 'laptop'],
    [kit, 'single stick'],
    [{ ...laptopDisk, name: 'Seagate Constellation' }, 'laptop'],
    [{ ...drive, specs: { ...drive.specs, interface: 'M.2 PCIe 3.0 X4' } }, 'ps5'],
    [drive, 'sata'],
    [card, '4070tis'],
  ])('is not found by what it is not', (part, typed) => {
    const words = listPartWords(part);
    expect(splitIntoWords(typed).every((word) => words.has(word))).toBe(false);
  });

  test('is found above all by its name', () => {
    const words = listPartWords(kit);
    expect([words.get('vengeance'), words.get('testco'), words.get('ddr5'), words.get('ram')]).toEqual([
      'A',
      'B',
      'C',
      'D',
    ]);
  });
});

describe.each(listedCategories.filter(({ words }) => words.names.length > 0))(
  'the category $id',
  ({ id, words }) => {
    test('is meant by each of its names, and by their plurals', () => {
      for (const name of words.names.flatMap((each) => [each, each.replace(/([^sy])$/, '$1s')]))
        expect(parseSearch(name)[0], name).toMatchObject({ mark: `=${id}` });
    });

    test('is searched for what its specification says: no such word is passed over', () => {
      for (const word of words.listSpecificationWords(samples[id].complete)) {
        const [name = ''] = words.names;
        const searched = parseSearch(`${name} ${word}`).find(({ typed }) => typed === word);
        if (!parseSearch(word)[0]?.mark)
          expect(searched, `${name} ${word}`).toMatchObject({ role: 'required' });
      }
    });
  },
);

test('words are never anything but ASCII letters, digits and dots within, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (text) => {
      for (const word of splitIntoWords(text)) expect(word).toMatch(/^[a-z0-9]+(\.[a-z0-9]+)*\.?$/);
    }),
  );
});

function part(category: Category, name: string, specs: SpecificationValues) {
  return { name, brand: 'Testco', sku: 'SKU-12/A', category, specs };
}
