/** Every part of the shop gets a picture that shows what it is, and every such picture exists in all its files. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makePlan } from '#art/plan.ts';
import { type Category, getDefinition } from '#catalogue/rules/categories.ts';
import { categoryForms } from '#catalogue/rules/category-forms.ts';
import { countDistance, makeFinishFact, makePrintedKey } from '#catalogue/rules/image-rules.ts';
import { choosePartImage, chooseSecondImage, findImageKey, imageKeys } from '#catalogue/rules/part-image.ts';
import { categories } from '#catalogue/rules/parts.ts';
import type { SpecificationValues } from '#catalogue/rules/specifications.ts';
import { removePrint } from '#ui/images/image-files.ts';
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
      widths: z.record(z.enum(['avif', 'webp', 'jpg']), z.array(z.int().positive())),
      lines: z.array(z.string().min(1)).min(1).max(2).optional(),
      fingerprint: z.string().optional(),
    }),
  )
  .parse(JSON.parse(readFileSync(new URL('pictures.json', folder), 'utf8')));

const words = [
  ...['Black', 'White', 'Silver', 'Gray', 'Red', 'Blue'],
  ...['Green', 'Gold', 'Yellow', 'Orange', 'Purple'],
];
const rareWords = ['Brown', 'Camo', 'Multicolor', 'Pink', 'Copper', 'Clear', 'Teal', 'Beige'];
const colours = [...words, ...rareWords, 'constructor', '__proto__'];
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
  fc.constantFrom(...['Vengeance RGB 32 GB', 'VENTUS 2X OC', 'GAMING X TRIO', 'Mini ITX OC']),
  fc.constantFrom('LOW PROFILE', 'Twin Frozr'),
);

/** Values of made-up parts, and whatever else, also what the schema of the category refuses. */
function anyPart(category: Category): fc.Arbitrary<SpecificationValues> {
  const made = Array.from({ length: 100 }, (_, seed) => samples[category].make(makeDice(seed)).specs);
  const { fields = [] } = categoryForms.find(({ id }) => id === category) ?? {};
  const values = fields.map(({ name, isNumber, choices }): [string, fc.Arbitrary<unknown>] => {
    const usual = fc.constantFrom(...made.map((specs) => specs[name]));
    const other = isNumber ? fc.double({ noNaN: true }) : fc.string();
    return [name, choices ? fc.constantFrom(...choices) : name === 'color' ? colour : fc.oneof(usual, other)];
  });
  return fc.record(Object.fromEntries(values)) as fc.Arbitrary<SpecificationValues>;
}

const rtx5090 = {
  chipset: 'GeForce RTX 5090',
  memoryGb: 32,
  lengthMm: 358,
  slotWidth: 3.8,
  color: 'Black / Silver',
};

const [hardDisk, ssd] = [anyPart('hard-disk'), anyPart('ssd')];

