/** The private folder of PostgreSQL's socket, whose path has at most 107 bytes (103 on macOS). */
import { chownSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Account } from '#postgres/account.ts';

export const socketPort = 5432; // only a part of the socket's name, no network port
const prefix = 'compact-db-';
const maxFolderLength = 103 - '/.s.PGSQL.5432'.length;

/** Only the owner and root can enter the folder. */
export function makeSocketDir(account: Account): string {
  const preferred = path.join(tmpdir(), prefix);
  const fits = Buffer.byteLength(`${preferred}XXXXXX`) <= maxFolderLength;
  const folder = mkdtempSync(fits ? preferred : path.join('/tmp', prefix)); // mkdtemp makes it 0700
  if (account.kind === 'user') chownSync(folder, account.uid, account.gid);
  return folder;
}

export function isSocketDir(folder: string): boolean {
  return path.isAbsolute(folder) && path.basename(folder).startsWith(prefix);
}
