/** Documents: texts in many scripts, on pages that keep to PDF/A-3b. */
import * as fontkit from 'fontkit';
import { expect, test, vi } from 'vitest';
import { drawInvoice } from '#invoices/papers/invoice.ts';
import type { InvoiceLine } from '#invoices/rules/invoices.ts';
import { drawPackingSlips } from '#orders/papers/packing.ts';
import { createDocument, type TextBox } from '#platform/pdf/document.ts';
import { listFontFiles, readFont } from '#platform/pdf/font-files.ts';
import { wrapLines } from '#platform/pdf/text-runs.ts';
import { findPdfFaults, readPdfPages, readUsedGlyphs } from '../support/pdf-text.ts';

async function draw(texts: readonly string[], box: Partial<TextBox> = {}) {
  const document = createDocument({
    title: 'Invoice 7',
    author: 'Ordinateurs & <Cie>',
    createdAt: new Date(0),
  });
  document.addPage();
  let y = 40;
  const heights = texts.map((text) => {
    const height = document.drawText(text, { x: 40, y, width: 300, ...box });
    y += height;
    return height;
  });
  document.addPage();
  document.drawOnPages(1, (page, pages) => {
    document.drawText(`Page ${page} of ${pages}`, { x: 40, y: 800, width: 100 });
  });
  const pdf = await document.finish();
  return { pdf, heights, pages: readPdfPages(pdf) };
}

const names = {
  latin: 'Office & Łódź, Ωμέγα, Кириллица 16 GB $1,234.50',
  bengali: 'র‍্যাম কম্পিউটার',
  arabic: 'محمد 16 القاهرة',
  emoji: 'Robin 😀 👩‍💻',
};

test('a document keeps to the rules of PDF/A-3b whatever scripts its texts have', async () => {
  const { pdf } = await draw([...Object.values(names), 'not in any font: 中']);
  expect(findPdfFaults(pdf)).toEqual([]);
  expect(
    findPdfFaults(Buffer.from(pdf.toString('latin1').replaceAll('/FontFile2', '/FontFile9'), 'latin1')),
  ).toEqual(['embeds all of its fonts']);
});

test('its Latin text and numbers can be searched, and what no font has is a question mark', async () => {
  const { pages } = await draw([names.latin, names.emoji, '中 x']);
  expect(pages[0]).toContain('16 GB $1,234.50');
  expect(pages[0]?.replaceAll('\n', '')).toContain(names.latin);
  expect(pages[0]?.replaceAll('\n', '')).toContain('Robin 😀');
  expect(pages[0]?.replaceAll('\n', '')).toContain('? xPage 1 of 2');
  expect(pages[1]?.trim()).toBe('Page 2 of 2');
});

test('a paper that begins on a later page numbers its own pages', async () => {
  const document = createDocument({ title: 'Slips', author: 'Ordinateurs', createdAt: new Date(0) });
  for (let count = 0; count < 3; count++) document.addPage();
  document.drawOnPages(2, (page, pages) => {
    document.drawText(`Page ${page} of ${pages}`, { x: 40, y: 800, width: 100 });
  });
  const pages = readPdfPages(await document.finish());
  expect(pages.map((page) => page.trim())).toEqual(['', 'Page 1 of 2', 'Page 2 of 2']);
});

test('Arabic is drawn from right to left, numbers in it from left to right, and its letters are joined', async () => {
  const { pages } = await draw([names.arabic]);
  const drawn = pages[0]?.replaceAll('\n', '').replace(/Page.*/, '') ?? '';
  expect(drawn).toMatch(/^ةرهاقلا 16 دمحم$/);
});

test('a text is drawn although its font cannot place a mark at a letter of it', async () => {
  for (const name of ['وهران ڥيل', 'ڢ', 'ݪل', 'ڗۗ', 'هۘ'])
    expect(readUsedGlyphs((await draw([name])).pdf).length).toBeGreaterThan(
      readUsedGlyphs((await draw([])).pdf).length,
    );
});

test('the conjuncts of Bengali are one glyph, and a joiner stays within its word', async () => {
  const none = await draw([]);
  const conjunct = await draw(['ক্ষ']);
  expect(readUsedGlyphs(conjunct.pdf)).toHaveLength(readUsedGlyphs(none.pdf).length + 1);
  const joined = await draw(['র‍্যাম']);
  expect(joined.pages[0]?.match(/\n/g)).toHaveLength(2);
});

