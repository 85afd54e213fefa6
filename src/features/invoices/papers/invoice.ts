/** Draws invoices and the notes that correct them. */
import {
  describeInvoice,
  type InvoiceDocument,
  type IssuedInvoice,
} from '#invoices/rules/invoice-document.ts';
import { createDocument, pageHeight, pageWidth, type TextStyle } from '#platform/pdf/document.ts';
import { type Column, makePen, type Pen, type Row } from '#platform/pdf/pen.ts';
import { foldLines } from '#platform/pdf/text-runs.ts';

const margin = 50;
const innerWidth = pageWidth - 2 * margin;
const footerY = pageHeight - 45;
/** Below it nothing but the footer is drawn. */
const bottom = footerY - 20;
const gray = '#555555';
const lightGray = '#eeeeee';

export async function drawInvoice(invoice: IssuedInvoice): Promise<Buffer> {
  const described = describeInvoice(invoice);
  const { title, number, author } = described;
  const document = createDocument({ title: `${title} ${number}`, author, createdAt: invoice.issuedAt });
  const pen = makePen(document, { top: margin, bottom });
  drawHead(pen, described);
  drawParties(pen, described);
  drawAmounts(pen, described);
  document.drawOnPages(1, (page, pages) => {
    const box = { x: margin, y: footerY, width: innerWidth, size: 8, color: gray };
    document.drawText(`${author} · ${title} ${number}`, { ...box, width: innerWidth - 90 });
    document.drawText(`Page ${page} of ${pages}`, { ...box, align: 'right' });
  });
  return await document.finish();
}

const half = innerWidth / 2;
const left = { x: margin, width: half - 10 };
const right = { x: margin + half + 10, width: half - 10 };

function drawHead(pen: Pen, { title, number, shop }: InvoiceDocument): void {
  const large = { ...right, align: 'right', size: title.length > 20 ? 14 : 20 } as const;
  pen.row([
    { ...left, text: shop, size: 16, isBold: true },
    { ...large, text: title },
  ]);
  pen.row([{ ...right, align: 'right', text: number, isBold: true, size: 11 }], 24);
}

function drawParties(pen: Pen, { shop, from, to, facts }: InvoiceDocument): void {
  const heading = { size: 8, color: gray } as const;
  pen.row([
    { ...left, ...heading, text: 'From' },
    { ...right, ...heading, text: 'To' },
  ]);
  pen.row([
    { ...left, text: [shop, ...from.map(foldLines)].join('\n') },
    { ...right, text: to.map(foldLines).join('\n') },
  ]);
  pen.y += 18;
  for (const { name, value } of facts) {
    pen.row([
      { x: margin, width: 70, text: name, color: gray },
      { x: margin + 75, width: innerWidth - 75, text: foldLines(value) },
    ]);
  }
  pen.y += 18;
}

const amountColumn = { x: margin + innerWidth - 90, width: 85, align: 'right' } as const;
const quantityColumn = { x: amountColumn.x - 65, width: 60, align: 'right' } as const;
const priceColumn = { x: quantityColumn.x - 85, width: 80, align: 'right' } as const;
const nameColumn = { x: margin + 5, width: priceColumn.x - margin - 15 };
const wideColumn = { x: margin + 5, width: amountColumn.x - margin - 15 };

const headsHeight = 24;
const totalsSpace = 6;

/** Each page of it begins with the headings; the totals are on the page of the last line. */
function drawAmounts(pen: Pen, { lines, totals }: InvoiceDocument): void {
  const hasUnits = lines.some(({ quantity }) => quantity !== '');
  const totalRows = totals.map(makeTotalRow);
  const totalsHeight = totalsSpace + pen.measure(totalRows);
  for (const [index, row] of lines.map((line) => makeLineRow(line, hasUnits)).entries()) {
    const kept = pen.measure([row]) + (index === lines.length - 1 ? totalsHeight : 0);
    const isFirst = index === 0;
    const fits = pen.hasRoom(kept + (isFirst ? headsHeight : 0));
    if (!fits) pen.turnPage();
    if (isFirst || !fits) drawHeads(pen, hasUnits);
    pen.row(row.columns, row.space);
    pen.document.drawArea({ x: margin, y: pen.y - 2, width: innerWidth, height: 0.5, color: lightGray });
  }
  pen.y += totalsSpace;
  for (const { columns, space } of totalRows) pen.row(columns, space);
}

function drawHeads(pen: Pen, hasUnits: boolean): void {
  const end = pen.y + headsHeight;
  pen.document.drawArea({ x: margin, y: pen.y, width: innerWidth, height: 18, color: lightGray });
  pen.y += 2;
  const heads: Column[] = [
    { ...nameColumn, text: 'Part' },
    ...(hasUnits
      ? [
          { ...priceColumn, text: 'Unit price' },
          { ...quantityColumn, text: 'Quantity' },
        ]
      : []),
    { ...amountColumn, text: 'Amount' },
  ];
  pen.row(heads.map((head) => ({ ...head, isBold: true })));
  pen.y = end;
}

function makeLineRow(line: InvoiceDocument['lines'][number], hasUnits: boolean): Row {
  return {
    columns: [
      { ...(hasUnits ? nameColumn : wideColumn), text: `${line.name}\n${line.order}` },
      { ...priceColumn, text: line.unitPrice },
      { ...quantityColumn, text: line.quantity },
      { ...amountColumn, text: line.amount },
    ],
    space: 4,
  };
}

function makeTotalRow({ name, amount, isTotal }: InvoiceDocument['totals'][number]): Row {
  const style: TextStyle = isTotal ? { isBold: true, size: 11 } : {};
  return {
    columns: [
      { ...wideColumn, ...style, align: 'right', text: name },
      { ...amountColumn, ...style, text: amount },
    ],
    space: 3,
  };
}
