/** Draws invoices and the notes that correct them. */
import {
  chooseSeries,
  formatInvoiceNumber,
  type InvoiceContent,
  type InvoiceKind,
  type InvoiceLine,
} from '#domain/invoices/invoices.ts';
import { formatTax } from '#domain/invoices/tax.ts';
import { formatMoney } from '#domain/money.ts';
import { formatOrderNumber } from '#domain/orders/order-number.ts';
import { formatTimeIn } from '#domain/times.ts';
import { createDocument, type PdfDocument, pageHeight, pageWidth, type TextStyle } from '#pdf/document.ts';
import { foldLines } from '#pdf/wrap-lines.ts';

export type DrawnInvoice = {
  kind: InvoiceKind;
  number: number;
  content: InvoiceContent;
  /** In cents, with tax. */
  total: number;
  tax: number;
  issuedAt: Date;
};

const margin = 50;
const innerWidth = pageWidth - 2 * margin;
const footerY = pageHeight - 45;
/** Below it nothing but the footer is drawn. */
const bottom = footerY - 20;
const gray = '#555555';
const lightGray = '#eeeeee';

const titles = {
  invoice: 'Invoice',
  'credit-note': 'Credit note',
  reversal: 'Reversal of a credit note',
} satisfies Record<InvoiceKind, string>;

const totals = {
  invoice: 'Total, paid',
  'credit-note': 'Total, refunded',
  reversal: 'Total, not refunded',
} satisfies Record<InvoiceKind, string>;

export async function drawInvoice(invoice: DrawnInvoice): Promise<Buffer> {
  const { kind, content, issuedAt } = invoice;
  const number = formatInvoiceNumber(content.prefix, chooseSeries(kind), invoice.number);
  const author = content.seller.companyName || content.seller.name;
  const document = createDocument({ title: `${titles[kind]} ${number}`, author, createdAt: issuedAt });
  const pen = makePen(document);
  drawHead(pen, { ...invoice, name: number });
  drawParties(pen, invoice);
  drawTable(pen, content.lines);
  drawTotals(pen, invoice);
  const pages = document.pageCount();
  for (let page = 1; page <= pages; page++) {
    document.drawOnPage(page, () => {
      const box = { x: margin, y: footerY, width: innerWidth, size: 8, color: gray };
      document.drawText(`${author} · ${titles[kind]} ${number}`, { ...box, width: innerWidth - 90 });
      document.drawText(`Page ${page} of ${pages}`, { ...box, align: 'right' });
    });
  }
  return await document.finish();
}

type Column = TextStyle & { text: string; x: number; width: number; align?: 'left' | 'right' };

/** Where the next line goes. */
type Pen = {
  document: PdfDocument;
  y: number;
  /** Side by side, as high as the highest; on the next page when it does not fit. */
  row(columns: readonly Column[], options?: { onNewPage?: () => void; space?: number }): void;
};

function makePen(document: PdfDocument): Pen {
  document.addPage();
  const pen: Pen = {
    document,
    y: margin,
    row(columns, { onNewPage, space = 0 } = {}) {
      const heights = columns.map(({ text, ...style }) => document.measureHeight(text, style));
      const height = Math.max(0, ...heights);
      if (pen.y + height > bottom) {
        document.addPage();
        pen.y = margin;
        onNewPage?.();
      }
      for (const { text, ...box } of columns) document.drawText(text, { ...box, y: pen.y });
      pen.y += height + space;
    },
  };
  return pen;
}

const half = innerWidth / 2;
const left = { x: margin, width: half - 10 };
const right = { x: margin + half + 10, width: half - 10 };

function drawHead(pen: Pen, { kind, name, content }: DrawnInvoice & { name: string }): void {
  const title = { ...right, align: 'right', size: kind === 'reversal' ? 14 : 20 } as const;
  pen.row([
    { ...left, text: content.seller.name, size: 16, isBold: true },
    { ...title, text: titles[kind] },
  ]);
  pen.row([{ ...right, align: 'right', text: name, isBold: true, size: 11 }], { space: 24 });
}

