/** What is pasted, scanned or read from a file on the packing table, as lines to be sent. */
import { isUuid } from '#kernel/ids.ts';
import { formatOrderNumber } from '#kernel/order-number.ts';
import type { FieldError } from '#kernel/refusals.ts';

/** `text`: as it was typed. */
export type TypedLine<Line> = { text: string; line: Line };
export type ShippedLine = { order: string; tracking: string };
export type DeliveredLine = { order: string; deliveredOn?: string };

const lineBreak = /\r\n|\r|\n/;

/** 'K7Q3M-9XT2B RP 123', with a space, a comma, a semicolon or a tab between. */
export function readShippedLines(text: string): TypedLine<ShippedLine>[] {
  return text.split(lineBreak).flatMap((typed) => {
    const [, order, tracking = ''] = /^\s*([^\s,;]+)[\s,;]*(.*?)\s*$/.exec(typed.replaceAll('"', '')) ?? [];
    return order ? [{ text: typed, line: { order, tracking } }] : [];
  });
}

/** 'RP 123456, 2026-11-25', perhaps with a time of that day; a first line of headings has no digit. */
export function readDeliveredLines(text: string): TypedLine<DeliveredLine>[] {
  return text.split(lineBreak).flatMap((typed) => {
    const cells = typed.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
    const [, name = '', lastDay] = /^(.*?)\s+(\d{4}-\d{2}-\d{2})$/.exec(cells[0] ?? '') ?? [];
    const order = lastDay ? name : (cells[0] ?? '');
    const day = lastDay ?? cells[1]?.replace(/^(\d{4}-\d{2}-\d{2})[T ].*$/, '$1');
    return /\d/.test(order) ? [{ text: typed, line: day ? { order, deliveredOn: day } : { order } }] : [];
  });
}

/** What could not be done stays typed. `answers`: of these lines, in their order. */
export function keepRefusedLines(
  lines: readonly TypedLine<unknown>[],
  answers: readonly { outcome: string }[],
): string {
  const refused = lines.filter((_, index) => answers[index]?.outcome === 'refused');
  return refused.map(({ text }) => text).join('\n');
}

/** By order: lines go to the order at `first` and those after it, an empty one leaves its order as it is. */
export function spreadTrackings(
  orderIds: readonly string[],
  first: number,
  text: string,
): [string, string][] {
  return text.split(lineBreak).flatMap((tracking, index): [string, string][] => {
    const id = orderIds[first + index];
    return id !== undefined && (index === 0 || tracking.trim() !== '') ? [[id, tracking]] : [];
  });
}

/** Each with the line that it is about: 'RP123: A day such as 2026-11-25 is needed here' */
export function describeLineErrors(
  errors: readonly FieldError[],
  lines: readonly { order: string }[],
): string[] {
  return errors.map(({ path, message }) => {
    const order = lines[Number(/^lines\.(\d+)\./.exec(path)?.[1])]?.order;
    if (order === undefined) return message;
    return `${isUuid(order) ? formatOrderNumber(order) : order}: ${message}`;
  });
}
