/** Listens for requests, or explains why it cannot. */
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config/config.ts';
import { StartupRefusal } from '#system/startup-refusal.ts';

type ListenAddress = Pick<Config, 'host' | 'port'>;

export async function listen(app: FastifyInstance, { host, port }: ListenAddress): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    throw explain(error, { host, port });
  }
}

export async function checkListenAddress(address: ListenAddress): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error) => reject(explain(error, address)));
    probe.listen(address, resolve);
  });
  await new Promise((resolve) => probe.close(resolve));
}

function explain(error: unknown, { host, port }: ListenAddress): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new StartupRefusal(
      `Port ${port} is taken by another program. Choose another one: PORT=${port + 1} npm start`,
    );
  }
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo') {
    return new StartupRefusal(`The shop may not listen on ${host}, port ${port} (${code}).`);
  }
  return error;
}