function drawParties(pen: Pen, { kind, content, issuedAt }: DrawnInvoice): void {
  const { seller, buyer, corrects, timeZone, reason } = content;
  const from = [
    seller.companyName === seller.name ? '' : seller.companyName,
    foldLines(seller.postalAddress),
    seller.email,
    seller.registration,
    seller.taxId && `Tax id: ${seller.taxId}`,
  ];
  const to = [
    buyer.location.startsWith(buyer.name) ? '' : buyer.name,
    foldLines(buyer.location),
    buyer.email,
    buyer.phone,
  ];
  const heading = { size: 8, color: gray } as const;
  pen.row([
    { ...left, ...heading, text: 'From' },
    { ...right, ...heading, text: 'To' },
  ]);
  pen.row([
    { ...left, text: joinLines([seller.name, ...from]) },
    { ...right, text: joinLines(to) },
  ]);
  pen.y += 18;
  const verb = kind === 'reversal' ? 'Takes back' : 'Corrects';
  const facts: [string, string][] = [
    ['Issued', formatTimeIn(timeZone, issuedAt)],
    ...(corrects
      ? ([[verb, `${corrects.number} of ${formatDay(corrects.issuedAt, timeZone)}`]] as [string, string][])
      : []),
    ...(reason ? ([['Reason', foldLines(reason)]] as [string, string][]) : []),
    ['Ordered', formatDay(content.orderedAt, timeZone)],
    ['Paid', content.isTestPayment ? 'by test card: no money has moved' : 'by card'],
    ['Transaction', content.transactionId],
  ];
  for (const [name, value] of facts) {
    pen.row([
      { x: margin, width: 70, text: name, color: gray },
      { x: margin + 75, width: innerWidth - 75, text: value },
    ]);
  }
  pen.y += 18;
}

const amountColumn = { x: margin + innerWidth - 90, width: 85, align: 'right' } as const;
const quantityColumn = { x: amountColumn.x - 65, width: 60, align: 'right' } as const;
const priceColumn = { x: quantityColumn.x - 85, width: 80, align: 'right' } as const;
const nameColumn = { x: margin + 5, width: priceColumn.x - margin - 15 };

function drawTable(pen: Pen, lines: readonly InvoiceLine[]): void {
  const hasUnits = lines.some(({ quantity }) => quantity !== null);
  const name = hasUnits ? nameColumn : { ...nameColumn, width: amountColumn.x - margin - 15 };
  const drawHeads = () => {
    pen.document.drawArea({ x: margin, y: pen.y, width: innerWidth, height: 18, color: lightGray });
    pen.y += 2;
    const heads: Column[] = [
      { ...name, text: 'Part' },
      ...(hasUnits
        ? [
            { ...priceColumn, text: 'Unit price' },
            { ...quantityColumn, text: 'Quantity' },
          ]
        : []),
      { ...amountColumn, text: 'Amount' },
    ];
    pen.row(heads.map((head) => ({ ...head, isBold: true })));
    pen.y += 8;
  };
  drawHeads();
  for (const line of lines) {
    pen.row(
      [
        { ...name, text: `${line.name}\n${formatOrderNumber(line.orderId)}` },
        { ...priceColumn, text: line.unitCents === null ? '' : formatMoney(line.unitCents) },
        { ...quantityColumn, text: line.quantity === null ? '' : String(line.quantity) },
        { ...amountColumn, text: formatMoney(line.cents) },
      ],
      { onNewPage: drawHeads, space: 4 },
    );
    pen.document.drawLine({ x: margin, y: pen.y - 2, width: innerWidth, color: lightGray });
  }
}

function drawTotals(pen: Pen, { kind, content, total, tax }: DrawnInvoice): void {
  const { delivery } = content;
  const wide = { x: margin + 5, width: amountColumn.x - margin - 15, align: 'right' } as const;
  const rows: { name: string; cents: number; style?: TextStyle }[] = [
    ...(delivery ? [{ name: delivery.name, cents: delivery.cents }] : []),
    { name: totals[kind], cents: total, style: { isBold: true, size: 11 } },
    ...(content.tax
      ? [
          { name: `of it ${formatTax(content.tax)}`, cents: tax },
          { name: `without ${content.tax.name}`, cents: total - tax },
        ]
      : []),
  ];
  const height = rows.length * 20;
  if (pen.y + height > bottom) {
    pen.document.addPage();
    pen.y = margin;
  }
  pen.y += 6;
  for (const { name, cents, style } of rows) {
    pen.row(
      [
        { ...wide, ...style, text: name },
        { ...amountColumn, ...style, text: formatMoney(cents) },
      ],
      { space: 3 },
    );
  }
}

function joinLines(lines: readonly string[]): string {
  return lines.filter((line) => line !== '').join('\n');
}

function formatDay(time: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(new Date(time));
}
