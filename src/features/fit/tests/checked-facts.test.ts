/** What the rules conclude of facts at their limits, and what stands on the label of each verdict. */
import { describe, expect, test } from 'vitest';
import { deriveFacts } from '#catalogue/rules/derived-facts.ts';
import type { FitPart, M2Slot } from '#catalogue/rules/facts/facts.ts';
import { readFitPart } from '#catalogue/rules/facts/read-fit-part.ts';
import type { Category } from '#catalogue/rules/parts.ts';
import { checkBuild } from '#fit/rules/check-build.ts';
import { listFitSentences } from '#fit/rules/kept-fit.ts';
import { keepsClass, makeAdditionCheck } from '#fit/rules/replacements.ts';
import { explainVerdict, showVerdict, type Verdict } from '#fit/rules/verdicts.ts';
import { am4, board, intel, ddr5 as module, realCases, rtx4080, rtx4090 } from '#tests/support/fit-cases.ts';
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
const air = (heightMm: number) => cooler('Air', { isLiquid: false, heightMm });
const coolerFor = (socket: string) => cooler('Cooler', { sockets: [socket] });
const hot = processor('AMD Ryzen 9 7950X', { socket: 'AM5', peakWatts: 230 });
const i5 = processor('Intel Core i5-12400F', { socket: 'LGA1700', hasGraphics: false });
const atx = (name: string, socket: string) => read('motherboard', name, { socket, formFactor: 'ATX' });
const b650 = atx('B650 EAGLE', 'AM5');
const b550 = atx('B550', 'AM4');
const a785 = atx('A785GM-LE', 'AM3/AM2+/AM2');
const kit = (name: string, ddr = 5) => read('memory', name, { ddr });
const lga = (chipset: string, socket = 'LGA1151') => motherboard(`Board ${chipset}`, { socket, chipset });
const xeon = (name: string, socket = 'LGA1151') => processor(`Intel Xeon ${name}`, { socket });
const b760 = lga('B760', 'LGA1700');
const named = (name: string) => read('cpu', name, { cores: 2 });
const processorFor = (socket: string) => processor('Processor', { socket });
const boardFor = (socket: string) => motherboard('Board', { socket });
const modules = (isRegistered?: boolean) => memory('Memory', { ...module, isRegistered });
const ofDdr = (generation: number) => memory('Memory', { generation });
const takingSupply = (form: string) => housing('Case', { powerSupplyForms: [form] });
const sized = (formFactor: string) => motherboard('Board', { formFactor });
const ofPorts = (sataPorts: number) => motherboard('Board', { sataPorts });
const withM2 = (...m2Slots: M2Slot[]) => motherboard('Board', { m2Slots });
const taking = (...boardFormFactors: string[]) => housing('Case', { boardFormFactors });
const form = (name: string, lengthMm?: number) => supply('Supply', { form: name, lengthMm });
const watts = (watts: number) => supply('Supply', { watts });
const dual = read('motherboard', 'X10DAX', { socket: '2 x LGA2011-3', formFactor: 'EATX' });
const e5 = (id: string) => ({ ...xeon('E5-2620 v3', 'LGA2011-3'), id });
const fx = processor('AMD FX-8350', { socket: 'AM3+', hasGraphics: false });
const am3 = (chipset: string, name = 'Board') => motherboard(name, { socket: 'AM3+', chipset });
const sata = drive('SATA', { form: 'M.2', m2LengthMm: 80, bus: 'SATA' });
const m2 = (facts: Parameters<typeof drive>[1]) => drive('SSD', { form: 'M.2', ...facts });
const nvme = drive('NVMe', { form: 'M.2', m2LengthMm: 80, bus: 'NVMe' });
const disk = drive('Disk', { form: '3.5"', bus: 'SATA' });
const ofChip = (chip: string) => card(chip, { chip: `GeForce ${chip}` });
const rtx5060 = ofChip('RTX 5060 Ti');
const plugs = (eightPin: number) => supply('S', { watts: 450, connectors: { eightPin, sixteenPin: 0 } });
const slot = (takesSata?: boolean) => ({ lengthsMm: [80], takesSata });
const ddr5 = memory('DDR5', { ...module, modules: 2, moduleGb: 16, speedMts: 8400, isRegistered: false });
const itx = (name: string, socket: string) =>
  read('motherboard', name, { socket, formFactor: 'Mini ITX', memorySlots: 2, maxMemoryGb: 96, ddr: 5 });

