/** A document to be printed and kept: PDF/A-3b on A4, texts in many scripts, lines and areas. */
import { buffer } from 'node:stream/consumers';
import { create, type Font } from 'fontkit';
import PDFDocument from 'pdfkit';
import { type FontFile, type FontWeight, listFontFiles, readFont } from '#platform/pdf/font-files.ts';
import { type DrawableText, makeDrawable, orderRuns, wrapLines } from '#platform/pdf/text-runs.ts';

/** All lengths are in points: 72 are an inch. */
export const pageWidth = 595.28;
export const pageHeight = 841.89;

export type DocumentProperties = {
  title: string;
  author: string;
  /** The same properties and drawing calls make the same bytes. */
  createdAt: Date;
};

export type TextStyle = {
  /** In points; 9 without it. */
  size?: number;
  isBold?: boolean;
  /** As in '#1a2b3c'; black without it. */
  color?: string;
};

/** `y`: the upper edge of the first line. */
export type TextBox = TextStyle & { x: number; y: number; width: number; align?: 'left' | 'right' };

export type PdfDocument = ReturnType<typeof createDocument>;

const defaultSize = 9;
const lineHeight = 1.4;
/** From the upper edge of a line to its baseline, in sizes of the text. */
const baseline = 1.05;
const black = '#000000';

export function createDocument({ createdAt, ...properties }: DocumentProperties) {
  const [title, author] = [makePlain(properties.title), makePlain(properties.author)];
  const pdf = new PDFDocument({
    ...{ subset: 'PDF/A-3b', pdfVersion: '1.7', lang: 'en', displayTitle: true },
    ...{ size: [pageWidth, pageHeight], margin: 0, autoFirstPage: false, bufferPages: true },
    // the standard fonts are not embedded
    font: null as unknown as string,
    info: { Title: title, Author: author, CreationDate: createdAt, Creator: author, Producer: 'pdfkit' },
  });
  const bytes = buffer(pdf);
  const fonts = registerFonts(pdf);
  const layOut = keepResults((text: string, box: LineBox) => layOutLines(fonts, text, box));

  return {
    addPage: () => void pdf.addPage(),
    pageCount: () => pdf.bufferedPageRange().count,
    measureHeight: (text: string, { size = defaultSize, ...box }: TextStyle & { width: number }) =>
      layOut(text, { size, ...box }).length * size * lineHeight,
    /** Wraps at the width and answers the height; a new line begins at each line break. */
    drawText(text: string, { x, y, align = 'left', size = defaultSize, color = black, ...box }: TextBox) {
      const lines = layOut(text, { size, ...box });
      pdf.fillColor(color);
      for (const [index, line] of lines.entries()) {
        let left = align === 'right' ? x + box.width - line.width : x;
        for (const run of line.runs) {
          fonts.draw(run, { x: left, y: y + index * size * lineHeight + size * baseline, size });
          left += fonts.measure(run.font, size, run.text);
        }
      }
      return lines.length * size * lineHeight;
    },
    drawArea(area: Record<'x' | 'y' | 'width' | 'height', number> & { color: string }) {
      pdf.rect(area.x, area.y, area.width, area.height).fill(area.color);
    },
    /** Draws on the pages that were added, from this one to the last, which are one paper: their number is known at the end. */
    drawOnPages(first: number, draw: (page: number, pages: number) => void) {
      const last = pdf.bufferedPageRange().count;
      for (let page = first; page <= last; page += 1) {
        pdf.switchToPage(page - 1);
        draw(page - first + 1, last - first + 1);
      }
    },
    async finish() {
      pdf.end();
      return await bytes;
    },
  };
}

/** pdfkit writes the properties into XML as they are. */
function makePlain(text: string): string {
  return text
    .replaceAll('&', '+')
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replace(/\p{Cc}/gu, ' ');
}

type LineBox = { isBold?: boolean; size: number; width: number };

