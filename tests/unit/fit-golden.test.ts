/** Verdicts about real parts. */
import { expect, test } from 'vitest';
import type { FitPart } from '#catalogue/rules/facts/facts.ts';
import { spellFormFactor, spellSocket, spellSupplyForm } from '#catalogue/rules/facts/spellings.ts';
import { checkBuild } from '#fit/rules/check-build.ts';
import type { Verdict } from '#fit/rules/verdicts.ts';
import { am4, b550, board, ddr5, fitCases, intel, rtx4080, rtx4090, x570 } from '../support/fit-cases.ts';
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
} from '../support/fit-parts.ts';

const nvmeSlot = { lengthsMm: [80], takesSata: false };

test.each(fitCases)('%s', (_title, parts, rule, verdict) => {
  const ofRule = checkBuild(asBuild(...parts)).findings.filter((finding) => finding.rule === rule);
  expect(ofRule.length).toBeGreaterThan(0);
  expect(ofRule[0]?.verdict, ofRule.map(({ explain }) => explain()).join(' ')).toBe(verdict);
});

/** What a builder of computers would object to. */
test.each<[title: string, parts: readonly FitPart[], rule: string, verdict: Verdict]>([
  [
    'a processor of another generation in a socket that the table does not have',
    [intel('Intel Core i7-5775C', 'LGA1150'), board('ASUS H81M-K', 'LGA1150', 'H81')],
    'chipset',
    'only-if',
  ],
  [
    'an AM3 processor on an AM3+ board',
    [processor('AMD Phenom II X4 965', { socket: 'AM3' }), motherboard('ASUS M5A97', { socket: 'AM3+' })],
    'socket',
    'only-if',
  ],
  [
    'registered memory on a board of AM5',
    [
      memory('Kingston Server Premier', { ...ddr5, isRegistered: true }),
      motherboard('B650', { socket: 'AM5' }),
    ],
    'memory-registered',
    'does-not-fit',
  ],
  [
    'unbuffered memory on a board of Threadripper 7000',
    [
      memory('Corsair Vengeance', { ...ddr5, isRegistered: false }),
      motherboard('ASUS Pro WS TRX50-SAGE', { socket: 'sTR5', memoryGeneration: 5, memoryForm: 'DIMM' }),
    ],
    'memory-registered',
    'does-not-fit',
  ],
  [
    'memory of which nobody says whether it is registered',
    [memory('Some memory', ddr5), motherboard('B650', { socket: 'AM5' })],
    'memory-registered',
    'not-known',
  ],
  [
    'a board called EATX in a case that lists EATX',
    [
      motherboard('ASUS ROG Zenith', { formFactor: 'EATX' }),
      housing('Tower', { boardFormFactors: ['EATX'] }),
    ],
    'board-in-case',
    'only-if',
  ],
  [
    'a Micro ATX board in a case of which the owner wrote ATX alone',
    [motherboard('B650M', { formFactor: 'Micro ATX' }), housing('Tower', { boardFormFactors: ['ATX'] })],
    'board-in-case',
    'only-if',
  ],
  [
    'two graphics cards on a board of one slot',
    [rtx4080, rtx4090, motherboard('B650I', { formFactor: 'Mini ITX' })],
    'cards-on-board',
    'does-not-fit',
  ],
  [
    'two graphics cards on a larger board',
    [rtx4080, rtx4090, motherboard('B650', { formFactor: 'ATX' })],
    'cards-on-board',
    'only-if',
  ],
  [
    'a cooler for LGA2011 on LGA2066',
    [cooler('Noctua NH-U12S', { sockets: ['LGA2011'] }), intel('Intel Core i9-10900X', 'LGA2066')],
    'cooler-socket',
    'fits',
  ],
  [
    'a cooler for FM2 on FM2+',
    [cooler('Arctic Freezer 13', { sockets: ['FM2'] }), processor('AMD A10-7850K', { socket: 'FM2+' })],
    'cooler-socket',
    'fits',
  ],
  [
    'a cooler for TR4 on sTR5',
    [
      cooler('Noctua NH-U14S TR4', { sockets: ['sTR4'] }),
      processor('Threadripper 7980X', { socket: 'sTR5' }),
    ],
    'cooler-socket',
    'only-if',
  ],
  [
    'a processor of 219 W whose name is written with a space',
    [
      processor('Intel Core i9 14900', { tdpWatts: 65 }),
      card('RTX 4060', { watts: 115 }),
      supply('EVGA 300', { watts: 300 }),
    ],
    'power-watts',
    'does-not-fit',
  ],
  [
    'a card of 6 GB for which the chip’s maker recommends 300 W',
    [card('RTX 3050', { chip: 'GeForce RTX 3050 6GB' }), supply('EVGA 400', { watts: 400 })],
    'power-recommended',
    'fits',
  ],
  [
    'an RTX 3070 Ti with 700 W, for which 750 W are recommended',
    [card('RTX 3070 Ti', { chip: 'GeForce RTX 3070 Ti' }), supply('EVGA 700', { watts: 700 })],
    'power-recommended',
    'only-if',
  ],
  [
    'a power supply of SFX in a case for SFX-L',
    [supply('SF750', { form: 'sfx' }), housing('Small', { powerSupplyForms: ['SFX-L'] })],
    'supply-in-case',
    'fits',
  ],
  [
    'an M.2 drive of unknown length',
    [drive('SSD', { form: 'M.2', bus: 'NVMe' }), motherboard('B650', { m2Slots: [nvmeSlot] })],
    'm2-slots',
    'only-if',
  ],
  [
    'an M.2 drive of unknown bus',
    [drive('SSD', { form: 'M.2', m2LengthMm: 80 }), motherboard('B650', { m2Slots: [nvmeSlot] })],
    'm2-slots',
    'only-if',
  ],
  [
    'an M.2 drive of SATA on a board that takes none',
    [
      drive('SSD', { form: 'M.2', m2LengthMm: 80, bus: 'SATA' }),
      motherboard('B650', { m2Slots: [nvmeSlot] }),
    ],
    'm2-slots',
    'does-not-fit',
  ],
  [
    'a drive whose port nobody states',
    [drive('Seagate Exos', { form: '3.5"', isHardDisk: true }), motherboard('B650', { sataPorts: 4 })],
    'sata-ports',
    'not-known',
  ],
  [
    'as many drives of SATA as ports beside an M.2 drive',
    [
      drive('WD Red', { form: '3.5"', bus: 'SATA' }),
      drive('WD Black', { form: 'M.2', m2LengthMm: 80, bus: 'NVMe' }),
      motherboard('H610', { sataPorts: 1 }),
    ],
    'sata-ports',
    'only-if',
  ],
])('%s', (_title, parts, rule, verdict) => {
  const ofRule = checkBuild(asBuild(...parts)).findings.filter((finding) => finding.rule === rule);
  expect(ofRule.map((finding) => finding.verdict)).toEqual([verdict]);
  for (const { explain } of ofRule) expect(explain()).not.toMatch(/undefined|NaN/);
});