describe('the image of a part', () => {
  test.each(categories)('any part of the category %s gets one of its own category', (category) => {
    fc.assert(
      fc.property(anyPart(category), names, (specs, name) => {
        expect(getDefinition(category).imageKeys).toContain(removePrint(findImageKey(category, specs, name)));
      }),
      { numRuns: 2000 },
    );
  });

  test('no image is that of two categories, but that of other parts', () => {
    const own = imageKeys.filter((key) => key !== 'other'); // for who has none yet
    expect(own.filter((key, index) => own.indexOf(key) !== index)).toEqual([]);
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

  test.each([
    ['Vengeance RGB 32 GB', { modules: 2, color: 'White' }, 'memory-2-white-lit'],
    ['Vengeance RGB 32 GB', { modules: 2, color: 'Gray' }, 'memory-2-silver-lit'],
    [undefined, { modules: 2, color: 'Red / Black' }, 'memory-2-red'],
    [undefined, { modules: 4, color: 'Silver / Black' }, 'memory-4-silver'],
    [undefined, { modules: 1, color: 'Green / Black' }, 'memory-1-green'],
    [undefined, { modules: 2, ddr: 3 }, 'memory-2-green'],
    [undefined, { modules: 2, ddr: 5 }, 'memory-2-black'],
  ])(
    'memory called %s with %j shows its color, and a light bar when the name says so',
    (name, specs, key) => {
      expect(findImageKey('memory', specs, name)).toBe(key);
    },
  );

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
    ['BarraCuda Compute 8 TB', 8000, /^hdd-35(?!-sealed)/],
    ['MG06ACA10TE 10 TB', 10_000, /^hdd-35(?!-sealed)/],
    ['Ultrastar He8 8 TB', 8000, /^hdd-35-sealed/],
    ['Red Plus 12 TB', 12_000, /^hdd-35-sealed/],
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
    ['ATX', 8, 'motherboard-eatx-'],
    ['EATX', 2, 'motherboard-eatx-4-'],
    ['EATX', 4, 'motherboard-eatx-4-'],
    ['EATX', 8, 'motherboard-eatx-'],
    ['SSI EEB', 16, 'motherboard-eatx-'],
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
    ['AM4', 'Ryzen 5 5600', 'cpu-am4'],
    ['AM5', 'Ryzen 5 7600X', 'cpu-am5'],
    ['AM3+', 'FX-8350', 'cpu-pins'],
    ['LGA1700', 'Core i5-12400F', 'cpu-lga'],
    ['LGA1200', 'Core i5-10400F', 'cpu-lga-square'],
    ['sTR5', 'Threadripper 7960X', 'cpu-lga'],
    [undefined, 'Ryzen 5 5600', 'cpu-am4'],
    [undefined, 'Ryzen 5 7600X', 'cpu-am5'],
    [undefined, 'Core i5-12400F', 'cpu-lga'],
  ])('a processor for socket %s called %s looks like %s', (socket, name, key) => {
    expect(wantKey('cpu', { cores: 6, socket }, name)).toBe(key);
  });

  test.each([
    [{ cooling: 'Air', heightMm: 158, color: 'Black / Silver' }, 'Tower', 'cpu-cooler-air-mixed'],
    [{ cooling: 'Air', heightMm: 158, color: 'Silver' }, 'Tower', 'cpu-cooler-air-silver'],
    [{ cooling: 'Air', heightMm: 135, color: 'Black' }, 'Tower', 'cpu-cooler-air-short-black'],
    [{ cooling: 'Air', color: 'White' }, 'Tower', 'cpu-cooler-air-white'],
    [{ cooling: 'Air', heightMm: 160, color: 'Brown / Silver' }, 'NH-D15S', 'cpu-cooler-dual-brown'],
    [{ cooling: 'Air', ratedWatts: 270, color: 'Black' }, 'Tower', 'cpu-cooler-dual-black'],
    [{ cooling: 'Air', heightMm: 37, color: 'Brown' }, 'Low', 'cpu-cooler-low-brown'],
    [{ cooling: 'Liquid', radiatorMm: 120 }, 'AIO', 'cpu-cooler-liquid-1-black'],
    [{ cooling: 'Liquid', radiatorMm: 240 }, 'AIO', 'cpu-cooler-liquid-2-black'],
    [{ cooling: 'Liquid', radiatorMm: 280, color: 'White' }, 'AIO', 'cpu-cooler-liquid-2-white'],
    [{ cooling: 'Liquid', radiatorMm: 360, color: 'White / Silver' }, 'AIO', 'cpu-cooler-liquid-3-white'],
    [{ cooling: 'Liquid', radiatorMm: 420, heightMm: 53 }, 'Elite LCD', 'cpu-cooler-liquid-3-screen-black'],
  ])('a cooler of %o called %s looks like %s', (specs, name, key) => {
    expect(wantKey('cpu-cooler', specs, name)).toBe(key);
  });

  test.each([
    [{ type: 'ATX Mid Tower', color: 'Black' }, 'case-mid-tower-black'],
    [{ type: 'ATX Mid Tower', volumeL: 45, color: 'White' }, 'case-compact-tower-white'],
    [{ type: 'ATX Full Tower', color: 'Silver' }, 'case-full-tower-silver'],
    [{ type: 'ATX Full Tower', volumeL: 81.8 }, 'case-great-tower-black'],
    [{ type: 'Micro ATX Mini Tower', volumeL: 30.4, sidePanel: 'Acrylic' }, 'case-micro-tower-black'],
    [{ type: 'Micro ATX Mini Tower' }, 'case-mini-tower-black'],
    [{ type: 'ATX Mid Tower', sidePanel: 'Solid' }, 'case-mid-tower-solid-black'],
    [{ type: 'Mini ITX Tower', volumeL: 20.3, sidePanel: 'Solid' }, 'case-small-solid-black'],
    [{ type: 'Mini ITX Tower', volumeL: 11.1, sidePanel: 'Mesh' }, 'case-slim-black'],
    [{ type: 'Mini ITX Desktop', color: 'White / Black' }, 'case-small-white'],
  ])('a case of %o looks like %s', (specs, key) => {
    expect(wantKey('case', specs)).toBe(key);
  });

  test.each([
    [{ form: 'ATX', modular: 'Full', color: 'Black' }, 'power-supply-atx-black'],
    [{ form: 'ATX', modular: 'Semi', color: 'White' }, 'power-supply-atx-white'],
    [{ form: 'ATX', modular: 'No', color: 'White' }, 'power-supply-atx-fixed-white'],
    [{ form: 'ATX', cardConnectors: '3 × 8-pin + 1 × 16-pin' }, 'power-supply-atx-16pin-black'],
    [{ form: 'ATX', lengthMm: 200 }, 'power-supply-long-black'],
    [{ form: 'SFX-L', modular: 'Full', color: 'White' }, 'power-supply-small-white'],
    [{ form: 'Flex ATX', modular: 'No', color: 'Black' }, 'power-supply-flex-fixed-black'],
  ])('a power supply of %o looks like %s', (specs, key) => {
    expect(wantKey('power-supply', specs)).toBe(key);
  });

  test('what differs visibly does not share an image', () => {
    const image = (category: Category, specs: SpecificationValues, name: string) =>
      choosePartImage({ image: null, category, specs, name });
    const rx7600 = {
      chipset: 'Radeon RX 7600 XT',
      memoryGb: 16,
      lengthMm: 281,
      slotWidth: 2.63,
      color: 'Black / Gray',
    };
    expect(image('graphics-card', rtx5090, 'Astral')).toBe(
      '/pictures/graphics-card-3-long-thickest-silver--rtx-5090--32-gb-640.jpg',
    );
    expect(image('graphics-card', rx7600, 'GAMING OC')).toBe(
      '/pictures/graphics-card-3-short-silver--rx-7600-xt--16-gb-640.jpg',
    );
    const brown = { cooling: 'Air', heightMm: 160, color: 'Brown / Silver' };
    expect(image('cpu-cooler', brown, 'Noctua NH-D15S')).toContain('-brown-');
    const towers = [30.4, 81.8].map((volumeL) =>
      image('case', { type: 'Micro ATX Mini Tower', volumeL }, 'Case'),
    );
    expect(towers[0]).not.toBe(towers[1]);
  });

  test('of what was not rendered the nearest image is shown, without words that are not true', () => {
    const facts = {
      fans: { steps: ['1', '2', '3'], weight: 100 },
      length: { steps: ['short', '', 'long'], weight: 5 },
      finish: makeFinishFact(7),
    };
    const wanted = { fans: '3', length: 'long', finish: 'white' };
    const measure = (fans: string, length: string, finish: string) =>
      countDistance(facts, wanted, { fans, length, finish });
    expect(measure('3', 'long', 'white')).toBe(0);
    expect(measure('3', '', 'white')).toBe(5);
    expect(measure('3', 'long', 'silver')).toBeLessThan(measure('3', 'long', 'black'));
    expect(measure('3', 'short', 'black')).toBeLessThan(measure('2', 'long', 'white'));
    const unknownCard = { ...rtx5090, chipset: 'GeForce RTX 9999' };
    expect(findImageKey('graphics-card', unknownCard)).toBe('graphics-card-3-long-thickest-silver');
  });

  test('a photo of the owner replaces both views of a part', () => {
    const specs = { chipset: 'GeForce RTX 3060', memoryGb: 12, lengthMm: 235, color: 'Black' };
    const part = { category: 'graphics-card', specs, name: 'VENTUS 2X' } as const;
    expect(chooseSecondImage({ ...part, image: null })).toMatch(
      /^\/pictures\/graphics-card-2-.*-ports-640\.jpg$/,
    );
    const longer = { ...specs, lengthMm: 358, slotWidth: 3.8 };
    expect(chooseSecondImage({ ...part, specs: longer, name: 'TRIO', image: null }) ?? '-3-').toContain(
      '-3-',
    );
    expect(chooseSecondImage({ ...part, image: '/images/own-640.jpg' })).toBeUndefined();
    expect(choosePartImage({ ...part, image: '/images/own-640.jpg' })).toBe('/images/own-640.jpg');
  });
});

