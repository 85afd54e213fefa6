/** Writes columns of text below one another, on as many pages as they need. */
import type { PdfDocument, TextStyle } from '#platform/pdf/document.ts';

export type Column = TextStyle & { text: string; x: number; width: number; align?: 'left' | 'right' };

/** Columns side by side, as high as the highest, and the space below them. */
export type Row = { columns: readonly Column[]; space: number };

/** Where the next line goes. */
export type Pen = {
  document: PdfDocument;
  y: number;
  measure(rows: readonly Row[]): number;
  hasRoom(height: number): boolean;
  turnPage(): void;
  /** On the next page when it does not fit. */
  row(columns: readonly Column[], space?: number): void;
};

/** On a new page. What is higher than a page begins on one all the same. */
export function makePen(document: PdfDocument, { top, bottom }: { top: number; bottom: number }): Pen {
  document.addPage();
  const measureRow = ({ columns, space }: Row) =>
    Math.max(0, ...columns.map(({ text, ...style }) => document.measureHeight(text, style))) + space;
  const pen: Pen = {
    document,
    y: top,
    measure: (rows) => rows.reduce((sum, row) => sum + measureRow(row), 0),
    hasRoom: (height) => pen.y + height <= bottom || pen.y === top,
    turnPage() {
      document.addPage();
      pen.y = top;
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
