/** Every part of the shop gets a picture that shows what it is, and every such picture exists in all its files. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makePlan } from '#art/plan.ts';
import { type Category, getDefinition } from '#catalogue/rules/categories.ts';
import { categoryForms } from '#catalogue/rules/category-forms.ts';
import { findImageKey, imageKeys } from '#catalogue/rules/part-image.ts';
import { categories } from '#catalogue/rules/parts.ts';
import type { SpecificationValues } from '#catalogue/rules/specifications.ts';
import { makeDice } from '../../../../bench/dice.ts';
import { samples } from '../../../../bench/made-parts.ts';

const folder = new URL('../../../../catalogue/pictures/', import.meta.url);
const manifest = z
  .record(
    z.string(),
    z.strictObject({
      kind: z.enum(['part', 'banner', 'scene', 'portrait', 'avatar']),
      description: z.string().min(5),
      ratio: z.string().regex(/^\d+\/\d+$/),
      colour: z.string().regex(/^#[0-9a-f]{6}$/),
      widths: z.record(z.enum(['avif', 'webp', 'jpg']), z.array(z.int().positive()).min(1)),
    }),
  )
  .parse(JSON.parse(readFileSync(new URL('pictures.json', folder), 'utf8')));

const words = [
  'Black',
  'White',
  'Silver',
  'Gray',
  'Red',
  'Blue',
  'Green',
  'Gold',
  'Yellow',
  'Orange',
  'Purple',
];
const rareWords = [
  'constructor',
  '__proto__',
  'Brown',
  'Camo',
  'Multicolor',
  'Pink',
  'Copper',
  'Clear',
  'Teal',
  'Beige',
];
const colours = [...words, ...rareWords];
const colour = fc.option(
  fc.oneof(
    fc.constantFrom(...colours),
    fc.tuple(fc.constantFrom(...colours), fc.constantFrom(...colours)).map((pair) => pair.join(' / ')),
    fc.string(),
  ),
  { nil: undefined },
);
const names = fc.oneof(
  fc.string(),
  fc.constantFrom(
    'Vengeance RGB 32 GB',
    'VENTUS 2X OC',
    'GAMING X TRIO',
    'Mini ITX OC',
    'LOW PROFILE',
    'Twin Frozr',
  ),
);

/** Values of made-up parts, and whatever else the schema of the category takes. */
function anyPart(category: Category): fc.Arbitrary<SpecificationValues> {
  const made = Array.from({ length: 100 }, (_, seed) => samples[category].make(makeDice(seed)).specs);
  const { fields = [] } = categoryForms.find(({ id }) => id === category) ?? {};
  const values = fields.map(({ name, isNumber, choices, min, max }): [string, fc.Arbitrary<unknown>] => {
    const usual = fc.constantFrom(...made.map((specs) => specs[name]));
    const other = isNumber ? fc.double({ min, max, noNaN: true }) : fc.string();
    return [name, choices ? fc.constantFrom(...choices) : name === 'color' ? colour : fc.oneof(usual, other)];
  });
  return fc.record(Object.fromEntries(values)) as fc.Arbitrary<SpecificationValues>;
}

const [hardDisk, ssd] = [anyPart('hard-disk'), anyPart('ssd')];