/** By the rule: its verdict on these parts, undefined where it has none. */
const cases: Record<string, Record<string, [Verdict | undefined, ...FitPart[]]>> = {
  graphics: {
    'a processor without graphics and no card': ['only-if', i5, b760],
    'a processor of which nobody says it': ['only-if', hot, lga('B650', 'AM5')],
    'a processor without graphics, and no board either': [undefined, i5, air(37)],
    'a processor without graphics on a board whose chipset has them': ['fits', fx, am3('760G')],
    'one on a board whose chipset has none': ['only-if', fx, am3('990FX')],
    'one on the board with such a chipset but no output': ['only-if', fx, am3('760G', '980DE3/U3S3')],
  },
  'cooler-socket': {
    'a cooler of AM4 on an LGA1700 board': ['does-not-fit', coolerFor('AM4'), b760],
    'a cooler of LGA1700 on such a board': ['fits', coolerFor('LGA1700'), b760],
    'a cooler whose sockets nobody states, on AM5': ['only-if', aio, hot],
    'one on an old board': ['not-known', aio, lga('P45', 'LGA775')],
    'a cooler for LGA2011 on LGA2066': ['fits', coolerFor('LGA2011'), processorFor('LGA2066')],
    'a cooler for FM2 on FM2+': ['fits', coolerFor('FM2'), processorFor('FM2+')],
    'a cooler for sTR4 on TR4, which is the same': ['fits', coolerFor('sTR4'), processorFor('TR4')],
    'a cooler for LGA1200 on LGA1851': ['only-if', coolerFor('LGA1200'), processorFor('LGA1851')],
    'a cooler for AM3 on AM4': ['only-if', coolerFor('AM3'), processorFor('AM4')],
    'a cooler for TR4 on sTR5': ['only-if', coolerFor('sTR4'), processorFor('sTR5')],
  },
  'radiator-in-case': {
    'a radiator of 360 mm in a case without a side of 387 mm': ['does-not-fit', aio, flat],
    'a radiator of 360 mm in a case of 16 litres': ['only-if', aio, small],
    'a radiator of 360 mm in a tower of 62 litres': ['fits', aio, tower],
    'a radiator of 360 mm in a case of 11 litres': ['does-not-fit', aio, { ...small, volumeL: 11 }],
  },
  'cooler-watts': {
    'a cooler of 37 mm under 230 W': ['only-if', air(37), hot],
    'a large cooler that nobody rates under 65 W': [undefined, air(160), processor('P', { peakWatts: 65 })],
  },
  'cooler-height': {
    'a cooler that is higher than the case is thin': ['does-not-fit', air(120), flat],
    'a high cooler in a tower': ['only-if', air(160), tower],
  },
  'supply-length': {
    'a power supply of 200 mm in a small case': ['only-if', form('ATX', 200), small],
    'a power supply of 140 mm in a tower': [undefined, form('ATX', 140), tower],
    'a power supply that is longer than the case': ['does-not-fit', form('ATX', 390), flat],
  },
  'processor-plugs': {
    'one processor plug for a board of two sockets': [
      'only-if',
      motherboard('B', { processorPlugs: 2 }),
      supply('S', { processorPlugs: 1 }),
    ],
  },
  'm2-slots': {
    'SATA in an M.2 slot of which nobody says that': ['only-if', sata, withM2(slot())],
    'SATA in M.2 slots of PCIe alone': ['does-not-fit', sata, withM2(slot(false))],
    'two of SATA where one slot takes them': [
      'does-not-fit',
      sata,
      { ...sata, id: 'x' },
      withM2(slot(true), slot(false)),
    ],
    'an M.2 drive on a board that is older than M.2': ['does-not-fit', nvme, lga('Z77', 'LGA1155')],
    'an NVMe drive on any board of AM5': ['fits', nvme, lga('B650', 'AM5')],
    'one on a board of LGA1700': ['only-if', nvme, lga('H610', 'LGA1700')],
    'an M.2 drive of unknown length': ['only-if', m2({ bus: 'NVMe' }), withM2(slot(false))],
    'an M.2 drive of unknown bus': ['only-if', m2({ m2LengthMm: 80 }), withM2(slot(false))],
  },
  'nvme-start': {
    'NVMe on a board of the 9 series': ['only-if', nvme, lga('Z97', 'LGA1150')],
    'NVMe on a newer board': [undefined, nvme, lga('Z170')],
  },
  'board-in-case': {
    'an ATX board in a tower of which the type alone is known': ['fits', sized('ATX'), tower],
    'an ATX board in a case for Micro ATX by its type': [
      'does-not-fit',
      sized('ATX'),
      housing('H', { type: 'Micro ATX Mini Tower' }),
    ],
    'an EATX board in such a case': ['does-not-fit', sized('EATX'), housing('H', { type: 'Mini ITX Tower' })],
    'an EATX board in a tower by its type': ['not-known', sized('EATX'), tower],
    'a board called EATX in a case that lists EATX': ['only-if', sized('EATX'), taking('EATX')],
    'a board with its connectors at the back': [
      'only-if',
      motherboard('MSI B650M PROJECT ZERO', { formFactor: 'Micro ATX' }),
      taking('Micro ATX'),
    ],
    'a Micro ATX board where the owner wrote ATX alone': ['only-if', sized('Micro ATX'), taking('ATX')],
  },
  'memory-generation': {
    'DDR3 in a board of LGA1700 whose memory is not known': ['does-not-fit', ofDdr(3), b760],
    'DDR4 with a processor of DDR5': ['does-not-fit', ofDdr(4), processor('P', { memoryGenerations: [5] })],
    'DDR5 with such a processor': [undefined, ofDdr(5), processor('P', { memoryGenerations: [5] })],
    'DDR4 in one with 48 GB in each slot': [
      'does-not-fit',
      ofDdr(4),
      read('motherboard', 'B760', { socket: 'LGA1700', memorySlots: 4, maxMemoryGb: 192 }),
    ],
  },
  'memory-form': {
    'memory of a line for players on AM5': ['fits', kit('G.Skill Trident Z5 RGB'), b650],
    'memory of any line': ['only-if', kit('TEAMGROUP Elite'), b650],
    'memory for laptops by its part number': ['does-not-fit', kit('Crucial CT16G4SFD832A', 4), b550],
    'DIMM on an ordinary board of Mini ITX': ['fits', ddr5, itx('B650I AORUS ULTRA', 'AM5')],
    'DIMM on a thin board': ['not-known', ddr5, itx('H610TM-ITX', 'LGA1700')],
  },
  'memory-registered': {
    'memory of a line for workstations on AM5': ['does-not-fit', kit('Kingston FURY Renegade Pro'), b650],
    'load-reduced memory by its part number': ['does-not-fit', kit('Kingston KVR21L15Q4/32', 4), b550],
    'registered memory on a board of AM5': ['does-not-fit', modules(true), boardFor('AM5')],
    'memory that is called “ECC/REG”': ['does-not-fit', kit('Samsung DDR4-2933 32GB/2Gx4 ECC/REG', 4), b550],
    'memory that is called “R-DIMM”': ['does-not-fit', kit('TEAMGROUP R-DIMM', 4), b550],
    'unbuffered memory on a board of Threadripper 7000': [
      'does-not-fit',
      modules(false),
      motherboard('ASUS Pro WS TRX50-SAGE', { socket: 'sTR5', memoryGeneration: 5, memoryForm: 'DIMM' }),
    ],
    'memory of which nobody says whether it is registered': ['not-known', modules(), boardFor('AM5')],
  },
  socket: {
    'an old processor whose name alone says the socket': [
      'does-not-fit',
      named('Intel Core i3-2100'),
      lga('Z170'),
    ],
    'a processor on a board for two': ['fits', e5('1'), dual],
    'an AM3 processor on an AM3+ board': ['only-if', processorFor('AM3'), boardFor('AM3+')],
    'a processor on an older board of several sockets': ['does-not-fit', i5, a785],
    'one of those that such a board names': ['not-known', processorFor('AM3'), a785],
    'a relative of those that one names': ['not-known', processorFor('AM3'), atx('M4N68T-M', 'AM2+/AM2')],
  },
  chipset: {
    'a Ryzen 1600 of the second silicon on X570': [
      'fits',
      named('AMD Ryzen 5 1600 (12nm)'),
      lga('X570', 'AM4'),
    ],
    'a board whose chipset nobody states': ['only-if', am4('AMD Ryzen 5 5500'), boardFor('AM4')],
    'a Xeon E3 on a C236 board': ['fits', xeon('E3-1230 v5'), lga('C236')],
    'a newer Xeon E3 on a C236 board': ['only-if', xeon('E3 1230 V6'), lga('C236')],
    'a Xeon E3 on a Z170 board': ['does-not-fit', xeon('E3-1230 v5'), lga('Z170')],
    'a Xeon E-2136 on a C246 board': ['fits', xeon('E-2136'), lga('C246')],
    'a Xeon E5 v4 on a C612 board': ['only-if', xeon('E5-2620 v4', 'LGA2011-3'), lga('C612', 'LGA2011-3')],
    'a Core i7-5820K on X99': ['fits', intel('Intel Core i7-5820K', 'LGA2011-3'), lga('X99', 'LGA2011-3')],
    'a processor of another generation in a socket that the table does not have': [
      'only-if',
      intel('Intel Core i7-5775C', 'LGA1150'),
      board('ASUS H81M-K', 'LGA1150', 'H81'),
    ],
  },
  'card-slots': {
    'a card of unknown thickness in a tower': ['fits', card('C'), tower],
    'one in a case of two slots': ['not-known', card('C'), { ...small, expansionSlots: 2 }],
  },
  'card-length': {
    'a short card in a tower': ['fits', card('C', { lengthMm: 230 }), tower],
    'a longer one': ['only-if', card('C', { lengthMm: 304 }), tower],
    'one in a small case': ['not-known', card('C', { lengthMm: 230 }), small],
  },
  'power-connectors': {
    'an RTX 5060 Ti with three plugs': ['fits', rtx5060, plugs(3)],
    'one with a single plug': ['only-if', rtx5060, plugs(1)],
    'one without any': ['does-not-fit', rtx5060, plugs(0)],
    'one with plugs of which nobody knows': ['only-if', rtx5060, supply('S')],
    'a card that the slot feeds': ['fits', card('C', { watts: 30 }), plugs(0)],
  },
  'power-watts': {
    'an RTX 5060 Ti with 450 W': ['fits', rtx5060, plugs(3)],
    '712 W of 750 W': ['only-if', card('C', { watts: 642 }), watts(750), motherboard('B')],
    '712 W of 700 W': ['does-not-fit', card('C', { watts: 642 }), watts(700), motherboard('B')],
    'a processor of 219 W whose name is written with a space': [
      'does-not-fit',
      processor('Intel Core i9 14900', { tdpWatts: 65 }),
      card('RTX 4060', { watts: 115 }),
      watts(300),
    ],
  },
  'sata-ports': {
    'a SATA drive on a board of ATX': ['fits', disk, b650],
    'one on a board of Mini ITX': ['only-if', disk, itx('B650I', 'AM5')],
    'a drive of SAS': ['only-if', drive('Exos', { form: '3.5"', bus: 'SAS' }), lga('Z170')],
    'a drive whose port nobody states': [
      'not-known',
      drive('Exos', { form: '3.5"', isHardDisk: true }),
      ofPorts(4),
    ],
    'as many drives of SATA as ports beside an M.2 drive': ['only-if', disk, nvme, ofPorts(1)],
  },
  'cards-on-board': {
    'a card on a board without a long slot': ['does-not-fit', card('C'), motherboard('B', { cardSlots: 0 })],
    'two graphics cards on a board of one slot': ['does-not-fit', rtx4080, rtx4090, sized('Mini ITX')],
    'two graphics cards on a larger board': ['only-if', rtx4080, rtx4090, sized('ATX')],
  },
  'one-of-each': {
    'two processors on a board for two': [undefined, e5('1'), e5('2'), dual],
    'three processors on a board for two': ['does-not-fit', e5('1'), e5('2'), e5('3'), dual],
  },
  'supply-in-case': {
    'SFX-L in a case for SFX': ['only-if', form('SFX-L'), takingSupply('SFX')],
    'a power supply of SFX in a case for SFX-L': ['fits', form('SFX'), takingSupply('SFX-L')],
  },
  'power-recommended': {
    'a card of 6 GB with 400 W, for which 300 W are recommended': [
      'fits',
      ofChip('RTX 3050 6GB'),
      watts(400),
    ],
    'an RTX 3070 Ti with less than its 750 W': ['only-if', ofChip('RTX 3070 Ti'), watts(700)],
  },
};

