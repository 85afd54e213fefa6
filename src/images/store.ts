/** Where pictures are kept: what a store promises, whatever lies behind it. */
import type { Readable } from 'node:stream';
import type { Refusal } from '#domain/refusals.ts';

export type StoredFile = {
  bytes: Readable;
  /** How many bytes. */
  size: number;
};

/** What a store answers while it cannot do what it is asked: it is away, full, or will not let the shop in. */
export type Unavailable = Extract<Refusal, { refused: 'image-store-unavailable' }>;

/** Told of everything that a store could not do, for the log. */
export type OnStoreFailure = (failure: { call: string; error: unknown }) => void;

/** Names are the shop's own (letters, digits, `-` and `.`), and a name always means the same bytes. */
export type ImageStore = {
  has(name: string): Promise<boolean | Unavailable>;
  /** Keeps a file; once it answers, the file is there whole and stays, whatever crashes. Before that it is not there. */
  put(name: string, bytes: Uint8Array, type: string): Promise<Unavailable | undefined>;
  get(name: string): Promise<StoredFile | undefined | Unavailable>;
  /** Removes a file, or does nothing when it is not there. */
  remove(name: string): Promise<Unavailable | undefined>;
};
