/** A TCP proxy between the shop and its database, or its card provider, that simulates faults of the network. */
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

/** What of one call is lost: the request; the answer after the work is done; half of the answer; only the connection. */
export const cuts = [
  'before the request',
  'before the answer',
  'within the answer',
  'after the answer',
] as const;
type Cut = (typeof cuts)[number];

export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>;

/** The Unix socket or port of a PostgreSQL. */
export function readTarget({ host, port }: { host: string; port: number }): NetConnectOpts {
  return host.startsWith('/') ? { path: join(host, `.s.PGSQL.${port}`) } : { host, port };
}

/**
 * Starts it on a free loopback port. The target is a server's socket or port, or a function called for each connection,
 * which throws while there is no server.
 */
export async function startTcpProxy(target: NetConnectOpts | (() => NetConnectOpts)) {
  const wire: Wire = {
    ...{ target, fault: undefined, plan: undefined, cutCount: 0 },
    ...{ pairs: new Set(), swallowed: new Map() },
  };
  const server = createServer((shop) => connectPair(shop, wire));
  const breakAll = () => {
    for (const end of [...wire.pairs]) end();
  };

  const port = await listenHere(server);
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    /** Applies the fault to open and new connections. */
    async fail(next: WireFault) {
      wire.fault = next;
      if (next === 'cut' || next === 'refuse') breakAll();
      if (next === 'refuse') await server[Symbol.asyncDispose]();
    },
    /** Cuts the connections of the next `times` calls whose bytes (`POST /v1/…`, a statement) match. */
    cut(how: Cut, times = Number.POSITIVE_INFINITY, which = /^/) {
      wire.plan = { how, times, which };
    },
    /** The number of cuts so far. */
    cutCount: () => wire.cutCount,
    /** New connections go to another server, as after a failover. */
    retarget(next: NetConnectOpts) {
      wire.target = next;
    },
    /** New connections work again. Swallowed ones stay dead for the shop; the server's side is closed, or it would run out of connections. */
    async heal() {
      wire.fault = undefined;
      wire.plan = undefined;
      for (const each of wire.swallowed.values()) each.destroy();
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
  plan: { how: Cut; times: number; which: RegExp } | undefined;
  cutCount: number;
  /** Functions that break each connection. */
  pairs: Set<() => void>;
  /** The shop's socket of each, with the server's. */
  swallowed: Map<Socket, Socket>;
};

type Pair = { shop: Socket; server: Socket; end: () => void };

function connectTo(target: Wire['target']): Socket | undefined {
  try {
    return connect(typeof target === 'function' ? target() : target);
  } catch {
    return undefined;
  }
}

function connectPair(shop: Socket, wire: Wire): void {
  const server = connectTo(wire.target);
  if (!server) return void shop.on('error', () => {}).resetAndDestroy();
  const end = () => {
    wire.pairs.delete(end);
    shop.destroy();
    server.destroy();
  };
  wire.pairs.add(end);
  for (const socket of [shop, server]) {
    socket.on('error', end);
    const isHeld = () => socket === server && wire.fault === 'hold close';
    socket.on('close', () => !wire.swallowed.has(shop) && !isHeld() && end());
  }
  const pass = makeForwarder(wire, { shop, server, end });
  let how: Cut | undefined;
  shop.on('data', (bytes: Buffer) => {
    how ??= takeCut(wire, bytes);
    if (how === 'before the request') end();
    else pass(server, bytes, false);
  });
  // An answer fits into one read: its first bytes mean that the server has done its work.
  server.on('data', (bytes: Buffer) => {
    if (!how) pass(shop, bytes, true);
    else if (how === 'before the answer') end();
    else shop.write(how === 'within the answer' ? bytes.subarray(0, bytes.length - 40) : bytes, end);
  });
}

/** The cut for the call that has these bytes. */
function takeCut(wire: Wire, bytes: Buffer): Cut | undefined {
  const { plan } = wire;
  if (!plan || plan.times === 0 || !plan.which.test(bytes.toString('latin1'))) return undefined;
  plan.times -= 1;
  wire.cutCount += 1;
  return plan.how;
}

/** Forwards bytes, or applies the fault. */
function makeForwarder(wire: Wire, { shop, server, end }: Pair) {
  const dueAt = new Map<Socket, number>();
  return (to: Socket, bytes: Buffer, isAnswer: boolean) => {
    if (wire.fault === 'swallow') wire.swallowed.set(shop, server);
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
