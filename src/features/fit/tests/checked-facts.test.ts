/** What the rules conclude of facts at their limits, and what stands on the label of each verdict. */
import { describe, expect, test } from 'vitest';
import { deriveFacts } from '#catalogue/rules/derived-facts.ts';
import type { FitPart } from '#catalogue/rules/facts/facts.ts';
import { readFitPart } from '#catalogue/rules/facts/read-fit-part.ts';
import type { Category } from '#catalogue/rules/parts.ts';
import { checkBuild } from '#fit/rules/check-build.ts';
import { listFitSentences } from '#fit/rules/kept-fit.ts';
import { keepsClass } from '#fit/rules/replacements.ts';
import { explainVerdict, showVerdict, type Verdict } from '#fit/rules/verdicts.ts';
import { am4, board, intel, ddr5 as module, rtx4080, rtx4090 } from '#tests/support/fit-cases.ts';
import {
  asBuild,
  card,
  cooler,
  drive,
  housing,
  memory,
  motherboard,
  processor,
  supply,
} from '#tests/support/fit-parts.ts';

const read = (category: Category, name: string, specs: Record<string, string | number>) =>
  readFitPart({ id: name, category, name, ...deriveFacts({ category, name, specs }) }) as FitPart;

const small = housing('Small', { type: 'Mini ITX Desktop', volumeL: 16 });
const tower = housing('Tower', { type: 'ATX Mid Tower', volumeL: 62, powerSupplyForms: ['ATX'] });
const flat = housing('Flat', { sidesMm: [110, 355, 380] });
const aio = cooler('AIO', { isLiquid: true, radiatorMm: 360 });
const low = cooler('Low', { isLiquid: false, heightMm: 37 });
const hot = processor('AMD Ryzen 9 7950X', { socket: 'AM5', peakWatts: 230 });
const i5 = processor('Intel Core i5-12400F', { socket: 'LGA1700', hasGraphics: false });
const atx = (name: string, socket: string) => read('motherboard', name, { socket, formFactor: 'ATX' });
const kit = (name: string, ddr = 5) => read('memory', name, { ddr });
const lga = (chipset: string, socket = 'LGA1151') => motherboard(`Board ${chipset}`, { socket, chipset });
const xeon = (name: string, socket = 'LGA1151') => processor(`Intel Xeon ${name}`, { socket });
const dual = read('motherboard', 'X10DAX', { socket: '2 x LGA2011-3', formFactor: 'EATX' });
const e5 = (id: string) => ({ ...xeon('E5-2620 v3', 'LGA2011-3'), id });
const sata = drive('SATA', { form: 'M.2', m2LengthMm: 80, bus: 'SATA' });
const nvme = drive('NVMe', { form: 'M.2', m2LengthMm: 80, bus: 'NVMe' });
const disk = drive('Disk', { form: '3.5"', bus: 'SATA' });
const ofChip = card('RTX 5060 Ti', { chip: 'GeForce RTX 5060 Ti' });
const plugs = (eightPin: number) => supply('S', { watts: 450, connectors: { eightPin, sixteenPin: 0 } });
const slot = (takesSata?: boolean) => ({ lengthsMm: [80], takesSata });
const ddr5 = memory('DDR5', { ...module, modules: 2, moduleGb: 16, speedMts: 8400, isRegistered: false });
const itx = (name: string, socket: string) =>
  read('motherboard', name, { socket, formFactor: 'Mini ITX', memorySlots: 2, maxMemoryGb: 96, ddr: 5 });

