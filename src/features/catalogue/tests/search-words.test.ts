/** Parts are found by the words that people type for them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Matches } from '#catalogue/rules/index/indexed-part.ts';
import { listedCategories } from '#catalogue/rules/listed-categories.ts';
import type { Category } from '#catalogue/rules/parts.ts';
import { readEmptySearch } from '#catalogue/rules/search/empty-searches.ts';
import { findCategory } from '#catalogue/rules/search/kinds.ts';
import { listPartWords } from '#catalogue/rules/search/part-words.ts';
import { putLiteralFirst, searchParts } from '#catalogue/rules/search/search-parts.ts';
import {
  listUncertainLacks,
  parseSearch,
  shareWords,
  splitComparison,
  splitPurpose,
  swapLetters,
  takeNeighbours,
} from '#catalogue/rules/search/searches.ts';
import { translate } from '#catalogue/rules/search/vocabulary.ts';
import { splitIntoWords } from '#catalogue/rules/search/words.ts';
import type { SpecificationValues } from '#catalogue/rules/specifications.ts';
import { givenWordIndex } from '#tests/support/given-indexed-part.ts';
import { findMissingWords } from '#tests/support/searches.ts';
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

const processor = part('cpu', 'Intel Core i5-12400F', {
  cores: 6,
  socket: 'LGA1700',
  graphics: 'None',
  coolerIncluded: 'Yes',
  generation: '12th generation Core',
  tdpWatts: 65,
});
const zen = part('cpu', 'AMD Ryzen 7 9700X', {
  cores: 8,
  threads: 16,
  socket: 'AM5',
  graphics: 'Radeon',
  microarchitecture: 'Zen 5',
  generation: 'Ryzen 9000',
});
const smallCard = part('graphics-card', 'MSI LP OC', {
  chipset: 'GeForce RTX 3050 6GB',
  memoryGb: 6,
  powerConnectors: 'None',
  slotWidth: 2,
});
const greatCard = { ...smallCard, specs: { ...smallCard.specs, powerConnectors: '2 × 8-pin' } };
const tower = part('case', 'Testco Giant', {
  type: 'ATX Full Tower',
  sidePanel: 'Mesh',
  volumeL: 80,
  bays35: 6,
});
const cube = part('case', 'Testco Cube', { type: 'Mini ITX Desktop', volumeL: 12, includedWatts: 300 });
const supply = part('power-supply', 'Testco 500', { watts: 500, form: 'ATX', modular: 'No' });

describe('a part', () => {
  test.each([
    [processor, '6 core cpu'],
    [processor, 'six-core processor'],
    [processor, 'intel 12th gen'],
    [processor, '12th generation cpu'],
    [processor, 'cpu without integrated graphics'],
    [processor, 'lga1700 cpu no igpu'],
    [processor, 'cpu with cooler included'],
    [processor, 'processor with stock cooler'],
    [processor, '65 watt f processor'],
    [zen, 'ryzen 9000 series'],
    [zen, 'ryzen 9000 cpu'],
    [zen, 'octa core 16 threads'],
    [zen, 'am5 cpu with integrated graphics'],
    [zen, 'am5 apu'],
    [part('cpu', 'AMD Ryzen 7 7800X3D', zen.specs), '8 core v-cache cpu'],
    [part('case', 'Testco O11 Dynamic EVO', tower.specs), 'o11d evo'],
    [cube, 'case with built-in power supply'],
    [zen, 'zen 5'],
    [smallCard, 'gpu without power connector'],
    [smallCard, 'graphics card no external power'],
    [smallCard, 'dual slot gpu'],
    [greatCard, 'gpu with two 8 pin'],
    [tower, 'full tower'],
    [tower, 'big tower case'],
    [tower, 'case without glass'],
    [tower, 'case with 6 3.5 inch bays'],
    [tower, 'case without psu'],
    [cube, 'sff case'],
    [withSpecs(supply, { form: 'Flex ATX' }), 'sff psu'],
    [cube, 'case with power supply'],
    [supply, 'non-modular psu'],
    [withSpecs(board, { wireless: 'None' }), 'motherboard without wifi'],
    [kit, 'non ecc udimm'],
    [{ ...kit, specs: { ...kit.specs, registered: 'Yes' } }, 'registered server memory'],
    [kit, '2x16 ddr5 6000'],
    [kit, '2 × 16 GB'],
    [kit, '2x16gb ddr 5 6000 mt/s'],
    [kit, '32GB ram cl36'],
    [kit, 'low profile ram'],
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
    [drive, 'ps5 ssd'],
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
    expect(findMissingWords(searchedPart, typed)).toEqual([]);
  });

  test.each([
    [kit, '16gb'], // the kit has 32
    [kit, '600'],
    [disk, '6gb'], // 6 Gb/s are no gigabytes
    [disk, 'laptop hdd'],
    [kit, 'single stick'],
    [{ ...laptopDisk, name: 'Seagate Constellation' }, 'laptop hdd'],
    [{ ...drive, specs: { ...drive.specs, interface: 'M.2 PCIe 3.0 X4' } }, 'ps5 ssd'],
    [drive, 'sata'],
    [card, '4070tis'],
    [processor, '4core'],
    [zen, '12thgen'],
    [part('motherboard', 'Testco B650M Micro-ATX', board.specs), 'atx'],
    [part('case', 'Testco TJ04B-E ATX', tower.specs), 'eatx'],
    [part('power-supply', 'Testco CL-700B Non-Modular', supply.specs), 'modular'],
  ])('is not found by what it is not', (part, typed) => {
    const words = listPartWords(part);
    expect(splitIntoWords(typed).every((word) => words.has(word))).toBe(false);
  });

  test('is found above all by its name', () => {
    const words = listPartWords(kit);
    const weights = ['vengeance', 'testco', 'ddr5', 'ram'].map((word) => words.get(word));
    expect(weights).toEqual(['A', 'B', 'C', 'D']);
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
        const searched = parseSearch(`${name} ${word}`).find(({ typed }) =>
          [word, `${word}form`].includes(typed),
        );
        if (!parseSearch(word)[0]?.mark)
          expect(searched, `${name} ${word}`).toMatchObject({ role: 'required' });
      }
    });
  },
);

test.each([
  ['am5 cpu motherboard', 'motherboard'],
  ['graphics card power supply', 'power-supply'],
  ['case cooler height', 'case'],
  ['graphics card memory 16gb', 'graphics-card'],
])('of the kinds in “%s” %s is wanted', (typed, wanted) => {
  const required = parseSearch(typed).filter(({ mark, role }) => mark && role === 'required');
  expect(required.map(({ mark }) => mark)).toEqual([`=${wanted}`]);
  expect(findCategory(typed)).toBe(wanted);
});

test.each(['nvme ps5', 'seagate nas', 'nvme ssd for ps5'])(
  '“%s” wants what its last word tells of such parts',
  (typed) => {
    const { role, isOtherKind } = parseSearch(typed).at(-1) ?? {};
    expect([role, isOtherKind]).toEqual(['required', undefined]);
  },
);

test.each([
  ['ram for ryzen 5 5600', 'ddr4'],
  ['ram for i7 8700k', 'ddr4'],
  ['ram for core ultra 7 265k', 'ddr5'],
  ['cooler for i5 12400', 'lga1700'],
  ['cpu for b550', 'am4'],
])('“%s” asks for what goes with it, not for its number', (typed, expected) => {
  const needed = parseSearch(typed)
    .filter(({ role }) => role === 'required')
    .flatMap(({ spellings }) => spellings);
  expect(needed).toContain(expected);
  for (const number of ['5600', '8700k', '265k', '12400', 'b550']) expect(needed).not.toContain(number);
});

test.each([
  ['ram for ryzen 9 5900x 64gb', 'ram 64gb', 'ryzen 9 5900x'],
  ['2x16gb ram compatible with my b650e-f', '2x16gb ram', 'b650e-f'],
  ['heatsink for ryzen 5 7600', 'heatsink', 'ryzen 5 7600'],
  ['cooler for my ryzen 5 7600 white', 'cooler white', 'ryzen 5 7600'],
  ['upgrade chip for h61 mobo', 'upgrade chip', 'h61 mobo'],
  ['cooler for i5-12400 without rgb -noctua', 'cooler without rgb -noctua', 'i5-12400'],
  ['memory for ryzen 5600 -corsair 32gb', 'memory 32gb -corsair', 'ryzen 5600'],
  ['memory for ryzen 5600 without rgb 32gb', 'memory 32gb without rgb', 'ryzen 5600'],
  ['cooler for i5-12400 w/o rgb or fan', 'cooler w/o rgb or fan', 'i5-12400'],
  ['which board takes a 7950x', 'which board', '7950x'],
])('“%s” wants “%s” for “%s”', (typed, wanted, partner) => {
  expect(splitPurpose(typed)).toEqual({ wanted, partner });
});

const byRelevance = { isTyping: false, isSorted: false };

test.each([
  ['an ssd of sturdy metal gently packaged', undefined, 1],
  ['an ssd like the sn9999x of sturdy metal gently packaged', undefined, 0],
  ['ddr4 rx 9990', undefined, 0],
  ['upgrade for my lga1700 board', 'cpu', 1],
  ['sturdy metal', 'cpu', 0],
] as const)('“%s” in %s is answered with %s part', (typed, category, count) => {
  const index = givenIndex([drive, stick, part('cpu', 'Intel Core i5-12400F', { socket: 'LGA1700' })]);
  expect(searchParts(index, typed, { ...byRelevance, category }).matches.slots).toHaveLength(count);
});

const dimms = withSpecs(kit, { form: 'DIMM' });
const thin = withSpecs(board, { memoryForm: 'SO-DIMM' });
const wireless = withSpecs(board, { wireless: 'Wi-Fi 6' });
const wired = withSpecs(board, { wireless: 'None' });
const small = part('ssd', 'Testco', { capacityGb: 120 });
const full = withSpecs(board, { maxMemoryGb: 125 });
const named = (name: string) => part('other', name, {});
const coolerMaster = { ...cube, name: 'Cooler Master Silencio NR200', brand: 'Cooler Master' };
const smallMaster = withSpecs(coolerMaster, { boardFormFactors: 'Mini ITX' });
const cooler = part('cpu-cooler', 'Testco Low', { cooling: 'Air', noiseDb: 20, heightMm: 47 });

test.each([
  // memory of desktops is none of notebooks, and “sodimm” no typing error
  ['sodimm', [], false, [dimms, board]],
  ['testco so dimm', [], false, [dimms, board]],
  ['ddr5 sodimms', [3], true, [dimms, board, thin]],
  ['so-dimm ram', [2], true, [dimms, thin]],
  ['laptop ram', [], false, [dimms, board]],
  ['ddr4 memory for a notebook', [2], false, [dimms, stick, thin]],
  ['ram not for laptop', [1], false, [dimms, stick]],
  ['laptop ram not desktop', [2], false, [dimms, stick]],
  ['laptop memory', [1], false, [part('memory', 'Testco RAM for Laptop', { capacityGb: 8 })]],
  // amounts and “ddr4” are no models: of the kind that they are typical of
  ['single stick 32gb ddr5', [1], true, [dimms, withSpecs(board, { ddr: 5 })]],
  // what does not say that it lacks something may have it
  ['motherboard without wifi', [3], false, [board, wireless, wired]],
  ['b650m no wifi', [3], false, [board, wireless, wired]],
  ['motherboard without wifi', [1], true, [board, wireless]],
  ['b650m no wifi', [1], true, [board, wireless]],
  ['motherboard without bluetooth', [1], true, [board, wireless]],
  ['laptop without wifi', [], false, [board, wireless, wired]],
  // a negation alone lists all that lacks it, unless parts have a word for the lack
  ['-rgb', [1, 3], false, [kit, named('Testco RGB'), drive]],
  ['not corsair', [2, 3], false, [kit, stick, drive]],
  ['anything but corsair or samsung', [2], false, [kit, stick, drive]],
  ['parts without rgb', [1], false, [kit, named('Testco RGB')]],
  ['everything except corsair', [2], false, [kit, stick]],
  ['no signal', [], false, [kit, stick]],
  ['-q123', [], false, [kit, stick]],
  ['non-modular', [1], false, [supply, kit]],
  ['psu without fan', [2], false, [supply, { ...supply, name: 'Testco Fanless 500W' }]],
  ['cooler without fan', [1], true, [cooler, kit]],
  ['cooler without fans', [2], false, [cooler, { ...cooler, name: 'Testco Passive' }]],
  ['non buffered', [2], false, [withSpecs(kit, { registered: 'Yes' }), kit, drive]],
  ['ecc udimm', [1], true, [withSpecs(kit, { ecc: 'Yes', registered: 'Yes' }), kit, stick]],
  [
    'ecc udimm',
    [2],
    false,
    ['Yes', 'No', ''].map((registered) => withSpecs(kit, { ecc: 'Yes', registered })),
  ],
  ['non ecc', [1], false, [withSpecs(kit, { ecc: 'No' }), withSpecs(kit, { ecc: 'Yes' }), drive]],
  // the number of a Threadripper is not that of a Core
  [
    'threadripper 7960x',
    [],
    false,
    ['Intel Core i9-7960X', 'AMD Threadripper 3960X'].map((name) => part('cpu', name, {})),
  ],
  // boards of most kinds have Gigabit, few ten of it
  ['board with 10 gigabit lan', [1], false, [{ ...board, name: 'Testco 10GbE' }, board]],
  // what names a line or a maker is no typing error, though no part is of it
  ['quadro', [], false, [named('Testco Quad')]],
  ['palit', [], false, [named('Testco Pallet'), named('Testco Palid')]],
  ['cudimm', [], false, [dimms]],
  ['esata', [], false, [disk]],
  ['esata motherboard', [2], true, [disk, board]], // it is a port, not another thing
  ['buffered ram', [1], false, [withSpecs(kit, { registered: 'Yes' }), kit]],
  // parts of the kind have no word like it
  ['stable diffusion gpu', [1], true, [card, named('Testco State')]],
  ['rgb fans', [1, 2], true, [named('Testco RGB'), named('Testco Fan')]],
  ['2.5 gigabit lan motherboard', [1, 2], false, [{ ...board, name: 'Gigabyte B650M' }, board]],
  ['2.5 gigabit card', [], false, [{ ...card, name: 'Gigabyte 2.5' }, board]],
  ['2.5 gigabit lan', [], false, [withSpecs(drive, { formFactor: '2.5-inch' })]],
  ['10 gigabit network motherboard', [1], true, [{ ...board, name: 'Gigabyte B650M' }, disk]],
  // a maker of cases makes power supplies, too
  [
    'antec vp atx 450w',
    [1],
    false,
    [
      { ...supply, name: 'Antec VP ATX 450W' },
      { ...tower, name: 'Antec' },
    ],
  ],
  // names are read as searches are
  ['10 gigabit', [1], false, [named('Testco 10 Gigabit'), named('Testco 10')]],
  ['low noise', [1], false, [named('Testco Low-Noise'), named('Testco')]],
  // an amount is no number beside a unit
  ['6tb hdd', [1], true, [{ ...disk, name: 'Seagate 4 TB' }]],
  ['3x16gb', [], false, [named('Testco 3X 16 GB')]],
  // an unknown maker counts for no more than an amount, and a model for more
  ['zalman 500w', [1], true, [supply, kit]],
  ['dell 32gb', [1], true, [dimms, supply]],
  // a version counts for less
  [
    'atx 3.1 psu 500w',
    [1],
    true,
    [supply, withSpecs({ ...supply, name: 'Testco ATX 3.1' }, { watts: 1000 })],
  ],
  ['rx580 4gb', [1], true, [withSpecs(card, { chipset: 'Radeon RX 580' }), named('Testco 4 GB')]],
  ['ssd with dram cache', [1], false, [drive, withSpecs(drive, { cacheMb: 0 }), small]],
  ['ssd 1024mb dram', [1], false, [drive, small]],
  ['dramless ssd', [2], false, [drive, withSpecs(drive, { cacheMb: 0 }), small]],
  ['ssd without dram', [2], true, [drive, small]],
  // nor are parts of another kind near, wherever it is named
  ['am4 cpu', [], false, [withSpecs(board, { socket: 'AM4' })]],
  ['hdmi 2.1 gpu', [1], true, [card, wired]],
  ['steam deck ssd', [2], false, [drive, withSpecs(drive, { formFactor: 'M.2-2230' })]],
  ['steam deck ssd', [1, 2], true, [drive, { ...drive, name: 'Team' }]],
  // what is called like a kind is a whole word: “Cooler Master” makes cases, too
  ['quiet cooler for mini itx', [2], true, [smallMaster, cooler]],
  ['mini itx cooler', [2], true, [smallMaster, cooler]],
  ['mini itx cooler', [2], true, [{ ...cube, name: 'PC Cooler I100', brand: 'PC Cooler' }, cooler]],
  ['cooler master', [1], false, [coolerMaster, cooler]],
  // what is lacked is a whole word, and only drives stand in for others
  ['120gb no di', [1], false, [small, full]],
  ['128gb no di', [1], true, [small, full]],
  ['120gb no disk', [], false, [small, full]],
])('“%s” lists %j, with most of its words: %s', (typed, numbers, isPartial, parts) => {
  const result = searchParts(givenIndex(parts), typed, byRelevance);
  expect(listNumbers(result.matches)).toEqual(numbers);
  expect(result).toMatchObject({ isPartial, correction: undefined });
});

test('“quiet” is the maker be quiet! only where nothing else is searched', () => {
  const parts = ['be quiet! Pure Rock', 'Testco Quiet', 'Testco Pure Rock'].map((name) => ({
    ...cooler,
    name,
    brand: name.slice(0, 9),
    sku: name.replace(/\W+/g, '-'),
  }));
  const search = (typed: string) => searchParts(givenIndex(parts), typed, byRelevance).matches;
  expect(['quiet', 'be quiet'].map((typed) => listNumbers(search(typed)))).toEqual([[1, 2], [1]]);
  const [maker = 0, , other = 0] = search('quiet cooler').scores;
  expect(maker).toBeLessThanOrEqual(other);
});

test.each([
  ['ddr2 sodimm 16gb', ['ddr2']],
  ['corsair 32gb thunderbolt memory', ['thunderbolt']],
  ['memory of 2 sticks with 4tb', ['4tb']],
  ['corsair ddr5', undefined],
])('of the words of “%s”, no part that is found has %j', (typed, missing) => {
  const parts = [
    kit,
    withSpecs(stick, { form: 'SO-DIMM' }),
    named('Testco DDR2'),
    named('Testco Thunderbolt'),
  ];
  expect(searchParts(givenIndex(parts), typed, byRelevance).missing).toEqual(missing);
});

test('of the words of a search nothing is said to be missing where one that is was not typed so', () => {
  const parts = [withSpecs(stick, { registered: 'Yes' }), named('Testco DDR2')];
  const search = (typed: string) => searchParts(givenIndex(parts), typed, byRelevance).missing;
  expect([search('ddr2 memory 16gb'), search('ddr2 memory 16gb udimm')]).toEqual([['ddr2'], []]); // read as 'unbuffered'
});

test.each(['quiet coler for mini itx', 'quiet cooler vs mini itx cooler'])(
  '“%s” lists coolers, too',
  (typed) => {
    const parts = [smallMaster, cooler];
    expect(listNumbers(searchParts(givenIndex(parts), typed, byRelevance).matches)).toEqual([2]);
  },
);

test('while somebody types, parts that do not say that they lack something are suggested, too', () => {
  const index = givenIndex([board, wireless]);
  const find = (isTyping: boolean) =>
    listNumbers(searchParts(index, 'b650m no wifi', { ...byRelevance, isTyping }).matches);
  expect(find(true)).toEqual(find(false));
  expect(find(true)).toEqual([1]);
});

test('memory for processors of several sockets is of no generation', () => {
  const makeProcessor = (socket: string) =>
    part('cpu', `Testco for ${socket}`, { series: 'Ryzen 7', socket });
  const [old, recent] = [makeProcessor('AM4'), makeProcessor('AM5')];
  const find = (processors: readonly ReturnType<typeof part>[]) =>
    listNumbers(searchParts(givenIndex([kit, stick, ...processors]), 'ram for ryzen 7', byRelevance).matches);
  expect(find([old])).toEqual([2]);
  expect(find([old, recent])).toEqual([1, 2]);
});

test('the number of a processor is not that of memory, though “2 × 8 GB” has an x', () => {
  const pair = part('memory', 'Testco 16 GB (2 × 8 GB) DDR4-5600', { ddr: 4, speedMts: 5600 });
  expect(searchParts(givenIndex([pair]), '5600x', byRelevance).matches.slots).toHaveLength(0);
});

test('what is typical of a kind lists that kind first, though others have the word', () => {
  const { matches } = searchParts(
    givenIndex([withSpecs(board, { m2Slots: 3 }), withSpecs(drive, { protocol: 'NVMe' })]),
    'nvme',
    byRelevance,
  );
  const [ofBoard = 0, ofDrive = 0] = matches.scores;
  expect(ofDrive).toBeGreaterThan(ofBoard);
});

test.each(['case for 360mm radiator', 'usb-c case'])('“%s” wants a case, if not such a one', (typed) => {
  const radiator = part('cpu-cooler', 'Testco Lake', { cooling: 'Liquid', radiatorMm: 360 });
  const { matches, isPartial } = searchParts(givenIndex([tower, radiator]), typed, byRelevance);
  expect([listNumbers(matches), isPartial]).toEqual([[1], true]);
});

test.each([
  ['motherboard testcu no wifi', 'motherboard testco no wifi'], // a lack as somebody would type it
  ['-gigabite', '-gigabyte'],
  ['b650m -gigabite', 'b650m -gigabyte'],
  ['gigabit b650m', 'gigabyte b650m'],
  ['b650m gigabit', 'b650m gigabyte'],
])('“%s” is corrected to “%s”', (typed, expected) => {
  const parts = [wired, { ...wired, brand: 'Gigabyte', name: 'Gigabyte B650M' }];
  expect(searchParts(givenIndex(parts), typed, byRelevance).correction).toBe(expected);
});

test('beside a corrected lack, what the part is for stays as it was typed', () => {
  const index = givenIndex([kit, withSpecs(board, { socket: 'AM5', ddr: 5 })]);
  const { correction } = searchParts(index, 'ram for am5 board -corsiar', byRelevance);
  expect(correction).toBe('ram for am5 board -corsair');
});

test('a lack is not corrected to what no part of the kind has', () => {
  const index = givenIndex([processor, { ...wired, brand: 'Gigabyte', name: 'Gigabyte B650M' }]);
  expect(searchParts(index, 'cpu -gigabite', byRelevance).correction).toBeUndefined();
});

test.each([
  ['-wood', ['wood']],
  ['not asus', []],
  ['without gpu', []],
  ['testco without rgb', ['rgb']],
  ['testco not asus', []],
])('of “%s” %j may be had without being said', (typed, lacks) => {
  expect(listUncertainLacks(typed, (word) => word === 'asus')).toEqual(lacks);
});

test('what names have literally comes first; what says it otherwise is found as by its meaning in English', () => {
  const index = givenIndex([
    part('other', 'Tastatur Plus', {}),
    part('other', 'Testco Keyboard Plus', {}),
    part('other', 'Testco Mouse', {}),
    tower,
    { ...tower, name: 'Testco Torre' },
    withSpecs(tower, { color: 'Torre' }),
    part('other', 'Testco Shelf', { Para: 'Torre' }),
  ]);
  const find = (typed: string, meaning: string) => {
    const { slots, scores } = putLiteralFirst(index, typed, searchParts(index, meaning, byRelevance)).matches;
    const byScore = Map.groupBy(slots, (_, row) => scores[row] as number);
    const sorted = [...byScore].sort(([one], [other]) => other - one);
    return sorted.map(([, equal]) =>
      equal
        .map((slot) => slot + 1)
        .sort()
        .join(),
    );
  };
  expect(find('Tastatur Plus', 'keyboard Plus')).toEqual(['1', '2']);
  expect(find('Tastatur', 'keyboard')).toEqual(['1', '2']);
  expect(find('Maus', 'mouse')).toEqual(['3']);
  expect(find('Torre', 'case')).toEqual(['5', '4,6', '7']);
});

test('a part that has gone, whose words are still there, hinders no search', () => {
  const index = givenIndex([
    part('graphics-card', 'Gigabyte Aorus RTX 3070', { chipset: 'GeForce RTX 3070' }),
  ]);
  index.remove(1);
  expect(searchParts(index, 'ram for aorus 3070', byRelevance).matches.slots).toHaveLength(0);
});

test('what is of a standard that only parts off sale have is as little found as of one that none has', () => {
  const index = givenIndex([wired]);
  index.put({ ...part('motherboard', 'Testco X470', {}), number: 2, id: '2' }, false);
  index.settle();
  for (const typed of ['testco wifi motherboard x470', 'testco wifi motherboard x570'])
    expect(searchParts(index, typed, byRelevance).matches.slots, typed).toHaveLength(0);
});

test.each([
  ['5600x vs 5700x', ['5600x', '5700x']],
  ['compare rtx 4070 and rx 7800 xt', ['rtx 4070', 'rx 7800 xt']],
  ['difference between 990 pro and sn850x', ['990 pro', 'sn850x']],
  ['rtx 5060 or rx 9060', ['rtx 5060', 'rx 9060']],
  ['ryzen 7 5700x o 5800xt', ['ryzen 7 5700x', '5800xt']],
  ['compare between 990 pro and sn850x', ['990 pro', 'sn850x']],
  ['compare ultra 9 285k against 9950x3d', ['ultra 9 285k', '9950x3d']],
  ['750 or 850w gold msi', ['750w', '850w gold msi']],
  ['black or white case', ['black or white case']],
  ['a vs b vs c vs d', ['a vs b vs c vs d']],
])('“%s” compares', (typed, sides) => {
  expect(splitComparison(typed)).toEqual(sides);
});

test.each([
  ['b760 | z790 matx', 'b760 matx | z790 matx'],
  ['ddr5 5200 | 5600 corsair 2x16', 'ddr5 5200 corsair 2x16 | ddr5 5600 corsair 2x16'],
  ['skyhawk | purple 8 tb', 'skyhawk 8tb | purple 8 tb'],
  ['4070 | 4070 super', '4070 | 4070 super'],
  ['sn850x | 990 pro', 'sn850x | 990 pro'],
  ['rtx 4070 | rx 7800 xt', 'rtx 4070 | rx 7800 xt'],
])('“%s” is “%s” where parts have all words', (typed, shared) => {
  const isFound = (side: string) => !/^(?:b760 z790|.*4070.*7800|rtx rx|sn850x pro|sn850x 990)/.test(side);
  expect(shareWords(typed.split(' | '), isFound).join(' | ')).toBe(shared);
});

test.each([
  ['msata 256gb', '240gb'],
  ['ssd 1tb', '960gb'],
  ['radeon 7800tx', '7800xt'],
  ['rxt 4070', 'rtx'],
])('when nothing has the words of “%s”, “%s” is looked for', (typed, spelling) => {
  const near = takeNeighbours(parseSearch(typed)) ?? parseSearch(typed);
  expect((swapLetters(near) ?? near).flatMap(({ spellings }) => spellings)).toContain(spelling);
});

test.each([
  ['  Grafík  KARTE ', 'grafik karte'],
  ['b850 graka', 'b850 graka'],
  ['me@example.com', undefined],
  ['call +49 170 1234567', undefined],
  ['7', undefined],
  ['a = b', undefined],
  ['word '.repeat(9), undefined],
])('“%s” without a result is counted as “%s”', (typed, counted) => {
  expect(readEmptySearch(typed)).toBe(counted);
});

test('digits of models are never exchanged', () => {
  expect(swapLetters(parseSearch('4070 b650'))).toBeUndefined();
});

test('sorted by price, only the kind that is named is meant, not what serves it', () => {
  expect(parseSearch('cpu', { isSorted: true })).toMatchObject([{ mark: '=cpu', spellings: [] }]);
});

test.each([
  ['gehäuse atx weiß', 'case atx white'],
  ['radeon 9070 aber nicht xt', 'radeon 9070 but not xt'],
  ['gehaeuse um die 100 euro', 'case around 100 euro'],
  ['netzteil voll modular ca. 90 euro', 'psu fully modular around 90 euro'],
  ['netzteil ca 90 €', 'psu around 90 €'],
  ['coolmax ca 450', 'coolmax ca 450'],
  ['ca.90 ssd', 'around 90 ssd'],
  ['teilmodulares netzteil 650w', 'semi modular psu 650w'],
  ['grafikkarte ohne stromanschluss', 'gpu without power connector'],
  ['grafikkarte max 2 slot breit', 'gpu max 2 slot wide'],
  ['ssd lesen über 5000 mb/s', 'ssd read over 5000 mb/s'],
  ['festplatte für überwachungskamera', 'hdd for surveillance'],
  ['gehäuse holz', 'case wood'],
  ['lüfterloses netzteil', 'fanless psu'],
  ['günstigste grafikkarte unter 300', 'cheapest gpu under 300'],
  ['tarjeta gráfica de 12 gb', 'gpu de 12 gb'],
  ['placa base am5', 'motherboard am5'],
  ['disque dur 2to', 'hdd 2tb'],
  ['carte graphique 12 Go', 'gpu 12 Gb'],
  ['র‍্যাম ১৬ জিবি', 'ram 16 gb'],
  ['ыыв 1еи', 'ssd 1tb'],
  ['кеч 4070', 'rtx 4070'],
  ['ддр5 32гб', 'ddr5 32gb'],
  ['ρτχ 4070', 'rtx 4070'],
  ['rtx 4070 to go', 'rtx 4070 to go'],
  ['ich suche eine leise Grafikkarte', 'a quiet gpu'],
  ['Gaming-Grafikkarte', 'Gaming gpu'],
  ['AM5-Mainboard mit WLAN', 'AM5 Mainboard with wifi'],
  ['lüfterkühler', 'fan cooler'],
  ['Netzteil ab 850 Watt', 'psu at least 850 Watt'],
  ['necesito una fuente modular', 'a psu modular'],
  ["j'ai besoin d'un disque dur de 4 To", 'a hdd de 4 Tb'],
  ['৩০০ ডলারের নিচে গ্রাফিক্স কার্ড', 'under 300 dollars gpu'],
  ['আমার AM5 প্রসেসরের জন্য একটি মাদারবোর্ড দরকার', 'a motherboard for AM5 cpu'],
  ['১০০ থেকে ২০০ ডলারের মধ্যে কেস', 'between 100 and 200 dollars case'],
  ['ওয়াইফাই ছাড়া মাদারবোর্ড', 'motherboard without wifi'],
  ['ডিডিআর৫ র‍্যাম', 'ddr5 ram'],
  ['এই প্রসেসর', 'এই cpu'],
  ['kein', 'no'],
  ['fuente oro', 'psu gold'],
  ['caja de torre completa negra', 'case full tower black'],
  ['হার্ডডিস্ক সিগেট', 'hdd seagate'],
  ['mein', 'mein'],
])('“%s” is “%s”', (typed, english) => {
  expect(translate(typed)).toBe(english);
});

test.each([
  ['water cooler', 'liquid', 'cooler=cpu-cooler'],
  ['air cooling', 'air', 'cooler=cpu-cooler'],
  ['rtx 5080 gigabyte', 'rtx5080', 'gigabyte'],
  ['16 gigabyte ram', '16gb', 'ram=memory'],
  ['silverstone mini itx desktop', 'silverstone', 'miniitxdesktop'],
  ['case with 8 drive bays', 'case=case', '8bays35'],
  ['case for nas with 8 drives', 'case=case', '8bays35'],
  ['psu for a mini itx sff case', 'psu=power-supply', 'sfx'],
  ['ryzen77800x3d', 'ryzen', '7', '7800x3d'],
  ['TJ04B-E ATX', 'tj04b', 'e', 'atx'],
  ['psu with a 16-pin connector', 'psu=power-supply', '16pin'],
  ['intel 6c/12t', 'intel', '6core', '12thread'],
  ['r5 5500gt', 'ryzen', '5', '5500gt'],
  ['am4 ryzen 7 no cooler in box', 'am4', 'seriesryzen7', 'no.cooler'],
  ['lenovo laptop', 'accessory'],
  ['gaming laptop 17 inch', 'accessory'],
  ['gpu cooler', 'accessory'],
  ['m.2 ssd box', 'm.2', 'accessory'],
  ['graphics card coolers rtx 4070', 'accessory', 'rtx4070'],
  ['ryzen 5 cooler', 'ryzen', 'cooler=cpu-cooler'],
  ['ryzen 5 5600 cooler', 'ryzen', '5', '5600', 'cooler=cpu-cooler'],
  ['cheapest atx mid tower', 'cheapest', 'atxform', 'midtower'],
  ['case for an atx board', 'case=case', 'atx', 'board=motherboard'],
  ['case not in win', 'case=case', 'inwin'],
  ['be quiet! psu', 'bequiet', 'psu=power-supply'],
  ['be qu', 'bequ'],
  ['crucial laptop', 'crucial', 'laptop'],
  ['ram for laptop or desktop', 'ram=memory'],
  ['psu not be quiet', 'psu=power-supply', 'bequiet'],
  ['case that can be quiet', 'case=case', 'quiet'],
  ['any case but fractal design', 'case=case', 'fractal', 'design'],
  ['cooler master cases', 'coolermaster', 'cases=case'],
  ['ryzen 5 that comes with a cooler in the box', 'seriesryzen5', 'coolerincluded'],
  ['gold or better psu', 'leastgold', 'psu=power-supply'],
  ['socket 1700 cpu', 'lga1700', 'cpu=cpu'],
  ['ram cas 30', 'ram=memory', 'cl30'],
  ['ddr3 ram for an old desktop', 'ddr3', 'ram=memory', 'sodimm'],
  ['pci express ssds instead of m.2', 'pcie', 'ssds=ssd', 'm.2'],
  ['2tb hdd no 5400 rpm junk', '2tb', 'hdd=hard-disk', '5400rpm'],
  ['case with solid side panel', 'case=case', 'solid'],
  ['360mm aio', '360mm', 'aio', 'cooler=cpu-cooler'],
  ['asus z790-a', 'asus', 'z790a'],
  ['case fans 120mm', 'casefan', '120mm'],
  ['usb-hub', 'usbhub'],
  ['unregistered ram', 'unbuffered', 'ram=memory'],
  ['no wi-fi', 'no.wifi', 'wifi'],
  ['dual monitor gpu', 'gpu=graphics-card'],
  ['looking for two 16 gb sticks of ddr5', '2x16gb', 'ddr5'],
  ['case without 3.5" bays', 'case=case', '0bays35'],
  ['what graphics card does not need a power cable', 'graphics card=graphics-card', 'no.powerplug'],
])('“%s” is %s', (search, ...words) => {
  expect(parseSearch(search).map(({ typed, mark = '' }) => typed + mark)).toEqual(words);
});

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

/** Of the parts of `givenIndex`. */
function listNumbers({ slots }: Matches): number[] {
  return Array.from(slots, (slot) => slot + 1);
}

/** The parts have the numbers 1, 2, … */
function givenIndex(parts: readonly ReturnType<typeof part>[]) {
  const index = givenWordIndex();
  for (const [row, each] of parts.entries()) index.put({ ...each, number: row + 1, id: String(row) }, true);
  index.settle();
  return index;
}

function withSpecs(one: ReturnType<typeof part>, specs: SpecificationValues) {
  return { ...one, specs: { ...one.specs, ...specs } };
}
