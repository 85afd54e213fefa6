/** The connection to the embedded PostgreSQL, and a check whether it answers. */
import { existsSync, lstatSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { DatabaseAddress } from '#platform/database/connect.ts';
import { chownTo, type SystemUser } from '#platform/postgres/system-user.ts';

export const superuser = 'compact';

export type EmbeddedConnection = Exclude<DatabaseAddress, string>;

export function makeConnection(host: string, port: number, password: string | undefined): EmbeddedConnection {
  return { host, port, user: superuser, database: 'compact', ...(password ? { password } : {}) };
}

const tooManyConnections = '53300'; // PostgreSQL's error code

/** 'soon' while the server starts, recovers or stops; 'no' when nothing listens. */
export async function acceptsConnections(
  connection: EmbeddedConnection,
  timeoutMs = 5000,
): Promise<'yes' | 'soon' | 'no'> {
  const client = new pg.Client({ ...connection, database: 'postgres', connectionTimeoutMillis: timeoutMs });
  client.on('error', () => {}); // the server may stop during the check
  try {
    await client.connect();
    return 'yes';
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'ENOTSOCK') return 'no';
    return code === tooManyConnections ? 'yes' : 'soon';
  } finally {
    await client.end().catch(() => {});
  }
}

export const socketPort = 5432; // only a part of the socket's name, no network port
const prefix = 'compact-db-';
const maxFolderLength = 103 - '/.s.PGSQL.5432'.length;

/** Only the owner and root can enter the folder. */
export function makeSocketDir(systemUser: SystemUser): string {
  const preferred = path.join(tmpdir(), prefix);
  const fits = Buffer.byteLength(`${preferred}XXXXXX`) <= maxFolderLength;
  const folder = mkdtempSync(fits ? preferred : path.join('/tmp', prefix)); // mkdtemp makes it 0700
  chownTo(systemUser, folder);
  return folder;
}

/** Makes it again where it was. Whoever owns it can answer in the place of PostgreSQL. */
export function restoreSocketDir(systemUser: SystemUser, folder: string): void {
  if (!existsSync(folder)) {
    mkdirSync(folder, { mode: 0o700 });
    chownTo(systemUser, folder);
  }
  const owner = systemUser.kind === 'user' ? systemUser.uid : process.getuid?.();
  if (lstatSync(folder).uid !== owner)
    throw new Error(`${folder}, where the socket of PostgreSQL was, belongs to another user; remove it.`);
}

export function isSocketDir(folder: string): boolean {
  return path.isAbsolute(folder) && path.basename(folder).startsWith(prefix);
}
