/** The tax that prices include. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeTax, formatIncludedTax, formatTax, presentTax, readTax } from '#delivery/rules/tax.ts';
import {
  computeTaxOfNote,
  findMetNumber,
  formatInvoiceNumber,
  type InvoiceAmounts,
  sumCredited,
} from '#invoices/rules/invoices.ts';
import { listPeriods } from '#payments/rules/periods.ts';
import { checkVatNumber } from '#purchases/rules/billing.ts';

const cents = fc.integer({ min: 0, max: 99_999_999 });
const rate = fc.integer({ min: 0, max: 100_000 }).map((tenths) => tenths / 10);

test('tax is a part of the amount, rounded half up, and never less of more', () => {
  expect(computeTax(11_500, { name: 'VAT', rate: 1500 })).toBe(1500);
  expect(computeTax(23, { name: 'VAT', rate: 1500 })).toBe(3);
  expect(computeTax(3, { name: 'VAT', rate: 2000 })).toBe(1); // 0.5
  expect(computeTax(100_000, { name: 'Sales tax', rate: 887.5 })).toBe(8152); // 8151.55…, at 8.88 % 8156
  expect(computeTax(100, null)).toBe(0);
  fc.assert(
    fc.property(cents, cents, rate, (one, more, rate) => {
      const tax = { name: 'VAT', rate };
      const computed = computeTax(one, tax);
      expect(Math.abs(computed - (one * rate) / (10_000 + rate))).toBeLessThanOrEqual(0.5 + 1e-6);
      expect(computeTax(one + more, tax)).toBeGreaterThanOrEqual(computed);
      expect(computed).toBeLessThanOrEqual(one);
    }),
  );
});

test('tax is named with its rate in percent', () => {
  expect(formatIncludedTax({ name: 'VAT', rate: 887.5 })).toBe('incl. 8.875% VAT');
  expect([1500, 725, 887.5, 0.3, 0].map((rate) => formatTax({ name: 'VAT', rate }))).toEqual([
    'VAT 15%',
    'VAT 7.25%',
    'VAT 8.875%',
    'VAT 0.003%',
    'VAT 0%',
  ]);
});

test('a tax that was sent in percent is the same again', () => {
  fc.assert(
    fc.property(rate, (rate) => {
      expect(readTax(presentTax({ name: 'VAT', rate }))).toEqual({ name: 'VAT', rate });
    }),
  );
});

test('the notes of an invoice together have the tax of what they credit, and each is within its amount', () => {
  const steps = fc.array(fc.record({ cents: fc.integer({ min: 1, max: 5_000 }), comesBack: fc.boolean() }));
  fc.assert(
    fc.property(rate, steps, (rate, refunds) => {
      const tax = { name: 'VAT', rate };
      const notes: InvoiceAmounts[] = [];
      for (const { cents: total, comesBack } of refunds) {
        for (const kind of comesBack ? (['credit-note', 'reversal'] as const) : (['credit-note'] as const)) {
          const taxOfNote = computeTaxOfNote({ kind, total }, notes, tax);
          expect(taxOfNote).toBeGreaterThanOrEqual(0);
          expect(taxOfNote).toBeLessThanOrEqual(total);
          notes.push({ kind, total, tax: taxOfNote });
        }
        const credited = sumCredited(notes);
        expect(credited.tax).toBe(computeTax(credited.total, tax));
      }
    }),
  );
});

test('no two documents are called alike', () => {
  expect(formatInvoiceNumber('INV-', 'invoice', 42)).toBe('INV-000042');
  expect(formatInvoiceNumber('INV-', 'credit-note', 42)).toBe('INV-C000042');
  expect(formatInvoiceNumber('INV-', 'test-invoice', 42)).toBe('TEST-INV-000042');
  expect(formatInvoiceNumber('', 'invoice', 1_234_567)).toBe('1234567');
  const met = (prefix: string, ...earlier: string[]) => findMetNumber(prefix, earlier);
  expect([met('INV-C', 'RE', 'INV-'), met('INV-C20', 'INV-')]).toEqual(['INV-C000001', 'INV-C000001']);
  expect(met('INV-', 'INV-C')).toBe('INV-C000001');
  expect(met('TEST-INV-', 'INV-')).toBe('TEST-INV-000001');
  for (const prefix of ['INV-', 'INV-26', 'RE2027', ''])
    expect(met(prefix, 'INV-', 'RE2026')).toBeUndefined();
});

test.each([
  ['DE 123 456 789', 'DE', 'DE123456789'],
  ['123456789', 'DE', 'DE123456789'],
  ['el123456789', 'GR', 'EL123456789'],
  ['CHE-123.456.789 MWST', 'CH', 'CHE123456789MWST'],
  ['IE1234567FA', 'IE', 'IE1234567FA'],
  ['XI 123 4567 89', 'GB', 'XI123456789'],
  ['NL123456789B01', 'FR', 'NL123456789B01'], // registered elsewhere
  ['12-3456789', 'US', '123456789'],
  ['22AAAAA0000A1Z5', 'IN', '22AAAAA0000A1Z5'],
])('the VAT number “%s” of %s is kept as %s', (text, country, vatNumber) => {
  expect(checkVatNumber(text, country)).toEqual({ vatNumber });
});

test.each([
  ['DE12345678', 'DE', 'This is not a VAT number of Germany, which looks like DE123456789'],
  ['none', 'GR', 'This is not a VAT number of Greece, which looks like EL123456789'],
  ['US', 'US', 'This is not a VAT number'],
])('“%s” is no VAT number of %s', (text, country, message) => {
  expect(checkVatNumber(text, country)).toEqual({ message });
});

test('periods are whole months, quarters and years', () => {
  const periods = listPeriods('2026-02-28').map(({ name, from, to }) => [name, from, to]);
  expect(periods).toEqual([
    ['Last month', '2026-01-01', '2026-01-31'],
    ['This month', '2026-02-01', '2026-02-28'],
    ['Last quarter', '2025-10-01', '2025-12-31'],
    ['This quarter', '2026-01-01', '2026-03-31'],
    ['Last year', '2025-01-01', '2025-12-31'],
    ['This year', '2026-01-01', '2026-12-31'],
  ]);
});
