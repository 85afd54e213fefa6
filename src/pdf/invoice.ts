/** Draws invoices and the notes that correct them. */
import {
  describeInvoice,
  type InvoiceDocument,
  type IssuedInvoice,
} from '#domain/invoices/invoice-document.ts';
import { createDocument, type PdfDocument, pageHeight, pageWidth, type TextStyle } from '#pdf/document.ts';
import { foldLines } from '#pdf/text-runs.ts';

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
  const pen = makePen(document);
  drawHead(pen, described);
  drawParties(pen, described);
  drawAmounts(pen, described);
  const pages = document.pageCount();
  for (let page = 1; page <= pages; page++) {
    document.drawOnPage(page, () => {
      const box = { x: margin, y: footerY, width: innerWidth, size: 8, color: gray };
      document.drawText(`${author} · ${title} ${number}`, { ...box, width: innerWidth - 90 });
      document.drawText(`Page ${page} of ${pages}`, { ...box, align: 'right' });
    });
  }
  return await document.finish();
}

type Column = TextStyle & { text: string; x: number; width: number; align?: 'left' | 'right' };

/** Columns side by side, as high as the highest, and the space below them. */
type Row = { columns: readonly Column[]; space: number };

/** Where the next line goes. */
type Pen = {
  document: PdfDocument;
  y: number;
  measure(rows: readonly Row[]): number;
  hasRoom(height: number): boolean;
  turnPage(): void;
  /** On the next page when it does not fit. */
  row(columns: readonly Column[], space?: number): void;
};

function makePen(document: PdfDocument): Pen {
  document.addPage();
  const measureRow = ({ columns, space }: Row) =>
    Math.max(0, ...columns.map(({ text, ...style }) => document.measureHeight(text, style))) + space;
  const pen: Pen = {
    document,
    y: margin,
    measure: (rows) => rows.reduce((sum, row) => sum + measureRow(row), 0),
    hasRoom: (height) => pen.y + height <= bottom,
    turnPage() {
      document.addPage();
      pen.y = margin;
    },
    row(columns, space = 0) {
      const height = measureRow({ columns, space: 0 });
      if (!pen.hasRoom(height)) pen.turnPage();
      for (const { text, ...box } of columns) document.drawText(text, { ...box, y: pen.y });
      pen.y += height + space;
    },
  };
  return pen;
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
    pen.document.drawLine({ x: margin, y: pen.y - 2, width: innerWidth, color: lightGray });
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