describe.each([...Object.entries(realCases), ...Object.entries(cases)])('%s', (rule, ofRule) => {
  const said = Object.entries(ofRule).map(([title, [verdict, ...parts]]) => ({ title, verdict, parts }));

  test.each(said)('says $verdict of $title', ({ verdict, parts }) => {
    const findings = checkBuild(asBuild(...parts)).findings.filter((finding) => finding.rule === rule);
    expect([...new Set(findings.map((finding) => finding.verdict))]).toEqual([verdict ?? []].flat());
    for (const { explain, condition = '' } of findings)
      expect(`${explain()} ${condition}`).not.toMatch(/undefined|NaN/);
  });
});

test.each([
  ['memory that it does not take', ofDdr(4), 'the Memory is DDR4'],
  ['a board for such memory', motherboard('Board', { memoryGeneration: 4 }), 'the Board has slots for DDR4'],
])('a processor is compared with %s in one sentence', (_, other, ending) => {
  const ofProcessor = processor('Processor', { memoryGenerations: [5] });
  const finding = checkBuild(asBuild(ofProcessor, other)).findings.find(
    ({ rule }) => rule === 'memory-generation',
  );
  expect(finding?.explain()).toBe(`The Processor works with DDR5; ${ending}.`);
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
  expect(explain([i5], 1)).toMatch(/warrants 4800 MT\/s/);
  expect(explain([intel('Intel Core i5-14400F', 'LGA1700')], 1)).toMatch(/warrants 4800 MT\/s/);
  expect(explain([intel('Intel Core i5-14600K', 'LGA1700')], 1)).toMatch(/warrants 5600 MT\/s/);
  const ddr4 = memory('DDR4', { generation: 4, modules: 2, speedMts: 3600 });
  const explainDdr4 = (name: string, socket: string) =>
    checkBuild(asBuild(intel(name, socket), motherboard('Board', { socket, memoryGeneration: 4 }), ddr4))
      .findings.find(({ rule }) => rule === 'memory-speed')
      ?.explain();
  expect(explainDdr4('Intel Core i7-10700K', 'LGA1200')).toMatch(/warrants 2933 MT\/s/);
  expect(explainDdr4('Intel Core i5-10400F', 'LGA1200')).toMatch(/warrants 2666 MT\/s/);
  expect(explainDdr4('Intel Core i3-9100F', 'LGA1151')).toMatch(/warrants 2400 MT\/s/);
  expect(explainDdr4('Intel Pentium Gold G5420', 'LGA1151')).toMatch(/warrants 2400 MT\/s/);
  expect(explainDdr4('Intel Celeron G5905', 'LGA1200')).toMatch(/warrants 2666 MT\/s/);
});