describe('the image of a part', () => {
  test.each(categories)('any part of the category %s gets one of its own category', (category) => {
    fc.assert(
      fc.property(anyPart(category), names, (specs, name) => {
        expect(getDefinition(category).imageKeys).toContain(findImageKey(category, specs, name));
      }),
      { numRuns: 2000 },
    );
  });

  test('no image is that of two categories', () => {
    expect(imageKeys.filter((key, index) => imageKeys.indexOf(key) !== index)).toEqual([]);
  });

  test('a part without a specification gets an image of its category', () => {
    for (const category of categories) {
      const { imageKeys: own } = getDefinition(category);
      expect(own, category).toContain(findImageKey(category, {}));
    }
    expect(findImageKey('other', { Weight: 3 }, 'Case fan')).toBe('other');
  });

  test('the image of a kit shows as many modules as are in the box', () => {
    for (const modules of [1, 2, 3, 4, 6, 8]) {
      for (const color of [undefined, ...colours]) {
        for (const name of ['Kit', 'Kit RGB']) {
          for (const ddr of [2, 3, 4, 5]) {
            expect(findImageKey('memory', { modules, color, ddr }, name)).toMatch(
              new RegExp(`^memory-${modules}-`),
            );
          }
        }
      }
    }
  });

  test('the image of memory shows its color, and a light bar when the name says so', () => {
    expect(findImageKey('memory', { modules: 2, color: 'White' }, 'Vengeance RGB 32 GB')).toBe(
      'memory-2-white-lit',
    );
    expect(findImageKey('memory', { modules: 2, color: 'Gray' }, 'Vengeance RGB 32 GB')).toBe(
      'memory-2-silver-lit',
    );
    expect(findImageKey('memory', { modules: 2, color: 'Red / Black' })).toBe('memory-2-red');
    expect(findImageKey('memory', { modules: 4, color: 'Silver / Black' })).toBe('memory-4-silver');
    expect(findImageKey('memory', { modules: 1, color: 'Green / Black' })).toBe('memory-1-green');
    expect(findImageKey('memory', { modules: 2, ddr: 3 })).toBe('memory-2-green');
    expect(findImageKey('memory', { modules: 2, ddr: 5 })).toBe('memory-2-black');
  });

  test('the image of a drive shows its form factor', () => {
    fc.assert(
      fc.property(hardDisk, names, (specs, name) => {
        expect(findImageKey('hard-disk', specs, name)).toContain(
          specs.formFactor === '2.5-inch' ? 'hdd-25' : 'hdd-35',
        );
      }),
    );
    fc.assert(
      fc.property(ssd, names, (specs, name) => {
        const shapes: Record<string, RegExp> = {
          mSATA: /msata/,
          'PCIe card': /card/,
          '2.5-inch': /ssd-25/,
          '3.5-inch': /ssd-25/,
        };
        expect(findImageKey('ssd', specs, name)).toMatch(shapes[String(specs.formFactor)] ?? /ssd-m2/);
      }),
    );
  });

  test.each([
    ['BarraCuda Compute 8 TB', 8000, /^hdd-35(-dark)?$/],
    ['MG06ACA10TE 10 TB', 10_000, /^hdd-35(-dark)?$/],
    ['Ultrastar He8 8 TB', 8000, /^hdd-35-sealed$/],
    ['Red Plus 12 TB', 12_000, /^hdd-35-sealed$/],
  ])('a %s of %i GB is sealed only if it is filled with helium', (name, capacityGb, key) => {
    const specs = { formFactor: '3.5-inch', interface: 'SATA 6.0 Gb/s', rpm: 7200, capacityGb };
    expect(findImageKey('hard-disk', specs, name)).toMatch(key);
  });

  test('the image of an M.2 drive with SATA shows neither the NVMe label nor a heatsink', () => {
    for (const formFactor of ['M.2-2260', 'M.2-2280', 'M.2-22110']) {
      expect(findImageKey('ssd', { formFactor, interface: 'M.2 SATA' }, 'WD Blue')).toBe('ssd-m2-green');
    }
  });

  test.each([
    ['ATX', 4, 'motherboard-atx-'],
    ['XL ATX', 4, 'motherboard-atx-'],
    ['ATX', 8, 'motherboard-eatx-black'],
    ['EATX', 2, 'motherboard-eatx-4-'],
    ['EATX', 4, 'motherboard-eatx-4-'],
    ['EATX', 8, 'motherboard-eatx-black'],
    ['SSI EEB', 16, 'motherboard-eatx-black'],
    ['Micro ATX', 4, 'motherboard-micro-atx-'],
    ['Micro ATX', 2, 'motherboard-micro-atx-slim-'],
    ['Mini ITX', 2, 'motherboard-mini-itx-'],
    ['Thin Mini ITX', 2, 'motherboard-mini-itx-'],
  ])('a %s motherboard with %i memory slots is pictured as %s', (formFactor, memorySlots, start) => {
    for (const color of [undefined, ...colours]) {
      expect(findImageKey('motherboard', { formFactor, memorySlots, color }).startsWith(start)).toBe(true);
    }
  });

  test.each([
    [170, 'Mini ITX OC', 1],
    [168, 'Phoenix', 1],
    [242, 'DUAL OC', 2],
    [235, 'VENTUS 2X 12G', 2],
    [245, 'GAMING', 2],
    [300, 'DUAL', 2],
    [287, 'DirectCU II', 2],
    [281, 'ENGTX560TI448DC2/2DIS', 2],
    [305, 'GAMING OC', 3],
    [320, 'GAMING X TRIO', 3],
    [undefined, 'GAMING X TRIO', 3],
    [undefined, 'TWIN FROZR', 2],
    [undefined, 'GAMING', 2],
  ])('a graphics card of %s mm called %s has %i fans', (lengthMm, name, fans) => {
    for (const color of [undefined, ...colours]) {
      const specs = { chipset: 'GeForce RTX 4070', memoryGb: 12, lengthMm, color };
      expect(findImageKey('graphics-card', specs, name)).toMatch(new RegExp(`^graphics-card-${fans}-`));
    }
  });

  test.each([
    ['AM4', 'Ryzen 5 5600', 'cpu-pins'],
    ['AM5', 'Ryzen 5 7600X', 'cpu-am5'],
    ['LGA1700', 'Core i5-12400F', 'cpu-lga'],
    ['sTR5', 'Threadripper 7960X', 'cpu-lga'],
    [undefined, 'Ryzen 5 5600', 'cpu-pins'],
    [undefined, 'Ryzen 5 7600X', 'cpu-am5'],
    [undefined, 'Core i5-12400F', 'cpu-lga'],
  ])('a processor for socket %s called %s is pictured as %s', (socket, name, key) => {
    expect(findImageKey('cpu', { cores: 6, socket }, name)).toBe(key);
  });

  test.each([
    [{ cooling: 'Air', heightMm: 158, color: 'Black / Silver' }, 'cpu-cooler-air-black'],
    [{ cooling: 'Air', heightMm: 158, color: 'Silver' }, 'cpu-cooler-air-silver'],
    [{ cooling: 'Air', color: 'White' }, 'cpu-cooler-air-white'],
    [{ cooling: 'Air', heightMm: 37, color: 'Brown' }, 'cpu-cooler-low-black'],
    [{ cooling: 'Air', heightMm: 47, color: 'White' }, 'cpu-cooler-low-black'],
    [{ cooling: 'Liquid', radiatorMm: 240 }, 'cpu-cooler-liquid-2-black'],
    [{ cooling: 'Liquid', radiatorMm: 280, color: 'White' }, 'cpu-cooler-liquid-2-white'],
    [{ cooling: 'Liquid', radiatorMm: 360, color: 'White / Silver' }, 'cpu-cooler-liquid-3-white'],
    [{ cooling: 'Liquid', radiatorMm: 420, heightMm: 53 }, 'cpu-cooler-liquid-3-black'],
  ])('a cooler of %o is pictured as %s', (specs, key) => {
    expect(findImageKey('cpu-cooler', specs)).toBe(key);
  });

  test.each([
    ['ATX Mid Tower', 'Black', 'case-mid-tower-black'],
    ['ATX Mid Tower', 'White', 'case-mid-tower-white'],
    ['ATX Full Tower', 'Silver', 'case-mid-tower-black'],
    ['Micro ATX Mini Tower', undefined, 'case-mid-tower-black'],
    ['Mini ITX Tower', 'Black', 'case-small-black'],
    ['Mini ITX Desktop', 'White / Black', 'case-small-white'],
  ])('a case of type %s in %s is pictured as %s', (type, color, key) => {
    expect(findImageKey('case', { type, color })).toBe(key);
  });

  test.each([
    ['ATX', 'Full', 'Black', 'power-supply-atx-black'],
    ['ATX', 'Semi', 'White', 'power-supply-atx-white'],
    ['ATX', 'No', 'White', 'power-supply-atx-fixed-black'],
    ['ATX', undefined, undefined, 'power-supply-atx-black'],
    ['SFX-L', 'Full', 'White', 'power-supply-small-black'],
    ['Flex ATX', 'No', 'Black', 'power-supply-small-fixed-black'],
  ])('a power supply %s with modular cables %s in %s is pictured as %s', (form, modular, color, key) => {
    expect(findImageKey('power-supply', { form, modular, color })).toBe(key);
  });

  test('the same part always gets the same image', () => {
    fc.assert(
      fc.property(ssd, names, (specs, name) => {
        expect(findImageKey('ssd', { ...specs }, name)).toBe(findImageKey('ssd', specs, name));
      }),
    );
  });

  test('every image of a part is used by some part', () => {
    const chosen = new Set<string>();
    for (const category of categories) {
      const sample = fc.sample(fc.tuple(anyPart(category), names), {
        numRuns: 5_000,
        seed: 7,
      });
      for (const [specs, name] of sample) chosen.add(findImageKey(category, specs, name));
    }
    expect(imageKeys.filter((key) => !chosen.has(key))).toEqual([]);
  });
});