function layOutLines(fonts: DocumentFonts, text: string, { isBold = false, size, width }: LineBox) {
  const measure = (drawable: DrawableText, start: number, end: number) =>
    orderRuns(drawable, start, end).reduce((sum, run) => sum + fonts.measure(run.font, size, run.text), 0);
  return text.split(/\r?\n/).flatMap((paragraph) => {
    const drawable = makeDrawable(paragraph, (one, previous) =>
      fonts.find(one, isBold ? 700 : 400, previous),
    );
    return wrapLines(drawable.text, width, (start, end) => measure(drawable, start, end)).map((line) => ({
      runs: orderRuns(drawable, line.start, line.end),
      width: measure(drawable, line.start, line.end),
    }));
  });
}

/** Most texts are measured before they are drawn. */
function keepResults<Result>(
  layOut: (text: string, box: LineBox) => Result,
): (text: string, box: LineBox) => Result {
  const kept = new Map<string, Result>();
  return (text, { isBold = false, size, width }) => {
    const key = `${isBold} ${size} ${width} ${text}`;
    return kept.getOrInsertComputed(key, () => layOut(text, { isBold, size, width }));
  };
}

type DocumentFonts = ReturnType<typeof registerFonts>;

/** Their tables are read once for all documents. */
const sharedFonts = new Map<string, Font>();

function shareFont(file: FontFile): Font {
  return sharedFonts.getOrInsertComputed(file.key, () => create(readFont(file)));
}

/** A font keeps which text each glyph came from; shared glyphs would make other bytes each time. */
function withOwnGlyphs(font: Font): Font {
  return Object.create(font, { _glyphs: { value: {} } });
}

function registerFonts(pdf: PDFKit.PDFDocument) {
  const opened = new Map<string, Font>();

  function open(file: FontFile): Font {
    return opened.getOrInsertComputed(file.key, () => {
      const font = withOwnGlyphs(shareFont(file));
      pdf.registerFont(file.key, font as unknown as string);
      return font;
    });
  }

  function hasGlyphs(file: FontFile, text: string): boolean {
    const codePoints = Array.from(text, (one) => one.codePointAt(0) ?? 0);
    const isInRange = (point: number) => file.ranges.some(([first, last]) => first <= point && point <= last);
    return codePoints.every(isInRange) && codePoints.every((point) => open(file).hasGlyphForCodePoint(point));
  }

  const select = (font: string, size: number) => pdf.font(font).fontSize(size);
  /** Of runs, in sizes of the text: where lines break is found by measuring them again and again. */
  const widths = new Map<string, number>();
  /** Runs with a mark that their font cannot place at its letter, where fontkit fails. */
  const unplaced = new Set<string>();
  const chooseShaping = (key: string, text: string) =>
    unplaced.has(key) ? withoutPlacing : isShapedWhole(text) ? { features: [] } : {};

  function measureRun(key: string, font: string, text: string): number {
    try {
      return select(font, 1).widthOfString(text, chooseShaping(key, text));
    } catch (error) {
      if (unplaced.has(key)) throw error;
      unplaced.add(key);
      return measureRun(key, font, text);
    }
  }

  return {
    find(text: string, weight: FontWeight, previous: string | undefined): string | undefined {
      const files = listFontFiles(weight);
      const last = text === ' ' && files.find(({ key }) => key === previous);
      if (last && hasGlyphs(last, text)) return last.key;
      return files.find((file) => hasGlyphs(file, text))?.key;
    },
    measure(font: string, size: number, text: string): number {
      const key = `${font} ${text}`;
      return widths.getOrInsertComputed(key, () => measureRun(key, font, text)) * size;
    },
    draw(run: { font: string; text: string }, { x, y, size }: { x: number; y: number; size: number }) {
      const place = { lineBreak: false, baseline: 'alphabetic' } as const;
      const shaping = chooseShaping(`${run.font} ${run.text}`, run.text);
      select(run.font, size).text(run.text, x, y, { ...place, ...shaping });
    },
  };
}

/** Shaped words are kept by the document; what is shaped from right to left must be so as a whole, which needs a list of features. */
function isShapedWhole(text: string): boolean {
  return /\p{Script=Arabic}/u.test(text);
}

/** Of fontkit, whose features may also be switched off; pdfkit hands them on. */
const withoutPlacing = { features: { mark: false, mkmk: false } as unknown as [] };
