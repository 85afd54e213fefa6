/** Where pictures are kept: what a store promises, whatever lies behind it. */
import type { Readable } from 'node:stream';

export type StoredFile = {
  bytes: Readable;
  /** How many bytes. */
  size: number;
};

/** Names are the shop's own (letters, digits, `-` and `.`), and a name always means the same bytes. */
export type ImageStore = {
  has(name: string): Promise<boolean>;
  /** Keeps a file; once it answers, the file is there whole and stays, whatever crashes. Before that it is not there. */
  put(name: string, bytes: Uint8Array, type: string): Promise<void>;
  get(name: string): Promise<StoredFile | undefined>;
};