describe('the folder of images', () => {
  const files = readdirSync(folder).filter((name) => name !== 'pictures.json');

  test('holds each image that a part can get', () => {
    expect(imageKeys.filter((key) => manifest[key]?.kind !== 'part')).toEqual([]);
  });

  test('describes each image as it would after it has been rendered again', () => {
    const said = Object.entries(manifest).map(([key, { description }]) => [key, description]);
    expect(said).toEqual(Object.keys(manifest).map((key) => [key, makePlan(key).description]));
  });

  test('holds every file that the manifest names, and no other', () => {
    const named = Object.entries(manifest).flatMap(([key, { widths }]) =>
      Object.entries(widths).flatMap(([format, list]) => list.map((width) => `${key}-${width}.${format}`)),
    );
    expect(named.filter((name) => !existsSync(new URL(name, folder)))).toEqual([]);
    expect(files.filter((name) => !named.includes(name))).toEqual([]);
  });

  // 5 MB held the images of five categories; four more categories have nineteen.
  test('has at most 6 MB, and each image fits the budget of a page', () => {
    const bytes = (name: string) => statSync(new URL(name, folder)).size;
    expect(files.reduce((sum, name) => sum + bytes(name), 0)).toBeLessThanOrEqual(6_000_000);
    const limits: [RegExp, number][] = [
      [/^(?!banner|avatar).*-320\.avif$/, 8_000],
      [/^(?!banner|avatar).*-640\.avif$/, 20_000],
      [/^banner-.*-640\.avif$/, 18_000],
      [/^banner-.*-1280\.avif$/, 45_000],
    ];
    for (const [pattern, limit] of limits) {
      expect(
        files.filter((name) => pattern.test(name) && bytes(name) > limit),
        `${pattern}`,
      ).toEqual([]);
    }
  });
});
