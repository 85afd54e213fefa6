/** Opens a dedicated connection for long streaming work, outside the limits of the pools. */
import pg from 'pg';
import { type DatabaseAddress, poolFields } from '#database/connect.ts';
import { commandLimits, type OpenClient } from '#database/lend-client.ts';
import { classifyFailure, DatabaseUnavailable } from '#database/unavailable.ts';

/** Destroys the connection after the work. A lost connection is thrown as DatabaseUnavailable. */
export async function withClient<Answer>(
  address: DatabaseAddress,
  work: (client: pg.ClientBase) => Promise<Answer>,
): Promise<Answer> {
  const client = new pg.Client({
    ...poolFields(address),
    connectionTimeoutMillis: commandLimits.connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  client.on('error', () => {}); // the query in progress rejects, too
  const stream = () => (client as unknown as OpenClient).connection.stream; // TLS replaces it
  try {
    await client.connect();
    stream().setTimeout(commandLimits.answerTimeoutMs, () => stream().destroy());
    return await work(client);
  } catch (error) {
    throw classifyFailure(error, !stream().destroyed) ? new DatabaseUnavailable(error) : error;
  } finally {
    stream().destroy(); // client.end() would wait for an unfinished COPY
  }
}
