/** The short private folder for PostgreSQL's socket, whose path may have 107 bytes at most (103 on macOS). */

import { chownSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Account } from '#postgres/account.ts';

export const socketPort = 5432; // only a part of the socket's name: nothing listens on a network port
const prefix = 'compact-db-';
const maxFolderLength = 103 - '/.s.PGSQL.5432'.length;

/** Makes the folder; only its owner (and root) can enter it. */
export function makeSocketDir(account: Account): string {
  const wanted = path.join(tmpdir(), prefix);
  const fits = Buffer.byteLength(`${wanted}XXXXXX`) <= maxFolderLength;
  const folder = mkdtempSync(fits ? wanted : path.join('/tmp', prefix)); // mkdtemp makes it 0700
  if (account.kind === 'user') chownSync(folder, account.uid, account.gid);
  return folder;
}

/** True for a folder of ours, so that nothing else is ever removed. */
export function isSocketDir(folder: string): boolean {
  return path.isAbsolute(folder) && path.basename(folder).startsWith(prefix);
}
