/** A wire between the shop and PostgreSQL that can be cut, slowed down, cut within an answer, swallow all bytes, or refuse. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { join } from 'node:path';

/**
 * `cut`: connections break, new ones too once they are made. `cut in answer`: a connection breaks after half of what
 * the server sends next. `swallow`: no byte arrives any more, in either direction, and nobody is told. `refuse`: open
 * connections break and new ones are not accepted. A number: every byte comes so many milliseconds later.
 */
export type WireFault = 'cut' | 'cut in answer' | 'swallow' | 'refuse' | number;

export type DatabaseProxy = {
  port: number;
  /** From now on the wire behaves so, for the connections that there are and for new ones. */
  fail(fault: WireFault): Promise<void>;
  /** Breaks the connection on which this statement is sent next, once PostgreSQL has answered it. */
  loseAnswerTo(statement: string): void;
  /** New connections lead to another server, as after a failover; the old ones stay. */
  retarget(target: NetConnectOpts): void;
  /**
   * New connections work again. Those that were swallowed stay dead for the shop, as behind a router that has forgotten
   * them; PostgreSQL hears that they have ended, or it would run out of connections.
   */
  heal(): Promise<void>;
  close(): Promise<void>;
};

function connectTo(target: NetConnectOpts | (() => NetConnectOpts)): Socket | undefined {
  try {
    return connect(typeof target === 'function' ? target() : target);
  } catch {
    return undefined;
  }
}

/** How to reach a PostgreSQL of the tests, whether it listens on a Unix socket or on a port. */
export function targetOf({ host, port }: { host: string; port: number }): NetConnectOpts {
  return host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port };
}

/**
 * Starts it on a free loopback port; the target is where PostgreSQL listens (a Unix socket's path or a port), or tells it
 * for each connection, and throws while there is none.
 */
export async function startDatabaseProxy(
  first: NetConnectOpts | (() => NetConnectOpts),
): Promise<DatabaseProxy> {
  let target = first;
  let fault: WireFault | undefined;
  let losing: string | undefined;
  const pairs = new Set<() => void>();
  /** The shop's side of each, with PostgreSQL's. */
  const swallowed = new Map<Socket, Socket>();

  const server = createServer((shop) => {
    const database = connectTo(target);
    if (!database) return void shop.on('error', () => {}).resetAndDestroy();
    const end = () => {
      pairs.delete(end);
      shop.destroy();
      database.destroy();
    };
    pairs.add(end);
    let isLost = false;
    const dueAt = new Map<Socket, number>();
    for (const socket of [shop, database]) {
      socket.on('error', end);
      socket.on('close', () => !swallowed.has(shop) && end());
    }
    const pass = (to: Socket, bytes: Buffer, isAnswer: boolean) => {
      if (fault === 'swallow') swallowed.set(shop, database);
      if (swallowed.has(shop)) return;
      if (fault === 'cut') return end();
      if (fault === 'cut in answer' && isAnswer)
        return void to.write(bytes.subarray(0, bytes.length / 2), end);
      // what is sent once the wire has healed does not overtake delayed bytes
      const now = performance.now();
      const due = Math.max(dueAt.get(to) ?? 0, now + (typeof fault === 'number' ? fault : 0));
      dueAt.set(to, due);
      if (due > now) setTimeout(() => to.destroyed || to.write(bytes), due - now);
      else to.write(bytes);
    };
    shop.on('data', (bytes: Buffer) => {
      if (losing && bytes.includes(losing)) {
        isLost = true;
        losing = undefined;
      }
      pass(database, bytes, false);
    });
    database.on('data', (bytes: Buffer) => (isLost ? end() : pass(shop, bytes, true)));
  });

  async function listen(port: number): Promise<void> {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  }
  const breakAll = () => {
    for (const end of [...pairs]) end();
  };

  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async fail(next) {
      fault = next;
      if (next === 'cut' || next === 'refuse') breakAll();
      if (next === 'refuse') await new Promise((resolve) => server.close(resolve));
    },
    retarget(next) {
      target = next;
    },
    loseAnswerTo(statement) {
      losing = `${statement}\0`; // as the simple protocol sends it
    },
    async heal() {
      fault = undefined;
      for (const database of swallowed.values()) database.destroy();
      if (!server.listening) await listen(port);
    },
    async close() {
      breakAll();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}