test('a text wraps between words, a long word within, and a line break is kept', async () => {
  const { heights } = await draw(['one', 'one\ntwo', 'word '.repeat(9), 'w'.repeat(120)], {
    width: 100,
    size: 10,
  });
  const [line = 0, ...others] = heights;
  expect(others.map((height) => Math.round(height / line))).toEqual([2, 3, 10]);
});

test('where a word without end breaks is found without shaping each of its beginnings', () => {
  const width = 400;
  let shaped = 0;
  const lines = wrapLines('ক'.repeat(1000), width, (start, end) => {
    shaped += end - start;
    return (end - start) * 5;
  });
  expect(lines).toHaveLength(Math.ceil(1000 / (width / 5)));
  expect(shaped).toBeLessThan(8 * 1000);
});

test('a word is shaped once, however often a document says it', async () => {
  const [file] = listFontFiles(400);
  const prototype = Object.getPrototypeOf(file && fontkit.create(readFont(file))) as fontkit.Font;
  const layouts = vi.spyOn(prototype, 'layout');
  await draw(Array(50).fill('ঢাকা চট্টগ্রাম ঢাকা চট্টগ্রাম'));
  expect(layouts.mock.calls.length).toBeLessThan(20);
});

test('the same calls make the same bytes', async () => {
  const texts = Object.values(names);
  const [first, second] = [await draw(texts), await draw(texts)];
  expect(second.pdf.equals(first.pdf)).toBe(true);
});

test('a packing slip is one page, of the day in the shop, whatever its address is', async () => {
  const papers = { shopName: 'Shop', sender: '', at: new Date(0), timeZone: 'Asia/Dhaka' };
  const parts = [{ sku: 'S-1', name: 'Part', quantity: 1 }];
  const placedAt = new Date('2026-11-22T20:00:00Z');
  const address = `Ada\n${'a\n'.repeat(200)}`;
  const parcel = { numbers: ['K7Q3M-9XT2B'], placedAt, address, phone: '1', notes: [], parts };
  const pages = readPdfPages(await drawPackingSlips(papers, [parcel]));
  expect(pages).toHaveLength(1);
  expect(pages[0]).toContain('Order K7Q3M-9XT2B of 23 November 2026');
});

test('the totals of an invoice stand below its last line, and each page with lines begins with the headings', async () => {
  const content = {
    prefix: 'INV-',
    seller: { ...{ name: 'Shop', companyName: '', postalAddress: 'Road 1\nDhaka', email: 's@shop.example' } },
    buyer: { name: 'Ada', location: 'Ada\nRoad 2\nDhaka', email: 'a@shop.example', phone: '1' },
    ...{ timeZone: 'Asia/Dhaka', orderedAt: '2026-11-22T20:00:00Z', transactionId: 'pi_1' },
    ...{ isTestPayment: true, delivery: { name: 'Delivery', cents: 500 }, tax: { name: 'VAT', rate: 1500 } },
  };
  const makeLine = (index: number): InvoiceLine => ({
    ...{ orderId: `01a20714-b050-7713-a144-82fdb34${String(index).padStart(5, '0')}`, name: `Line ${index}` },
    ...{ quantity: 1, unitCents: 100, cents: 100 },
  });
  for (let count = 1; count <= 45; count += 1) {
    const lines = Array.from({ length: count }, (_, index) => makeLine(index + 1));
    const pdf = await drawInvoice({
      ...{ kind: 'invoice', number: 'INV-000001', isTest: false, total: count * 100 + 500, tax: 1 },
      issuedAt: new Date('2026-11-22T20:00:00Z'),
      content: { ...content, seller: { ...content.seller, registration: '', taxId: '' }, lines },
    });
    const pages = readPdfPages(pdf).map((page) => page.replaceAll('\n', ' '));
    const last = pages.at(-1) ?? '';
    expect(last, `${count} lines`).toMatch(
      new RegExp(`Line ${count} .*Total, paid .*of it VAT 15%.*without VAT`),
    );
    for (const page of pages) {
      expect(page.match(/Part Unit price Quantity Amount/g), `${count} lines`).toHaveLength(1);
    }
    expect(pages.join(' ').match(/Line \d+ /g)).toHaveLength(count);
  }
});
