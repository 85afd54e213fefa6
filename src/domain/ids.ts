/** What ids look like: UUIDs in lower case (RFC 9562). */

/** The source of a regular expression, to be put into others. */
export const uuidPattern = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';

export function isUuid(text: string): boolean {
  return new RegExp(`^${uuidPattern}$`).test(text);
}
