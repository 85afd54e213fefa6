/** The papers of the packing table: a pick list for the shelves, and a slip for each parcel. */
import { formatDayIn } from '#kernel/times.ts';
import { countWords } from '#kernel/words.ts';
import {
  createDocument,
  type PdfDocument,
  pageHeight,
  pageWidth,
  type TextStyle,
} from '#platform/pdf/document.ts';
import { type Column, makePen, type Pen } from '#platform/pdf/pen.ts';
import { foldLines } from '#platform/pdf/text-runs.ts';

export type PickedPart = { sku: string; name: string; quantity: number; orders: number };

export type PackedParcel = {
  /** Of its orders. */
  numbers: readonly string[];
  placedAt: Date;
  address: string;
  phone: string;
  /** What else its packer or its buyer reads. */
  notes: readonly string[];
  parts: readonly { sku: string; name: string; quantity: number }[];
};

/** `timeZone`: by which days are reckoned. */
export type Papers = { shopName: string; sender: string; at: Date; timeZone: string };

export async function drawPickList(
  { shopName, at, timeZone }: Papers,
  { parts, parcels }: { parts: readonly PickedPart[]; parcels: number },
): Promise<Buffer> {
  const document = createDocument({ title: 'Pick list', author: shopName, createdAt: at });
  const units = parts.reduce((sum, { quantity }) => sum + quantity, 0);
  const pen = startPage(document);
  write(pen, 'Pick list', { size: 20, isBold: true });
  write(
    pen,
    `${countWords(units, 'unit')} of ${countWords(parts.length, 'part')}, for ${countWords(parcels, 'parcel')} · ${formatDayIn(timeZone, at)}`,
    { color: gray },
  );
  pen.y += 12;
  drawRows(
    pen,
    parts.map(({ orders, ...part }) => ({ ...part, note: orders > 1 ? `in ${orders} orders` : '' })),
  );
  numberPages(document, 1);
  return await document.finish();
}

export async function drawPackingSlips(papers: Papers, parcels: readonly PackedParcel[]): Promise<Buffer> {
  const { shopName, at } = papers;
  const document = createDocument({ title: 'Packing slips', author: shopName, createdAt: at });
  for (const parcel of parcels) {
    const first = document.pageCount() + 1;
    drawSlip(document, papers, parcel);
    numberPages(document, first);
  }
  return await document.finish();
}

function drawSlip(document: PdfDocument, { shopName, sender, timeZone }: Papers, parcel: PackedParcel): void {
  const pen = startPage(document);
  write(pen, shopName, { size: 14, isBold: true });
  if (sender) write(pen, foldLines(sender), { color: gray });
  pen.y += 24;
  write(pen, foldLines(parcel.address), { size: 13 });
  write(pen, parcel.phone, { size: 11 });
  pen.y += 24;
  write(pen, 'Packing slip', { size: 20, isBold: true });
  write(
    pen,
    `${parcel.numbers.length === 1 ? 'Order' : 'Orders'} ${parcel.numbers.join(', ')} of ${formatDayIn(timeZone, parcel.placedAt)}`,
  );
  for (const note of parcel.notes) write(pen, foldLines(note));
  pen.y += 12;
  drawRows(
    pen,
    parcel.parts.map((part) => ({ ...part, note: '' })),
  );
  pen.y += 12;
  write(pen, 'This is not an invoice.', { color: gray });
}

type Row = { sku: string; name: string; quantity: number; note: string };

/** With a square to tick. */
function drawRows(pen: Pen, rows: readonly Row[]): void {
  drawRule(pen);
  for (const { sku, name, quantity, note } of rows) {
    const columns: Column[] = [
      { text: String(quantity), x: left + 22, width: 40, size: 13, isBold: true, align: 'right' },
      { text: name, x: left + 76, width: 268, size: 10 },
      { text: note ? `${sku}\n${note}` : sku, x: left + 356, width: width - 356, color: gray },
    ];
    if (!pen.hasRoom(pen.measure([{ columns, space: 12 }]))) pen.turnPage();
    const y = pen.y + 8;
    const size = 11;
    pen.document.drawArea({ x: left, y, width: size, height: size, color: '#18161d' });
    pen.document.drawArea({ x: left + 1, y: y + 1, width: size - 2, height: size - 2, color: '#ffffff' });
    pen.y += 6;
    pen.row(columns, 6);
    drawRule(pen);
  }
}

const left = 48;
const top = 56;
const bottom = pageHeight - 64;
const width = pageWidth - 2 * left;
const gray = '#5f5a66';

function startPage(document: PdfDocument): Pen {
  return makePen(document, { top, bottom });
}

function write(pen: Pen, text: string, style: TextStyle = {}): void {
  pen.row([{ text, ...style, x: left, width }], 2);
}

function drawRule({ document, y }: Pen): void {
  document.drawArea({ x: left, y, width, height: 0.5, color: '#c9c6cf' });
}

function numberPages(document: PdfDocument, first: number): void {
  const box = { x: left, y: pageHeight - 44, width, align: 'right', color: gray } as const;
  document.drawOnPages(first, (page, pages) => void document.drawText(`${page} / ${pages}`, box));
}