test('a drive of a newer PCIe than the fastest M.2 slot of its board works there at the speed of the slot', () => {
  const ssd = (pcie: number) => ({
    ...read('ssd', 'SSD', {
      formFactor: 'M.2-2280',
      interface: `M.2 PCIe ${pcie}.0 X4`,
      pcieGeneration: pcie,
    }),
    id: 'ssd',
  });
  const board = read('motherboard', 'Board', { socket: 'AM5', m2Slots: 1, m2Sizes: '2280', m2Generation: 4 });
  const check = (pcie: number) =>
    checkBuild(asBuild(ssd(pcie), board)).findings.filter(({ rule }) => rule === 'm2-speed');
  expect(check(4)).toEqual([]);
  expect(check(5).map(({ verdict, explain }) => [verdict, explain()])).toEqual([
    [
      'fits',
      'The SSD is of PCIe 5.0; the fastest M.2 slot of the Board is of PCIe 4.0, whose speed the drive has there.',
    ],
  ]);
});

test('nobody is advised to buy a drive that needs a controller', () => {
  const { check } = makeAdditionCheck(asBuild(lga('Z170')), 'Drive');
  expect(check(drive('Exos', { form: '3.5"', bus: 'SAS' }))).toBe('does-not-fit');
});

describe('a label', () => {
  test('of a board with its connectors at the back has both conditions of a case for larger boards', () => {
    const board = motherboard('MSI B650M PROJECT ZERO', { formFactor: 'Micro ATX' });
    expect(showVerdict(checkBuild(asBuild(board, taking('ATX'))).findings)?.label).toBe(
      'Fits if the case has screw holes for Micro ATX, and openings for connectors behind the board',
    );
  });

  test('of a condition stands alone, and counts the others', () => {
    const label = (...parts: FitPart[]) => showVerdict(checkBuild(asBuild(...parts)).findings)?.label;
    expect(label(i5, b760)).toBe('Fits if you have a graphics card');
    expect(label({ ...xeon('E3-1230 v5'), hasGraphics: false }, lga('C236'))).toMatch(
      /^Fits if the board has/,
    );
    expect(label(i5, air(37), small)).toBe('Not known');
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
