/** The address of an image that somebody types or imports. */
import { requiredText } from '#kernel/fields.ts';

export function imageAddress(missing: string) {
  return requiredText(500, missing).refine(
    isImageAddress,
    'The address of a picture begins with https://, or with one / when it is of this shop, and has no .. in it',
  );
}

/** Pages may load images of this shop, or encrypted ones of others. */
function isImageAddress(address: string): boolean {
  if (/[\s"<>\\]/.test(address) || !URL.canParse(address, shop)) return false;
  const { origin, username } = new URL(address, shop);
  if (!address.startsWith('/')) return /^https:\/\//i.test(address) && username === '';
  return origin === shop && !climbsOut.test(address);
}

const shop = 'https://shop.invalid';

/** A segment of one or two dots, which may be percent-encoded. */
const climbsOut = /\/(\.|%2e){1,2}([/?#]|$)/i;
