/** The image stores, with direct access for tests. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { openDiskStore } from '#platform/images/disk-store.ts';
import { openS3Store } from '#platform/images/s3-store.ts';
import type { ImageStore, OnStoreFailure } from '#platform/images/store.ts';
import { startS3Server } from './s3-server.ts';
import { givenFolder } from './shop-folders.ts';

export type GivenStore = Awaited<ReturnType<typeof givenDiskStore>>;

export const givenStores: [string, () => Promise<GivenStore>][] = [
  ['on the disk', givenDiskStore],
  ['in a bucket of S3', givenS3Store],
];

async function givenDiskStore() {
  const folder = givenFolder();
  return {
    /** Opens it, as each process of the shop does. */
    open: (onFailure: OnStoreFailure = ignore): Promise<ImageStore> => openDiskStore(folder, onFailure),
    /** The names of its files, in order. */
    names: async () => (await readdir(folder)).sort(),
    read: (name: string) => readFile(join(folder, name)),
    write: (name: string, text: string) => writeFile(join(folder, name), text),
    remove: (name: string) => rm(join(folder, name)),
  };
}

/** The suffix of the server's files. */
const object = '._S3rver_object';

async function givenS3Store(): Promise<GivenStore> {
  const server = await startS3Server();
  afterAll(server.close);
  const store = openS3Store(server.place, ignore);
  return {
    open: async (onFailure = ignore) => openS3Store(server.place, onFailure),
    names: async () =>
      (await readdir(server.folder))
        .filter((file) => file.endsWith(object))
        .map((file) => file.slice(0, -object.length))
        .sort(),
    read: (name) => readFile(join(server.folder, name + object)),
    write: async (name, text) => void (await store.put(name, Buffer.from(text), 'text/plain')),
    remove: async (name) => void (await store.remove(name)),
  };
}

function ignore(): void {}