function wantKey(category: Category, specs: SpecificationValues, name = ''): string | undefined {
  return getDefinition(category).wantImage?.(specs, name).key;
}

describe('the folder of images', () => {
  const files = readdirSync(folder).filter((name) => name !== 'pictures.json');

  test('holds each image that a part can get', () => {
    expect(imageKeys.filter((key) => manifest[key]?.kind !== 'part')).toEqual([]);
  });

  test('shows each part of the demo as it looks, with its words', () => {
    const parts = new URL('../../../../catalogue/parts/', import.meta.url);
    const missing = new Set<string>();
    for (const file of readdirSync(parts)) {
      const records: { category: Category; specs: SpecificationValues; name: string }[] = JSON.parse(
        readFileSync(new URL(file, parts), 'utf8'),
      );
      for (const { category, specs, name } of records) {
        const wanted = getDefinition(category).wantImage?.(specs, name);
        const exact = wanted ? makePrintedKey(wanted.key, wanted.lines) : 'other'; // of a kind without pictures
        if (findImageKey(category, specs, name) !== exact) missing.add(exact);
      }
    }
    expect([...missing]).toEqual([]);
  });

  test('describes each image as it would after it has been rendered again', () => {
    const said = Object.entries(manifest).map(([key, { description }]) => [key, description]);
    expect(said).toEqual(
      Object.entries(manifest).map(([key, { lines }]) => [
        key,
        makePlan(removePrint(key), lines).description,
      ]),
    );
  });

  test('holds every file that the manifest names, and no other', () => {
    const named = Object.entries(manifest).flatMap(([key, { widths }]) =>
      Object.entries(widths).flatMap(([format, list]) => list.map((width) => `${key}-${width}.${format}`)),
    );
    expect(named.filter((name) => !existsSync(new URL(name, folder)))).toEqual([]);
    expect(files.filter((name) => !named.includes(name))).toEqual([]);
  });

  test('has at most 20 MB, and each image fits the budget of a page', () => {
    const bytes = (name: string) => statSync(new URL(name, folder)).size;
    expect(files.reduce((sum, name) => sum + bytes(name), 0)).toBeLessThanOrEqual(20_000_000);
    const limits: [RegExp, number][] = [
      [/-192\.avif$/, 3_000],
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
