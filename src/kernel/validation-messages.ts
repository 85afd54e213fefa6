/** Messages for invalid values whose schema has none. */
import type { z } from 'zod';
import { formatMaximum, formatMinimum } from '#kernel/fields.ts';

export const formatIssue: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This is required' : (kinds[issue.expected] ?? 'This is not valid');
    case 'invalid_value':
      if (issue.input === undefined) return 'This is required';
      return issue.values.length === 1
        ? `Only ${String(issue.values[0])} is possible`
        : `One of these is needed: ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return formatTooSmall(issue.origin, Number(issue.minimum));
    case 'too_big':
      return formatTooBig(issue.origin, Number(issue.maximum));
    case 'not_multiple_of':
      return `A multiple of ${issue.divisor} is needed`;
    case 'invalid_key':
      return 'This is not a possible name of a field';
    case 'unrecognized_keys':
      return `There is no such field: ${issue.keys.join(', ')}`;
    case 'invalid_format':
      return formats[issue.format] ?? 'This has another form than is needed here';
    default:
      return 'This is not valid';
  }
};

const kinds: Record<string, string> = {
  string: 'A text is needed here',
  number: 'A number is needed here',
  int: 'A whole number is needed here',
  boolean: 'Yes or no (true or false) is needed here',
  object: 'An object with fields is needed here',
  record: 'An object with fields is needed here',
  array: 'A list is needed here',
};

const formats: Record<string, string> = { uuid: 'This is not an id', datetime: 'This is not a time' };

function formatTooSmall(origin: string, minimum: number): string {
  if (origin === 'string')
    return minimum === 1 ? 'This is required' : `At least ${minimum} characters are needed`;
  return origin === 'array' ? `A list of at least ${minimum} is needed` : formatMinimum(minimum);
}

function formatTooBig(origin: string, maximum: number): string {
  if (origin === 'string') return `At most ${maximum} characters are possible`;
  return origin === 'array' ? `A list of at most ${maximum} is possible` : formatMaximum(maximum);
}
