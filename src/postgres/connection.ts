/** The connection to the embedded PostgreSQL, and a check whether it answers. */
import pg from 'pg';

export const superuser = 'compact';

export type EmbeddedConnection = {
  host: string;
  port: number;
  user: string;
  database: string;
  password?: string;
};

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
