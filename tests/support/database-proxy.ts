/** A TCP proxy between the shop and PostgreSQL that simulates network faults. */
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { join } from 'node:path';
import { listenHere } from './processes.ts';

/**
 * `cut`: connections break, new ones after they are accepted. `cut in answer`: a connection breaks after half of the
 * server's next bytes. `swallow`: bytes are dropped in both directions without closing. `refuse`: open connections break
 * and new ones are refused. `hold close`: what the server sends arrives, but not that it has closed the connection. A
 * number: a delay in milliseconds.
 */
export type WireFault = 'cut' | 'cut in answer' | 'swallow' | 'refuse' | 'hold close' | number;

export type DatabaseProxy = Awaited<ReturnType<typeof startDatabaseProxy>>;

function connectTo(target: NetConnectOpts | (() => NetConnectOpts)): Socket | undefined {
  try {
    return connect(typeof target === 'function' ? target() : target);
  } catch {
    return undefined;
  }
}

/** The Unix socket or port of a PostgreSQL. */
export function readTarget({ host, port }: { host: string; port: number }): NetConnectOpts {
  return host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port };
}

/**
 * Starts it on a free loopback port. The target is PostgreSQL's socket or port, or a function called for each
 * connection, which throws while there is no server.
 */
export async function startDatabaseProxy(first: NetConnectOpts | (() => NetConnectOpts)) {
  const wire: Wire = {
    target: first,
    fault: undefined,
    losing: undefined,
    pairs: new Set(),
    swallowed: new Map(),
  };
  const server = createServer((shop) => connectPair(shop, wire));
  const breakAll = () => {
    for (const end of [...wire.pairs]) end();
  };

  const port = await listenHere(server);
  return {
    port,
    /** Applies the fault to open and new connections. */
    async fail(next: WireFault) {
      wire.fault = next;
      if (next === 'cut' || next === 'refuse') breakAll();
      if (next === 'refuse') await server[Symbol.asyncDispose]();
    },
    /** New connections go to another server, as after a failover. */
    retarget(next: NetConnectOpts) {
      wire.target = next;
    },
    /** Breaks the connection that sends this statement next, after PostgreSQL has answered. */
    loseAnswerTo(statement: string) {
      wire.losing = `${statement}\0`; // as the simple protocol sends it
    },
    /**
     * New connections work again. Swallowed ones stay dead for the shop; PostgreSQL's side is closed, or it would run out
     * of connections.
     */
    async heal() {
      wire.fault = undefined;
      for (const database of wire.swallowed.values()) database.destroy();
      if (!server.listening) await listenHere(server, port);
    },
    async close() {
      breakAll();
      await server[Symbol.asyncDispose]();
    },
  };
}

type Wire = {
  target: NetConnectOpts | (() => NetConnectOpts);
  fault: WireFault | undefined;
  /** The statement whose answer is lost next. */
  losing: string | undefined;
  /** Functions that break each connection. */
  pairs: Set<() => void>;
  /** The shop's socket of each, with PostgreSQL's. */
  swallowed: Map<Socket, Socket>;
};

type Pair = { shop: Socket; database: Socket; end: () => void };

function connectPair(shop: Socket, wire: Wire): void {
  const database = connectTo(wire.target);
  if (!database) return void shop.on('error', () => {}).resetAndDestroy();
  const end = () => {
    wire.pairs.delete(end);
    shop.destroy();
    database.destroy();
  };
  wire.pairs.add(end);
  let isLost = false;
  for (const socket of [shop, database]) {
    socket.on('error', end);
    const isHeld = () => socket === database && wire.fault === 'hold close';
    socket.on('close', () => !wire.swallowed.has(shop) && !isHeld() && end());
  }
  const pass = makeForwarder(wire, { shop, database, end });
  shop.on('data', (bytes: Buffer) => {
    if (wire.losing && bytes.includes(wire.losing)) {
      isLost = true;
      wire.losing = undefined;
    }
    pass(database, bytes, false);
  });
  database.on('data', (bytes: Buffer) => (isLost ? end() : pass(shop, bytes, true)));
}

/** Forwards bytes, or applies the fault. */
function makeForwarder(wire: Wire, { shop, database, end }: Pair) {
  const dueAt = new Map<Socket, number>();
  return (to: Socket, bytes: Buffer, isAnswer: boolean) => {
    if (wire.fault === 'swallow') wire.swallowed.set(shop, database);
    if (wire.swallowed.has(shop)) return;
    if (wire.fault === 'cut') return end();
    if (wire.fault === 'cut in answer' && isAnswer)
      return void to.write(bytes.subarray(0, bytes.length / 2), end);
    // what is sent once the wire has healed does not overtake delayed bytes
    const now = performance.now();
    const due = Math.max(dueAt.get(to) ?? 0, now + (typeof wire.fault === 'number' ? wire.fault : 0));
    dueAt.set(to, due);
    if (due > now) setTimeout(() => to.destroyed || to.write(bytes), due - now);
    else to.write(bytes);
  };
}
