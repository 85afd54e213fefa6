/** The interface of image stores. */
import type { Readable } from 'node:stream';
import type { Refusal } from '#kernel/refusals.ts';

export type StoredFile = {
  bytes: Readable;
  size: number;
};

export type Unavailable = Extract<Refusal, { refused: 'image-store-unavailable' }>;

export type OnStoreFailure = (failure: { call: string; error: unknown }) => void;

/** Names consist of letters, digits, `-` and `.`; a name always means the same bytes. */
export type ImageStore = {
  has(name: string): Promise<boolean | Unavailable>;
  put(name: string, bytes: Uint8Array, type: string): Promise<Unavailable | undefined>;
  get(name: string): Promise<StoredFile | undefined | Unavailable>;
  remove(name: string): Promise<Unavailable | undefined>;
};