test('two cards of one kind are two cards', () => {
  const parts = [
    { part: rtx4080, quantity: 2 },
    { part: motherboard('B650I', { formFactor: 'Mini ITX' }), quantity: 1 },
  ];
  expect(checkBuild(parts).verdict).toBe('does-not-fit');
});

test.each([
  [spellSocket, 'Socket AM4', 'AM4'],
  [spellSocket, 'am3+', 'AM3+'],
  [spellSocket, 'FCLGA1700', 'LGA1700'],
  [spellSocket, '1200', 'LGA1200'],
  [spellSocket, 'LGA 1151v2', 'LGA1151'],
  [spellSocket, 'LGA 2011-3', 'LGA2011-3'],
  [spellFormFactor, 'micro atx', 'Micro ATX'],
  [spellFormFactor, 'Extended ATX', 'EATX'],
  [spellFormFactor, 'Thin Mini-ITX', 'Thin Mini ITX'],
  [spellSupplyForm, 'ATX12V', 'ATX'],
  [spellSupplyForm, 'Standard ATX PS2', 'ATX'],
  [spellSupplyForm, 'SFX L', 'SFX-L'],
])('%o writes %s as %s', (spell, text, expected) => {
  expect(spell(text)).toBe(expected);
});

test('a sentence names both parts and both numbers', () => {
  const { findings } = checkBuild(
    asBuild(rtx4090, housing('Thermaltake The Tower 100', { maxCardLengthMm: 322 })),
  );
  expect(findings.find(({ rule }) => rule === 'card-length')?.explain()).toBe(
    'The ASUS ROG Strix GeForce RTX 4090 OC is 357.6 mm long; the Thermaltake The Tower 100 takes 322 mm.',
  );
});

test('how a board is updated is part of the condition', () => {
  const explain = (parts: FitPart[]) =>
    checkBuild(asBuild(...parts))
      .findings.find(({ rule }) => rule === 'chipset')
      ?.explain();
  expect(explain([am4('AMD Ryzen 7 5800X3D'), b550])).toContain('without a processor (flashback)');
  expect(explain([am4('AMD Ryzen 7 5800X3D'), x570])).toContain('takes an older processor');
  expect(explain([am4('AMD Ryzen 7 5800X3D'), { ...x570, hasFlashback: undefined }])).toContain(
    'is not known',
  );
});
