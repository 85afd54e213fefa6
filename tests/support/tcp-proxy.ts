/** A TCP proxy, such as between the shop and the card provider, that cuts connections at a chosen moment of a call. */
import { connect, createServer, type Socket } from 'node:net';
import { listenHere } from './processes.ts';

/** What is lost: the request; the answer after the work is done; half of the answer; only the connection. */
export const cuts = [
  'before the request',
  'before the answer',
  'within the answer',
  'after the answer',
] as const;
type Cut = (typeof cuts)[number];

/** Starts it on a free port, in front of a local server, which it reaches from another local address if one is named. */
export async function startTcpProxy(targetPort: number, localAddress = '127.0.0.1') {
  let plan: { how: Cut; times: number; which: RegExp } | undefined;
  let cutCount = 0;
  const sockets = new Set<Socket>();

  /** The cut for the call that begins with these bytes. */
  function takeCut(request: Buffer): Cut | undefined {
    const [firstLine = ''] = request.toString('latin1').split('\r\n', 1);
    if (!plan || plan.times === 0 || !plan.which.test(firstLine)) return undefined;
    plan.times -= 1;
    cutCount += 1;
    return plan.how;
  }

  const server = createServer((shop) => {
    const provider = connect({ port: targetPort, host: '127.0.0.1', localAddress });
    const end = () => {
      shop.destroy();
      provider.destroy();
    };
    let how: Cut | undefined;
    for (const socket of [shop, provider]) {
      sockets.add(socket);
      socket.on('error', end);
      socket.on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    shop.on('data', (bytes: Buffer) => {
      if (/^(GET|POST|DELETE) /.test(bytes.toString('latin1', 0, 7))) how = takeCut(bytes);
      if (how === 'before the request') return end();
      provider.write(bytes);
    });
    // An answer fits into one read: its first bytes mean that the provider has done its work.
    provider.on('data', (bytes: Buffer) => {
      if (!how) return void shop.write(bytes);
      if (how === 'before the answer') return end();
      shop.write(how === 'within the answer' ? bytes.subarray(0, bytes.length - 40) : bytes, end);
    });
  });

  const port = await listenHere(server);
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    /** Cuts the next `times` calls whose first line (`POST /v1/…`) matches. */
    cut: (how: Cut, times = Number.POSITIVE_INFINITY, which = /^/) => (plan = { how, times, which }),
    heal: () => (plan = undefined),
    /** The number of cuts so far. */
    cutCount: () => cutCount,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await server[Symbol.asyncDispose]();
    },
  };
}
