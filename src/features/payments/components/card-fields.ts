/** Groups what is typed into the sandbox's card form, as Stripe's element does. */
import type { InputEvent } from 'react';

/** Groups of four digits; 4, 6 and 5 for American Express. */
export function groupCardNumber(typed: string): string {
  const digits = removeNonDigits(typed).slice(0, 19);
  const groups = /^3[47]/.test(digits) ? /^(.{4})(.{1,6})(.*)$/ : /^(.{4})(.{1,4})(.{0,4})(.{0,4})(.*)$/;
  return groups.exec(digits)?.slice(1).filter(Boolean).join(' ') ?? digits;
}

/**
 * '12 / 30' for 1230, 12/30 or 12 30, since a phone's numeric keypad has no slash. A month is complete with a first digit
 * above 1: '4' is '04 / ', and '13' is '01 / 3'.
 */
export function groupExpiry(typed: string, isDeleting = false): string {
  const [, digit, afterDigit = ''] = /^([2-9]|[01](?=\D)|1(?=[3-9]))(.*)$/.exec(typed.trim()) ?? [];
  const [, digits, afterDigits = ''] = /^(\d\d)(.*)$/.exec(typed.trim()) ?? [];
  const month = digit ? `0${digit}` : digits;
  if (!month) return removeNonDigits(typed);
  const year = removeNonDigits(digit ? afterDigit : afterDigits).slice(0, 4);
  return isDeleting && !year ? month : `${month} / ${year}`; // otherwise the slash could not be deleted
}

function removeNonDigits(text: string): string {
  return text.replace(/\D/g, '');
}

export const groupNumberInput = makeInputHandler(groupCardNumber);
export const groupExpiryInput = makeInputHandler(groupExpiry);

/** Groups while somebody types; the caret stays behind the digit that it was behind. */
function makeInputHandler(group: (typed: string, isDeleting: boolean) => string) {
  return ({ currentTarget: input, nativeEvent }: InputEvent<HTMLInputElement>) => {
    const { value } = input;
    const caret = input.selectionStart ?? value.length;
    const digitsBefore = removeNonDigits(value.slice(0, caret)).length;
    const isDeleting = Boolean(nativeEvent.inputType?.startsWith('delete'));
    input.value = group(value, isDeleting);
    if (caret === value.length) return;
    const position = findCaret(input.value, digitsBefore);
    input.setSelectionRange(position, position);
  };
}

function findCaret(text: string, digitsBefore: number): number {
  let position = 0;
  while (removeNonDigits(text.slice(0, position)).length < digitsBefore && position < text.length)
    position += 1;
  return position;
}