/** By the rule: its verdict, undefined where it has none, of which parts. */
const cases: Record<string, [Verdict | undefined, title: string, ...FitPart[]][]> = {
  graphics: [
    ['only-if', 'a processor without graphics and no card', i5, lga('B760', 'LGA1700')],
    ['only-if', 'a processor of which nobody says it', hot, lga('B650', 'AM5')],
    [undefined, 'a processor without graphics, and no board either', i5, low],
  ],
  'cooler-socket': [
    [
      'does-not-fit',
      'a cooler of AM4 on an LGA1700 board',
      cooler('C', { sockets: ['AM4'] }),
      lga('B760', 'LGA1700'),
    ],
    [
      'fits',
      'a cooler of LGA1700 on such a board',
      cooler('C', { sockets: ['LGA1700'] }),
      lga('B760', 'LGA1700'),
    ],
    ['only-if', 'a cooler whose sockets nobody states, on AM5', aio, hot],
    ['not-known', 'one on an old board', aio, lga('P45', 'LGA775')],
    [
      'fits',
      'a cooler for LGA2011 on LGA2066',
      cooler('Noctua NH-U12S', { sockets: ['LGA2011'] }),
      intel('Intel Core i9-10900X', 'LGA2066'),
    ],
    [
      'fits',
      'a cooler for FM2 on FM2+',
      cooler('Arctic Freezer 13', { sockets: ['FM2'] }),
      processor('AMD A10-7850K', { socket: 'FM2+' }),
    ],
    [
      'only-if',
      'a cooler for TR4 on sTR5',
      cooler('Noctua NH-U14S TR4', { sockets: ['sTR4'] }),
      processor('Threadripper 7980X', { socket: 'sTR5' }),
    ],
  ],
  'radiator-in-case': [
    ['does-not-fit', 'a radiator of 360 mm in a case without a side of 387 mm', aio, flat],
    ['only-if', 'a radiator of 360 mm in a case of 16 litres', aio, small],
    ['fits', 'a radiator of 360 mm in a tower of 62 litres', aio, tower],
    ['does-not-fit', 'a radiator of 360 mm in a case of 11 litres', aio, { ...small, volumeL: 11 }],
  ],
  'cooler-watts': [
    ['only-if', 'a cooler of 37 mm under 230 W', low, hot],
    [
      undefined,
      'a large cooler that nobody rates under 65 W',
      cooler('D', { isLiquid: false, heightMm: 160 }),
      processor('P', { peakWatts: 65 }),
    ],
  ],
  'cooler-height': [
    [
      'does-not-fit',
      'a cooler that is higher than the case is thin',
      cooler('D', { isLiquid: false, heightMm: 120 }),
      flat,
    ],
    ['only-if', 'a high cooler in a tower', cooler('C', { isLiquid: false, heightMm: 160 }), tower],
  ],
  'supply-length': [
    [
      'only-if',
      'a power supply of 200 mm in a small case',
      supply('S', { form: 'ATX', lengthMm: 200 }),
      small,
    ],
    [undefined, 'a power supply of 140 mm in a tower', supply('S', { form: 'ATX', lengthMm: 140 }), tower],
    [
      'does-not-fit',
      'a power supply that is longer than the case',
      supply('S', { form: 'ATX', lengthMm: 390 }),
      flat,
    ],
  ],
  'processor-plugs': [
    [
      'only-if',
      'one processor plug for a board of two sockets',
      motherboard('B', { processorPlugs: 2 }),
      supply('S', { processorPlugs: 1 }),
    ],
  ],
  'm2-slots': [
    [
      'only-if',
      'SATA in an M.2 slot of which nobody says that',
      sata,
      motherboard('B', { m2Slots: [slot()] }),
    ],
    ['does-not-fit', 'SATA in M.2 slots of PCIe alone', sata, motherboard('B', { m2Slots: [slot(false)] })],
    [
      'does-not-fit',
      'two of SATA where one slot takes them',
      sata,
      { ...sata, id: 'x' },
      motherboard('B', { m2Slots: [slot(true), slot(false)] }),
    ],
    ['does-not-fit', 'an M.2 drive on a board that is older than M.2', nvme, lga('Z77', 'LGA1155')],
    ['fits', 'an NVMe drive on any board of AM5', nvme, lga('B650', 'AM5')],
    ['only-if', 'one on a board of LGA1700', nvme, lga('H610', 'LGA1700')],
    [
      'only-if',
      'an M.2 drive of unknown length',
      drive('SSD', { form: 'M.2', bus: 'NVMe' }),
      motherboard('B650', { m2Slots: [slot(false)] }),
    ],
    [
      'only-if',
      'an M.2 drive of unknown bus',
      drive('SSD', { form: 'M.2', m2LengthMm: 80 }),
      motherboard('B650', { m2Slots: [slot(false)] }),
    ],
    [
      'does-not-fit',
      'an M.2 drive of SATA on a board that takes none',
      drive('SSD', { form: 'M.2', m2LengthMm: 80, bus: 'SATA' }),
      motherboard('B650', { m2Slots: [slot(false)] }),
    ],
  ],
  'nvme-start': [
    ['only-if', 'NVMe on a board of the 9 series', nvme, lga('Z97', 'LGA1150')],
    [undefined, 'NVMe on a newer board', nvme, lga('Z170')],
  ],
  'board-in-case': [
    [
      'fits',
      'an ATX board in a tower of which the type alone is known',
      motherboard('B', { formFactor: 'ATX' }),
      tower,
    ],
    [
      'does-not-fit',
      'an ATX board in a case for Micro ATX by its type',
      motherboard('B', { formFactor: 'ATX' }),
      housing('H', { type: 'Micro ATX Mini Tower' }),
    ],
    ['not-known', 'an EATX board in a tower by its type', motherboard('B', { formFactor: 'EATX' }), tower],
    [
      'only-if',
      'a board called EATX in a case that lists EATX',
      motherboard('ASUS ROG Zenith', { formFactor: 'EATX' }),
      housing('Tower', { boardFormFactors: ['EATX'] }),
    ],
    [
      'only-if',
      'a Micro ATX board in a case of which the owner wrote ATX alone',
      motherboard('B650M', { formFactor: 'Micro ATX' }),
      housing('Tower', { boardFormFactors: ['ATX'] }),
    ],
  ],
  'memory-generation': [
    [
      'does-not-fit',
      'DDR3 in a board of LGA1700 whose memory is not known',
      memory('M', { generation: 3 }),
      lga('B760', 'LGA1700'),
    ],
    [
      'does-not-fit',
      'DDR4 in one with 48 GB in each slot',
      memory('M', { generation: 4 }),
      read('motherboard', 'B760', { socket: 'LGA1700', memorySlots: 4, maxMemoryGb: 192 }),
    ],
  ],
  'memory-form': [
    ['fits', 'memory of a line for players on AM5', kit('G.Skill Trident Z5 RGB'), atx('B650 EAGLE', 'AM5')],
    ['only-if', 'memory of any line', kit('TEAMGROUP Elite'), atx('B650 EAGLE', 'AM5')],
    [
      'does-not-fit',
      'memory for laptops by its part number',
      kit('Crucial CT16G4SFD832A', 4),
      atx('B550', 'AM4'),
    ],
    ['fits', 'DIMM on an ordinary board of Mini ITX', ddr5, itx('B650I AORUS ULTRA', 'AM5')],
    ['not-known', 'DIMM on a thin board', ddr5, itx('H610TM-ITX', 'LGA1700')],
  ],
  'memory-registered': [
    [
      'does-not-fit',
      'memory of a line for workstations on AM5',
      kit('Kingston FURY Renegade Pro'),
      atx('B650 EAGLE', 'AM5'),
    ],
    [
      'does-not-fit',
      'load-reduced memory by its part number',
      kit('Kingston KVR21L15Q4/32', 4),
      atx('B550', 'AM4'),
    ],
    [
      'does-not-fit',
      'registered memory on a board of AM5',
      memory('Kingston Server Premier', { ...module, isRegistered: true }),
      motherboard('B650', { socket: 'AM5' }),
    ],
    [
      'does-not-fit',
      'unbuffered memory on a board of Threadripper 7000',
      memory('Corsair Vengeance', { ...module, isRegistered: false }),
      motherboard('ASUS Pro WS TRX50-SAGE', { socket: 'sTR5', memoryGeneration: 5, memoryForm: 'DIMM' }),
    ],
    [
      'not-known',
      'memory of which nobody says whether it is registered',
      memory('Some memory', module),
      motherboard('B650', { socket: 'AM5' }),
    ],
  ],
  socket: [
    [
      'does-not-fit',
      'an old processor of which the name alone says the socket',
      read('cpu', 'Intel Core i3-2100', { cores: 2 }),
      lga('Z170'),
    ],
    ['fits', 'a processor on a board for two', e5('1'), dual],
    [
      'only-if',
      'an AM3 processor on an AM3+ board',
      processor('AMD Phenom II X4 965', { socket: 'AM3' }),
      motherboard('ASUS M5A97', { socket: 'AM3+' }),
    ],
  ],
  chipset: [
    [
      'fits',
      'a Ryzen 1600 of the second silicon on X570',
      read('cpu', 'AMD Ryzen 5 1600 (12nm)', { cores: 6 }),
      lga('X570', 'AM4'),
    ],
    [
      'only-if',
      'a board whose chipset nobody states',
      am4('AMD Ryzen 5 5500'),
      motherboard('Crosshair VIII', { socket: 'AM4' }),
    ],
    ['fits', 'a Xeon E3 on a C236 board', xeon('E3-1230 v5'), lga('C236')],
    ['only-if', 'a newer Xeon E3 on a C236 board', xeon('E3 1230 V6'), lga('C236')],
    ['does-not-fit', 'a Xeon E3 on a Z170 board', xeon('E3-1230 v5'), lga('Z170')],
    ['fits', 'a Xeon E-2136 on a C246 board', xeon('E-2136'), lga('C246')],
    ['only-if', 'a Xeon E5 v4 on a C612 board', xeon('E5-2620 v4', 'LGA2011-3'), lga('C612', 'LGA2011-3')],
    [
      'fits',
      'a Core i7-5820K on an X99 board',
      processor('Intel Core i7-5820K', { socket: 'LGA2011-3' }),
      lga('X99', 'LGA2011-3'),
    ],
    [
      'only-if',
      'a processor of another generation in a socket that the table does not have',
      intel('Intel Core i7-5775C', 'LGA1150'),
      board('ASUS H81M-K', 'LGA1150', 'H81'),
    ],
  ],
  'card-slots': [
    ['fits', 'a card of unknown thickness in a tower', card('C'), tower],
    ['not-known', 'one in a case of two slots', card('C'), { ...small, expansionSlots: 2 }],
  ],
  'card-length': [
    ['fits', 'a short card in a tower', card('C', { lengthMm: 230 }), tower],
    ['only-if', 'a longer one', card('C', { lengthMm: 304 }), tower],
    ['not-known', 'one in a small case', card('C', { lengthMm: 230 }), small],
  ],
  'power-connectors': [
    ['fits', 'an RTX 5060 Ti with three plugs', ofChip, plugs(3)],
    ['only-if', 'one with a single plug', ofChip, plugs(1)],
    ['does-not-fit', 'one without any', ofChip, plugs(0)],
    ['only-if', 'one with plugs of which nobody knows', ofChip, supply('S')],
    ['fits', 'a card that the slot feeds', card('C', { watts: 30 }), plugs(0)],
  ],
  'power-watts': [
    ['fits', 'an RTX 5060 Ti with 450 W', ofChip, plugs(3)],
    ['only-if', '712 W of 750 W', card('C', { watts: 642 }), supply('S', { watts: 750 }), motherboard('B')],
    [
      'does-not-fit',
      '712 W of 700 W',
      card('C', { watts: 642 }),
      supply('S', { watts: 700 }),
      motherboard('B'),
    ],
    [
      'does-not-fit',
      'a processor of 219 W whose name is written with a space',
      processor('Intel Core i9 14900', { tdpWatts: 65 }),
      card('RTX 4060', { watts: 115 }),
      supply('EVGA 300', { watts: 300 }),
    ],
  ],
  'sata-ports': [
    ['fits', 'a SATA drive on a board of ATX', disk, atx('B650 EAGLE', 'AM5')],
    ['only-if', 'one on a board of Mini ITX', disk, itx('B650I', 'AM5')],
    ['only-if', 'a drive of SAS', drive('Exos', { form: '3.5"', bus: 'SAS' }), lga('Z170')],
    [
      'not-known',
      'a drive whose port nobody states',
      drive('Seagate Exos', { form: '3.5"', isHardDisk: true }),
      motherboard('B650', { sataPorts: 4 }),
    ],
    [
      'only-if',
      'as many drives of SATA as ports beside an M.2 drive',
      drive('WD Red', { form: '3.5"', bus: 'SATA' }),
      drive('WD Black', { form: 'M.2', m2LengthMm: 80, bus: 'NVMe' }),
      motherboard('H610', { sataPorts: 1 }),
    ],
  ],
  'cards-on-board': [
    [
      'does-not-fit',
      'a card on a board without a long slot',
      card('Card'),
      motherboard('B', { cardSlots: 0 }),
    ],
    [
      'does-not-fit',
      'two graphics cards on a board of one slot',
      rtx4080,
      rtx4090,
      motherboard('B650I', { formFactor: 'Mini ITX' }),
    ],
    [
      'only-if',
      'two graphics cards on a larger board',
      rtx4080,
      rtx4090,
      motherboard('B650', { formFactor: 'ATX' }),
    ],
  ],
  'one-of-each': [
    [undefined, 'two processors on a board for two', e5('1'), e5('2'), dual],
    ['does-not-fit', 'three processors on a board for two', e5('1'), e5('2'), e5('3'), dual],
  ],
  'supply-in-case': [
    [
      'only-if',
      'SFX-L in a case for SFX',
      supply('S', { form: 'SFX-L' }),
      housing('H', { powerSupplyForms: ['SFX'] }),
    ],
    [
      'fits',
      'a power supply of SFX in a case for SFX-L',
      supply('SF750', { form: 'SFX' }),
      housing('Small', { powerSupplyForms: ['SFX-L'] }),
    ],
  ],
  'power-recommended': [
    [
      'fits',
      'a card of 6 GB for which the chip’s maker recommends 300 W',
      card('RTX 3050', { chip: 'GeForce RTX 3050 6GB' }),
      supply('EVGA 400', { watts: 400 }),
    ],
    [
      'only-if',
      'an RTX 3070 Ti with 700 W, for which 750 W are recommended',
      card('RTX 3070 Ti', { chip: 'GeForce RTX 3070 Ti' }),
      supply('EVGA 700', { watts: 700 }),
    ],
  ],
};

