/** Lends a connection of its own for what takes long and streams, which no pool's limits fit. */
import pg from 'pg';
import { type DatabaseAddress, poolFields } from '#database/connect.ts';
import { commandLimits, type OpenClient } from '#database/lend-client.ts';
import { DatabaseUnavailable, readFailure } from '#database/unavailable.ts';

/** Closes it after the work, whatever that was in the middle of. A lost connection is thrown as DatabaseUnavailable. */
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
  client.on('error', () => {}); // whoever uses it is told
  const stream = () => (client as unknown as OpenClient).connection.stream; // another one once it is encrypted
  try {
    await client.connect();
    stream().setTimeout(commandLimits.answerTimeoutMs, () => stream().destroy());
    return await work(client);
  } catch (error) {
    throw readFailure(error, !stream().destroyed) ? new DatabaseUnavailable(error) : error;
  } finally {
    stream().destroy(); // an orderly end would wait for a COPY that nobody reads any more
  }
}
