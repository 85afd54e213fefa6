/** Divides a text into lines of a width. */

/** `end`: exclusive. */
export type Line = { start: number; end: number };

/** Breaks after spaces and hyphens, and within what is wider than a line. */
export function wrapLines(text: string, width: number, measure: Measure): Line[] {
  const whole = { start: 0, end: text.trimEnd().length };
  if (measure(whole.start, whole.end) <= width) return [whole];
  const lines: Line[] = [];
  let line: Line = { start: 0, end: 0 };
  for (const { start, end } of listPieces(text, width, measure)) {
    const shown = start + text.slice(start, end).trimEnd().length;
    if (line.end > line.start && measure(line.start, shown) > width) {
      lines.push(line);
      line = { start, end };
    } else line = { start: line.start, end };
  }
  return [...lines, line].map(({ start, end }) => ({
    start,
    end: start + text.slice(start, end).trimEnd().length,
  }));
}

const maxLines = 12;

/** A text of more lines than an address has would leave the page: it becomes one paragraph. */
export function foldLines(text: string): string {
  const lines = text.split(/\r?\n/);
  return lines.length > maxLines ? lines.filter((line) => line.trim() !== '').join(', ') : text;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

type Measure = (start: number, end: number) => number;

function listPieces(text: string, width: number, measure: Measure): Line[] {
  return [...text.matchAll(/[^\s-]*-+|\S*\s+|\S+/g)].flatMap(({ 0: word, index }) => {
    if (measure(index, index + word.trimEnd().length) <= width)
      return [{ start: index, end: index + word.length }];
    return splitWord(word, width, (start, end) => measure(index + start, index + end)).map(
      ({ start, end }) => ({
        start: index + start,
        end: index + end,
      }),
    );
  });
}

/** By the widths of its graphemes alone: to shape each beginning of the word would take seconds. */
function splitWord(word: string, width: number, measure: Measure): Line[] {
  const pieces: Line[] = [];
  let used = 0;
  for (const { segment, index } of graphemes.segment(word)) {
    const end = index + segment.length;
    used += measure(index, end);
    const last = pieces.at(-1);
    if (last && used <= width) last.end = end;
    else {
      pieces.push({ start: index, end });
      used = measure(index, end);
    }
  }
  return pieces;
}
