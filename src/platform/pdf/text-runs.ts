/** Divides a text into runs of one font and one direction, in the order in which they are seen. */
import bidiFactory from 'bidi-js';

/** Undefined: the font has no glyph for it. */
type FindFont = (text: string, previous: string | undefined) => string | undefined;

type TextRun = {
  font: string;
  /** As it is given to the shaper, which itself reverses scripts that are written from right to left. */
  text: string;
};

/** A text whose every character has a font. */
export type DrawableText = ReturnType<typeof makeDrawable>;

const bidi = bidiFactory();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** In place of what no font has. */
const substitute = '?';
/** Without a picture; joiners only shape what is around them. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu;
const joiners = /[\u200c\u200d]/;
const selectors = /[\ufe00-\ufe0f]/g;

export function makeDrawable(text: string, findFont: FindFont) {
  const fonts: string[] = []; // for each UTF-16 unit
  let drawable = '';
  let previous: string | undefined;
  for (const { segment } of graphemes.segment(text.normalize('NFC').replace(/\s/g, ' '))) {
    for (const { piece, font } of findFonts(segment, { findFont, previous })) {
      drawable += piece;
      for (let unit = 0; unit < piece.length; unit++) fonts.push(font);
      previous = font;
    }
  }
  return { text: drawable, fonts, direction: bidi.getEmbeddingLevels(drawable) };
}

/** Whole if one font has all of it, else character by character. */
function findFonts(
  grapheme: string,
  { findFont, previous }: { findFont: FindFont; previous: string | undefined },
): { piece: string; font: string }[] {
  const shown = grapheme.replace(invisible, (one) => (joiners.test(one) ? one : ''));
  if (shown === '') return [];
  for (const piece of [shown, shown.replace(selectors, '')]) {
    const font = piece && findFont(piece, previous);
    if (font) return [{ piece, font }];
  }
  const characters = [...shown.replace(selectors, '')].filter((one) => !joiners.test(one));
  if (characters.length > 1) return characters.flatMap((one) => findFonts(one, { findFont, previous }));
  const font = findFont(substitute, previous);
  return font ? [{ piece: substitute, font }] : [];
}

/** `start`, `end`: of a line of the text, the end exclusive. */
export function orderRuns({ text, fonts, direction }: DrawableText, start: number, end: number): TextRun[] {
  if (start >= end) return [];
  const order = bidi.getReorderedIndices(text, direction, start, end - 1).slice(start, end);
  const runs: { font: string; units: number[] }[] = [];
  for (const unit of order) {
    const run = runs.at(-1);
    const last = run?.units.at(-1) ?? Number.NaN;
    const step = isRightToLeft(direction.levels[unit]) ? -1 : 1;
    const continues = last + step === unit && direction.levels[last] === direction.levels[unit];
    if (run && run.font === fonts[unit] && continues) run.units.push(unit);
    else runs.push({ font: fonts[unit] ?? '', units: [unit] });
  }
  return runs.map(({ font, units }) => ({ font, text: describeRun(text, direction, units) }));
}

function describeRun(text: string, { levels }: DrawableText['direction'], units: readonly number[]): string {
  const isReversed = isRightToLeft(levels[units[0] ?? 0]);
  const logical = isReversed ? units.toReversed() : units;
  const written = logical.map((unit) => {
    const character = text.charAt(unit);
    return (isReversed && bidi.getMirroredCharacter(character)) || character;
  });
  const joined = written.join('');
  return isReversed === isShapedRightToLeft(joined) ? joined : reverse(joined);
}

function isRightToLeft(level = 0): boolean {
  return level % 2 === 1;
}

/** The shaper goes by the script of the first letter; of those that the fonts have, one is written from right to left. */
function isShapedRightToLeft(text: string): boolean {
  const first = /[^\p{Script=Common}\p{Script=Inherited}]/u.exec(text)?.[0] ?? '';
  return /\p{Script=Arabic}/u.test(first);
}

function reverse(text: string): string {
  return Array.from(graphemes.segment(text), ({ segment }) => segment)
    .reverse()
    .join('');
}

/** `end`: exclusive. */
type Line = { start: number; end: number };

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

type Measure = (start: number, end: number) => number;

function listPieces(text: string, width: number, measure: Measure): Line[] {
  return [...text.matchAll(/[^\s-]*-+|\S*\s+|\S+/g)].flatMap(({ 0: word, index }) => {
    if (measure(index, index + word.trimEnd().length) <= width)
      return [{ start: index, end: index + word.length }];
    return splitWord(word, width, (start, end) => measure(index + start, index + end)).map(
      ({ start, end }) => ({ start: index + start, end: index + end }),
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
