/** Which names people may have: none that reads like the shop's own, none that changes the text around it. */
import { describe, expect, test } from 'vitest';
import { nameSchema } from '#kernel/person-fields.ts';
import { chooseName } from '#people/identity/social-sign-in.ts';
import { resemblesShopName } from '#people/rules/person-names.ts';

describe('a name that looks like the shop’s own is recognized', () => {
  test.each([
    ['in plain letters', 'Official Shop'],
    ['in capitals', 'COMPACT'],
    ['at the beginning of a word', 'Admins'],
    ['at the end of a word', 'Sysadmin Eve'],
    ['in letters apart', 'C O M P A C T'],
    ['with digits for letters', 'C0mpact'],
    ['with a digit one', 'Adm1n'],
    ['with an l for an i', 'Offlclal'],
    ['with a capital I for an l', 'OfficiaI'],
    ['with r and n for m', 'Adrnin'],
    ['in Cyrillic letters', 'Ѕuрроrt'],
    ['in Greek capitals', 'ΑDΜΙΝ'],
    ['in full width', 'Ａｄｍｉｎ'],
    ['in mathematical letters', '𝐒𝐮𝐩𝐩𝐨𝐫𝐭'],
    ['with accents', 'Ådmîn'],
    ['with combining marks', 'a\u0336d\u0336m\u0336i\u0336n'],
    ['with invisible characters', 'sup\u200bpo\u00adrt'],
  ])('%s', (_, name) => {
    expect(resemblesShopName(name, 'COMPACT')).toBe(true);
  });

  test.each([
    'Bea Buyer',
    'Camila',
    'Ladmila Minn',
    'Zoë',
    'Ömer',
    'Нина',
    '王芳',
    'Nomad Minnie',
    'Padmini Rao',
    'Ad Minnaar',
    'Uncompacted',
    'Com Pactor',
    'Jo',
    '😀',
  ])('%s is not', (name) => {
    expect(resemblesShopName(name, 'COMPACT')).toBe(false);
  });
});

test('another name of the shop is protected instead, a short one only as a word of its own', () => {
  for (const name of [
    'Bits & Bolts',
    'BITS&BOLTS',
    'Вits & Bolts',
    'bits  &  b0lts AG',
    'B I T S Bolts',
    'BitsBolts24',
  ])
    expect(resemblesShopName(name, 'Bits & Bolts'), name).toBe(true);
  expect(resemblesShopName('COMPACT', 'Bits & Bolts')).toBe(false);
  expect(resemblesShopName('Antaya', 'Anta')).toBe(true);
  expect(resemblesShopName('Santana', 'Anta')).toBe(false);
  expect(resemblesShopName('Jo', '☃☃☃☃')).toBe(false);
  expect(['PC', 'the pc', 'Pc-Team'].map((name) => resemblesShopName(name, 'PC'))).toEqual([
    true,
    true,
    true,
  ]);
  expect(resemblesShopName('Apcar', 'PC')).toBe(false);
});

test('a provider’s name for a person gives way to another when it looks like the shop’s own', () => {
  const shop = 'COMPACT';
  expect(chooseName({ name: 'COMPACT Team', given_name: 'Eve', email: 'eve@example.com' }, shop)).toBe('Eve');
  expect(chooseName({ name: 'Official Shop', email: 'eve@example.com' }, shop)).toBe('eve');
  expect(chooseName({ name: 'Official Shop', email: 'support@example.com' }, shop)).toBe('Customer');
  expect(chooseName({ name: 'Eve\u202e\nLast' }, shop)).toBe('EveLast');
  expect(chooseName({ name: 'Noor of the Many Names' }, shop)).toBe('Noor of the Man');
  expect(chooseName({ name: '👩‍🔧'.repeat(16) }, shop)).toBe('👩‍🔧'.repeat(15));
});

describe('a name holds no character that is not seen and changes what is', () => {
  test.each([
    '\n',
    '\r',
    '\t',
    '\u0000',
    '\u001b',
    '\u0085',
    '\u2028',
    '\u2029',
    '\u202e',
    '\u2066',
    '\u200f',
    '\u061c',
  ])('%j', (character) => {
    const parsed = nameSchema.safeParse(`A${character}B`);
    expect(parsed.error?.issues.map(({ message }) => message)).toEqual(['Invalid name']);
  });

  test('but any letter, and what joins letters', () => {
    for (const name of ['O’Neil-Łoś', 'नि‍धि', 'محمد', '👩‍🔧 Jo']) expect(nameSchema.parse(name)).toBe(name);
  });
});
