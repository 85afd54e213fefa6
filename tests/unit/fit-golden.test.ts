/** Verdicts about real parts. */
import { expect, test } from 'vitest';
import type { FitPart } from '#catalogue/rules/facts/facts.ts';
import { spellFormFactor, spellSocket, spellSupplyForm } from '#catalogue/rules/facts/spellings.ts';
import { checkBuild } from '#fit/rules/check-build.ts';
import { am4, b550, rtx4080, rtx4090, x570 } from '#tests/support/fit-cases.ts';
import { asBuild, housing, motherboard } from '#tests/support/fit-parts.ts';

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
  [spellSupplyForm, 'sfx', 'SFX'],
  [spellSupplyForm, 'mini-itx', 'Mini ITX'],
])('%o writes %s as %s', (spell, text, expected) => {
  expect(spell(text)).toBe(expected);
});

test('a sentence names both parts and both numbers', () => {
  const { findings } = checkBuild(
    asBuild(rtx4090, housing('Thermaltake The Tower 100', { maxCardLengthMm: 322 })),
  );
  expect(findings.find(({ rule }) => rule === 'card-length')?.explain()).toBe(
    'The ASUS ROG Strix GeForce RTX 4090 is 357.6 mm long; the Thermaltake The Tower 100 takes 322 mm.',
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