describe.each(Object.entries(cases))('%s', (rule, ofRule) => {
  test.each(ofRule)('says %s of %s', (verdict, _title, ...parts) => {
    const findings = checkBuild(asBuild(...parts)).findings.filter((finding) => finding.rule === rule);
    expect([...new Set(findings.map((finding) => finding.verdict))]).toEqual(verdict ? [verdict] : []);
    for (const { explain, condition = '' } of findings)
      expect(`${explain()} ${condition}`).not.toMatch(/undefined|NaN/);
  });
});

test('memory may run at its speed, beside what is warranted for that processor and number of modules', () => {
  const board = motherboard('Board', { socket: 'AM5', memoryGeneration: 5 });
  const explain = (parts: readonly FitPart[], quantity: number) =>
    checkBuild([...asBuild(board, ...parts), { part: ddr5, quantity }])
      .findings.find(({ rule }) => rule === 'memory-speed')
      ?.explain();
  expect(explain([], 1)).toMatch(/may run at 8400 MT\/s .* warrants 5600 MT\/s/);
  expect(explain([hot], 1)).toMatch(/warrants 5200 MT\/s/);
  expect(explain([hot], 2)).toMatch(/with 4 modules, .* warrants 3600 MT\/s/);
});

describe('a label', () => {
  test('of a condition stands alone, and counts the others', () => {
    const label = (...parts: FitPart[]) => showVerdict(checkBuild(asBuild(...parts)).findings)?.label;
    expect(label(i5, lga('B760', 'LGA1700'))).toBe('Fits if you have a graphics card');
    expect(label(i5, low, small)).toBe('Not known');
    expect(label(sata, nvme, { ...lga('Z97', 'LGA1150'), m2Slots: [slot(), slot()] })).toMatch(
      /^Fits if one of .*, and 1 more condition$/,
    );
  });

  test('has behind it what each of its conditions says, and no finding that is better', () => {
    const build = asBuild(sata, nvme, { ...lga('Z97', 'LGA1150'), m2Slots: [slot(), slot()] });
    const sentences = explainVerdict(checkBuild(build).findings);
    expect(sentences).toHaveLength(2);
    expect(new Set(sentences).size).toBe(2);
  });

  test('of a purchase that older rules have decided is readable', () => {
    const finding = { verdict: 'only-if', sentence: 'The B550 takes it only if its BIOS is new.' } as const;
    const fit = { verdict: 'only-if', rulesVersion: 3, findings: [finding], neverChecked: [] } as const;
    expect(listFitSentences({ ...fit, findings: [finding], neverChecked: [] })).toEqual([
      'Fits under a condition: The B550 takes it only if its BIOS is new.',
    ]);
    expect(
      listFitSentences({
        ...fit,
        findings: [{ ...finding, condition: 'its BIOS is new' }],
        neverChecked: [],
      }),
    ).toEqual([expect.stringMatching(/^Fits if its BIOS is new: /)]);
  });
});

test.each([
  ['Memory', { capacityGb: 32 }, { capacityGb: 16 }, false],
  ['Memory', { capacityGb: 32 }, { capacityGb: 64 }, true],
  ['GraphicsCard', { memoryGb: 12, chipset: 'RTX 4070' }, { memoryGb: 12, chipset: 'RTX 3060' }, false],
  ['Cooler', { cooling: 'Air' }, { cooling: 'Liquid' }, false],
  ['PowerSupply', { watts: 750 }, { watts: 850 }, true],
  ['Case', {}, {}, true],
] as const)(
  'a replacement of %s %j by %j keeps capacity and class: %s',
  (kind, replaced, offered, isKept) => {
    expect(keepsClass(kind, replaced, offered)).toBe(isKept);
  },
);
