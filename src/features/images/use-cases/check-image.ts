/** Checks the addresses of images before they are stored. */
import { existsSync } from 'node:fs';
import { findImageKeys } from '#images/database/images.ts';
import { type Refusal, refuseField } from '#kernel/refusals.ts';
import { missingImageMessage, parseUploadedImage } from '#kernel/uploaded-images.ts';
import type { Dependencies } from '#platform/jobs/dependencies.ts';

/** Refuses: invalid-input (of `field`). */
export async function checkImage(
  { db }: Pick<Dependencies, 'db'>,
  { field, address }: { field: string; address: string },
): Promise<Refusal | undefined> {
  const missing = await findMissingImages({ db }, { addresses: [address] });
  return missing.has(address) ? refuseField(field, missingImageMessage) : undefined;
}

/** Addresses elsewhere are never fetched, so they are not missing. */
export async function findMissingImages(
  { db }: Pick<Dependencies, 'db'>,
  { addresses }: { addresses: readonly string[] },
): Promise<Set<string>> {
  const uploads = addresses.filter((address) => address.startsWith('/images/'));
  const keys = new Map(uploads.map((address) => [address, readKey(address)]));
  const there = await findImageKeys(
    db,
    [...keys.values()].filter((key) => key !== undefined),
  );
  return new Set([
    ...uploads.filter((address) => !there.has(keys.get(address) ?? '')),
    ...addresses.filter((address) => address.startsWith(ownFolder) && !isOwnPicture(address)),
  ]);
}

/** What the shop comes with. */
const ownFolder = '/pictures/';
const ownFiles = new URL('../../../../catalogue/pictures/', import.meta.url);

function isOwnPicture(address: string): boolean {
  const [name = ''] = address.slice(ownFolder.length).split(/[?#]/);
  return /^[\w-]+\.(?:avif|jpg|webp)$/.test(name) && existsSync(new URL(name, ownFiles));
}

function readKey(address: string): string | undefined {
  return parseUploadedImage(address)?.base.slice('/images/'.length);
}
