/** Ids: UUIDs in lower case (RFC 9562). */

export const uuidPattern = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';

export function isUuid(text: string): boolean {
  return new RegExp(`^${uuidPattern}$`).test(text);
}
